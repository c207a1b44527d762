// Playing a match on the page: what stands is shown, and what people do goes to the referee.

import { Boards } from "./boards.js";
import { button, element, enable, pickAfter } from "./elements.js";
import { say } from "./language.js";
import { Laying } from "./laying.js";
import { once } from "./once.js";
import { drawTrack, showCircle, showMarket } from "./patchwork.js";
import { definePatterns, takingOf } from "./pieces.js";
import { held, nameOf, seatsOf } from "./seats.js";
import { ringed } from "./shapes.js";
import { Voice } from "./voice.js";

const at = (selector) => document.querySelector(selector);
const match = at("[data-match]").dataset.match;
const PAUSE_MS = 2000;
const NOT_ALLOWED = say("That is not allowed. Please look at the screen.");
const boards = new Boards(at("#boards"));
const voice = new Voice(at("#voice"), at("#voice-words"));
let state = null;

const laying = new Laying(at("#laying"), { places, put: lay, stopped: chosen, givenUp });

async function ask(path, body) {
  const address = `/api/by-hand/${match}${path}`;
  const answer = await (body ? once(address, JSON.stringify(body)) : fetch(address));
  const told = await answer.json();
  if (!answer.ok) throw Object.assign(new Error(told.error), told);
  return told;
}

// Does something and shows what came of it. A refusal is shown in words, with its squares, and changes nothing.
async function act(path, body) {
  try {
    show(await ask(path, { ...body, length: state.length }));
    tell("");
    return true;
  } catch (error) {
    tell(error.error ?? say("Polyref does not answer. Is it still running?"), error.cells ?? []);
    if (error.error && !error.cells) ask("").then(show);
    return false;
  }
}

const move = (facts) => act("/moves", { move: facts });

function tell(words, cells = []) {
  if (words) voice.warn(NOT_ALLOWED);
  at("#refusal").textContent = words;
  at("#refusal").hidden = !words;
  document.body.dataset.tone = words ? "illegal" : state?.scene.phase === "over" ? "won" : "calm";
  const picture = mine();
  const inside = cells.filter(([row, col]) => row >= 0 && col >= 0 && row < picture.rows && col < picture.cols);
  picture.mark(inside.length ? [{ cells: inside, kind: "wrong" }] : []);
}

function places(piece) {
  return ask(`/places?piece=${encodeURIComponent(piece)}`);
}

// The picture of the board on which the player to move lays pieces.
function mine() {
  const owned = state.scene.boards.findIndex(({ owner }) => owner && owner === state.scene.to_move);
  return boards.pictures[Math.max(0, owned)];
}

async function lay(piece, cells) {
  const kind = state.scene.time ? (piece ? "buy" : "leather") : "place";
  const done = await move({ move: kind, cells, ...(piece ? { piece } : {}) });
  if (done) nextFocus();
  return done;
}

// After a move the keyboard goes on where the next piece is chosen.
function nextFocus() {
  const next = laying.active ? mine().frame : at("#market button:enabled, #seats button.hold:not(.nowhere)");
  (next ?? at("#turn")).focus({ preventScroll: true });
}

function show(next) {
  const { piece } = document.activeElement.closest("#market, #seats") ? document.activeElement.dataset : {};
  state = next;
  const { scene } = state;
  boards.show(scene, scene.puzzle ? removable : undefined);
  boards.pictures.forEach((picture) => {
    picture.element.classList.toggle("mine", picture === mine());
    picture.mark([]);
  });
  laying.hear(mine(), scene);
  at("#turn").textContent = scene.headline;
  at("#status").textContent = scene.sentence || state.said;
  at("#announced").textContent = scene.headline;
  voice.hear({ match: { id: match, troubles: [], question: null }, paused: false, aloud: aloud(scene) });
  enable(at("#undo"), state.can_undo, () => at("#turn"));
  at("#advice").hidden = true;
  at("#ending").hidden = scene.phase !== "over";
  document.body.dataset.tone = scene.phase === "over" ? "won" : "calm";
  showSeats(scene);
  showDraft(scene);
  if (scene.time) {
    showMarket(at("#market"), state, choose, () => move({ move: "advance" }).then((done) => done && nextFocus()));
    drawTrack(at("#track"), scene);
    showCircle(at("#circle"), scene);
  }
  if (scene.time?.leather_owed && scene.phase !== "over") laying.begin("", leather(scene), say("the leather patch"));
  chosen();
  if (piece && document.activeElement === document.body) givenUp(piece); // somebody else has moved
}

// The keyboard goes on where the piece is still held, or where the next one is chosen.
function givenUp(piece) {
  const held = at(`:is(#market, #seats) button[data-piece="${CSS.escape(piece)}"]:enabled`);
  if (held) held.focus({ preventScroll: true });
  else nextFocus();
}

// What is to be heard; whatever else happens is done by those who look at the screen.
function aloud({ phase, headline }) {
  const over = phase === "over";
  return { turn: over ? "" : headline, blocked: [], alarms: [], question: "", ending: over ? headline : "" };
}

const leather = () => ({ cells: [[0, 0]], label: "", paint: "#7a5236", striped: false });

