// A match gone through with a slider: the board after every line of its record, and what happened there in words.

import { beginMatch } from "./beginning.js";
import { Boards } from "./boards.js";
import { button, element, enable } from "./elements.js";
import { say } from "./language.js";
import { drawTrack } from "./patchwork.js";
import { definePatterns } from "./pieces.js";
import { seatsOf } from "./seats.js";
import { showTimes } from "./times.js";

const at = (selector) => document.querySelector(selector);
const match = at("[data-match]").dataset.match;
const PAUSE_MS = 900;

const boards = new Boards(at("#boards"));
const scenes = new Map();
let steps = [];
let shown = -1;
let wanted = 0;
let playing = null;
let turning = null;

async function get(path) {
  const answer = await fetch(`/api/matches/${match}${path}`);
  const found = await answer.json();
  if (!answer.ok) throw new Error(found.error);
  return found;
}

async function scene(number) {
  if (!scenes.has(number)) scenes.set(number, await get(`/at/${number}`));
  return scenes.get(number);
}

// Shows a line. While one is on its way only the newest wish counts.
async function go(number) {
  const last = steps.length - 1;
  wanted = Math.max(0, Math.min(last, number));
  at("#at").value = wanted;
  const asked = wanted;
  let found;
  try {
    found = await scene(asked);
  } catch (error) {
    at("#status").textContent = error.message || say("Polyref does not answer. Is it still running?");
    return;
  }
  if (asked !== wanted || asked === shown) return;
  shown = asked;
  show(found, steps[asked], asked, last);
}

function show(found, step, number, last) {
  boards.show({ ...found, last: placedIn(found, number) });
  boards.pictures.forEach((picture, i) => picture.mark(marks(found.boards[i], step, number)));
  at("#seats").replaceChildren(...seatsOf(found));
  if (found.time) drawTrack(at("#track"), found);
  at("#branch").hidden = found.phase === "over";
  at("#turn").textContent = number === last || !step.legal ? found.headline : called(step.player, found) ?? found.title;
  at("#status").textContent = number === last && found.sentence ? `${step.sentence} ${found.sentence}` : step.sentence;
  document.body.dataset.tone = step.legal ? "calm" : "illegal";
  tellPlace(step);
  for (const way of ["#first", "#back"]) enable(at(way), number > 0, () => at("#at"));
  for (const way of ["#on", "#last"]) enable(at(way), number < last, () => at("#at"));
  for (const kind of ["svg", "png"]) at(`#as-${kind}`).href = `/matches/${match}/board.${kind}?at=${number}`;
  const items = at("#moves").querySelectorAll("button");
  items.forEach((item, i) => (i === number ? item.setAttribute("aria-current", "step") : item.removeAttribute("aria-current")));
  const box = at(".moves");
  const item = items[number];
  if (item) box.scrollTop = Math.max(0, item.offsetTop - box.clientHeight / 2);
}

const called = (player, { seats }) => seats.find(({ name }) => name === player)?.called;

// Moves are numbered as they are wherever else moves are told of; of what lies between them only the sentence is said.
function tellPlace({ ply, sentence }) {
  const place = { number: ply, last: Math.max(...steps.map((step) => step.ply)) };
  at("#count").textContent = ply ? say("{number} of {last}", place) : "";
  at("#at").setAttribute("aria-valuetext", ply ? say("{number} of {last}: {sentence}", { ...place, sentence }) : sentence);
}

// What the line shown has laid down: the newest piece that did not lie before it.
function placedIn(found, number) {
  const before = scenes.get(number - 1);
  const all = found.boards.flatMap((board) => board.lying).filter((lying) => !lying.fixed);
  if (!before) return found.boards.length === 1 ? all.at(-1) : undefined;
  const known = new Set(before.boards.flatMap((board) => board.lying).map((lying) => `${lying.player}${lying.cells}`));
  return all.find((lying) => !known.has(`${lying.player}${lying.cells}`)) ?? { none: true };
}

function marks(board, step, number) {
  const found = [];
  if (step.cells.length && (!board.owner || board.owner === step.player)) found.push({ cells: inside(step.cells, board), kind: "wrong" });
  if (turning?.better && turning.at === number) found.push({ cells: turning.better.cells, kind: "better" });
  return found.filter(({ cells }) => cells.length);
}

const inside = (cells, { rows, cols }) => cells.filter(([row, col]) => row >= 0 && col >= 0 && row < rows && col < cols);

function play(on) {
  clearInterval(playing);
  playing = on ? setInterval(() => (wanted < steps.length - 1 ? go(wanted + 1) : play(false)), PAUSE_MS) : null;
  at("#play").textContent = on ? say("Pause") : say("Play");
}

function listMoves() {
  at("#moves").replaceChildren(...steps.map((step, i) => {
    const item = button(step.sentence, step.legal ? "" : "illegal", () => go(i));
    const isMove = step.legal && step.ply > (steps[i - 1]?.ply ?? 0);
    item.prepend(element("span", "number", isMove ? String(step.ply) : ""));
    return element("li", "", item);
  }));
}

async function tellTurning() {
  turning = (await get("/turning")).turning;
  if (!turning) return;
  const place = at("#turning");
  place.replaceChildren(element("span", "", turning.sentence), element("br"));
  if (turning.at !== null) place.append(button(say("Show it"), "", () => go(turning.at)));
  place.hidden = false;
  shown = -1;
  go(wanted);
}

async function begin() {
  const told = await get("");
  steps = told.steps;
  at("#at").max = steps.length - 1;
  listMoves();
  const asked = new URLSearchParams(location.search).get("at");
  const first = await scene(steps.length - 1);
  definePatterns(Object.fromEntries(Object.entries(first.pieces).map(([id, { striped }]) => [id, { kind: striped ? "hexomino" : "" }])));
  await go(asked === null ? steps.length - 1 : Number(asked));
  if (told.over) tellTurning().catch(() => {});
}

// A match of its own that begins as this one stood here.
async function branch() {
  const words = await beginMatch(`/api/matches/${match}/branch`, { at: wanted });
  if (words) at("#status").textContent = words;
}

at("#branch").addEventListener("click", branch);
at("#at").addEventListener("input", (event) => go(Number(event.target.value)));
at("#first").addEventListener("click", () => go(0));
at("#back").addEventListener("click", () => go(wanted - 1));
at("#on").addEventListener("click", () => go(wanted + 1));
at("#last").addEventListener("click", () => go(steps.length - 1));
at("#play").addEventListener("click", () => {
  if (!playing && wanted === steps.length - 1) go(0);
  play(!playing);
});
document.addEventListener("keydown", (event) => {
  if (event.target.closest("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (step) go(wanted + step);
});
showTimes();
begin().catch((error) => {
  at("#status").textContent = error.message;
});
