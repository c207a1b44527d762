// The head of the page: whose turn it is, what the referee says, what he asks, and who has won.

import { placeOf } from "./board.js";
import { button, changed, element, enable, write } from "./elements.js";
import { say } from "./language.js";
import { drawn } from "./pieces.js";
import { svg } from "./shapes.js";

const BY_HAND = say("Tap a piece to place it by hand.");
const PAUSED = say("Nothing that the camera sees is judged until you go on.");

const at = (selector) => document.querySelector(selector);

const put = (selector, words) => write(at(selector), words);

export function showHead(snapshot) {
  const { match } = snapshot;
  const alarm = match?.troubles.map((trouble) => trouble.sentence).join(" ") || match?.to_clear || match?.dead_end || "";
  const { paused } = snapshot;
  const tone = toneOf(match, alarm, paused);
  document.body.dataset.tone = tone;
  document.body.dataset.phase = match?.phase ?? "none";
  put("#turn", paused && match && !match.outcome ? say("Paused") : headline(match));
  put("#status", match ? match.outcome?.sentence ?? (paused ? PAUSED : said(match, snapshot.camera)) : snapshot.camera.words);
  put("#alarm-words", alarm);
  at("#alarm").classList.toggle("raised", Boolean(alarm));
}

// Before the first piece is placed by hand it is said how.
function said(match, camera) {
  const first = at("#placing") && camera.kind === "none" && match.phase === "placing" && !match.lying.length;
  return [match.said || match.hint, first && BY_HAND].filter(Boolean).join(" ");
}

export function showTools({ match, paused }) {
  enable(at("#undo"), Boolean(match?.can_undo), () => at("#turn"));
  at("#pause").disabled = !match || Boolean(match.outcome);
  at("#pause").textContent = paused ? say("Go on") : say("Pause");
}

function toneOf(match, alarm, paused) {
  if (match?.outcome) return "won";
  if (paused) return "paused";
  if (match?.troubles.length) return "illegal";
  return match?.question || alarm ? "unsure" : "calm";
}

function headline(match) {
  if (!match) return say("No match has begun");
  return match.outcome ? match.outcome.headline : match.headline;
}

let asked = "";

// `onChoice` answers with the alternative of a number; without it the question can only be read.
export function showQuestion({ match, pieces, game }, onChoice) {
  const question = match?.question ?? null;
  const content = JSON.stringify(question);
  if (content === asked) return;
  asked = content;
  const choices = question?.alternatives.map((alternative, i) => choice(alternative, pieces, game, match.lying, onChoice && (() => onChoice(i)))) ?? [];
  changed(at("#choices"), () => at("#choices").replaceChildren(...choices), () => at("#choices button") ?? at("#turn"));
  put("#question-words", question?.reason ?? "");
  put("#question-squares", question?.cells.map((cell) => placeOf([cell], game.apart)).join("; ") ?? "");
  at("#question").hidden = !question;
}

function choice(alternative, pieces, { rows, cols }, lying, onChoice) {
  const picture = svg("svg", { viewBox: `-0.3 -0.3 ${cols + 0.6} ${rows + 0.6}`, "aria-hidden": "true" });
  picture.append(svg("rect", { class: "field", width: cols, height: rows, rx: 0.2 }));
  const below = svg("g", { class: "below" }, ...lying.map((placed) => drawn(placed.piece, pieces[placed.piece], placed.cells)));
  picture.append(below, ...alternative.pieces.map(({ piece, cells }) => drawn(piece, pieces[piece], cells)));
  const made = onChoice ? button("", "choice", onChoice) : element("div", "choice");
  made.append(picture, element("span", "", alternative.words));
  return made;
}