function showSeats(scene) {
  const seats = seatsOf(scene, scene.phase === "placing" ? choose : undefined);
  if (scene.phase === "placing" && scene.open_hand.length) {
    const list = element("ul", "hand");
    const hand = { pieces: scene.open_hand, turn: true, colour: "" };
    list.append(...scene.open_hand.map((id) => element("li", "", held(id, hand, scene, choose))));
    seats.push(element("section", "seat turn", element("h2", "", say("Pieces left")), list));
  }
  at("#seats").replaceChildren(...seats);
  for (const made of at("#seats").querySelectorAll("button.hold")) {
    const nowhere = !state.fitting[made.dataset.piece];
    made.classList.toggle("nowhere", nowhere);
    if (nowhere) made.setAttribute("aria-label", say("{piece}, fits nowhere", { piece: made.getAttribute("aria-label") }));
  }
}

function showDraft(scene) {
  const drafting = scene.phase === "draft";
  at("#draft").hidden = !drafting;
  at("#boards").hidden = drafting;
  if (!drafting) return;
  const holders = new Map(scene.seats.flatMap((seat) => seat.hands.flatMap(({ pieces }) => pieces.map((id) => [id, seat.name]))));
  const free = new Set(scene.open_hand);
  at("#draft").replaceChildren(...Object.keys(scene.pieces).map((id) => pick(id, scene, holders.get(id), free.has(id))));
}

function pick(id, scene, holder, free) {
  const made = button("", "pick", () => move({ move: "draft", piece: id }).then((done) => done && afterPick(id)));
  made.dataset.pick = id;
  const shown = held(id, { pieces: [], turn: false, colour: "" }, scene);
  made.append(shown.firstChild, element("span", "", holder ?? scene.pieces[id].name));
  made.disabled = !free;
  made.setAttribute("aria-label", takingOf(nameOf(id, scene), holder));
  return made;
}

function afterPick(id) {
  if (state.scene.phase === "draft") pickAfter(at("#draft"), id)?.focus({ preventScroll: true });
  else nextFocus();
}

function choose(piece, hand = {}) {
  const shown = { ...state.scene.pieces[piece], ...(hand.colour ? { paint: hand.paint, label: hand.colour[0].toUpperCase() } : {}) };
  tell("");
  laying.begin(piece, shown, nameOf(piece, state.scene, hand.colour));
  chosen();
}

// Marks the piece that is in hand just now.
function chosen() {
  for (const made of document.querySelectorAll("[data-piece][aria-pressed], button.hold, .reach [data-piece]")) {
    if (made.matches("button")) made.setAttribute("aria-pressed", String(laying.active && made.dataset.piece === laying.piece));
  }
  document.body.classList.toggle("laying", laying.active);
}

// In the puzzle a piece that lies is taken up again with a tap.
function removable(group, lying) {
  group.classList.add("removable");
  group.append(...ringed(lying.cells));
  const words = say("Take {piece} up again", { piece: lying.piece });
  for (const [name, value] of Object.entries({ role: "button", tabindex: 0, "aria-label": words })) group.setAttribute(name, value);
  const up = async (event) => {
    if (laying.active) return;
    event.stopPropagation();
    event.preventDefault();
    if (await move({ move: "remove", piece: lying.piece })) {
      laying.begin(lying.piece, state.scene.pieces[lying.piece], nameOf(lying.piece, state.scene), lying.cells);
      chosen();
    }
  };
  group.addEventListener("click", up);
  group.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") up(event);
  });
}

async function advise(reveal) {
  try {
    const told = await ask(`/advice${reveal ? "?reveal" : ""}`);
    at("#advice").textContent = told.words;
    at("#advice").hidden = false;
    mine().mark(told.cells.length ? [{ cells: told.cells, kind: told.remove ? "wrong" : "hinted" }] : []);
  } catch (error) {
    tell(error.error ?? say("Polyref does not answer. Is it still running?"));
  }
}

at("#undo").addEventListener("click", () => act("/undo"));
at("#hint")?.addEventListener("click", () => advise(true));
at("#possible")?.addEventListener("click", () => advise(false));

// Others may play the same match from another screen: what they do is shown here too, unless somebody has taken a piece
// in hand: a leather patch comes by itself.
async function look() {
  const inHand = () => laying.active && laying.piece;
  if (document.hidden || inHand() || !state) return;
  try {
    const now = await ask(`?since=${state.length}`);
    if (now.scene && !inHand()) show(now);
    at("#offline").hidden = true;
  } catch (error) {
    at("#offline").hidden = Boolean(error.error);
  }
}

setInterval(look, PAUSE_MS);
document.addEventListener("visibilitychange", look);

const first = await ask("").catch(() => null);
if (first) {
  const kinds = Object.entries(first.scene.pieces).map(([id, { striped }]) => [id, { kind: striped ? "hexomino" : "" }]);
  definePatterns(Object.fromEntries(kinds));
  show(first);
  for (const advice of document.querySelectorAll("#hint, #possible")) advice.disabled = false;
} else {
  at("#status").textContent = say("Polyref does not answer. Is it still running?");
}
