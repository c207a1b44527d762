// Setting up a match by hand: the game, who plays it and what is agreed.

import { miniature } from "./boards.js";
import { say } from "./language.js";
import { once } from "./once.js";

const at = (selector) => document.querySelector(selector);
const form = at("#agreeing");
const patches = JSON.parse(form.dataset.patches);
const SEATS = { polyssimo: 4, blokus: 4, patchwork: 2, "polyssimo-puzzle": 1 };
const FEWEST = { polyssimo: 2, blokus: 2, patchwork: 2, "polyssimo-puzzle": 1 };
const NAMES = "polyref-names";
const ring = [];

const chosen = (name) => new FormData(form).get(name);

// Only what matters for the game chosen is there to be filled in.
function fit() {
  const game = chosen("game");
  const duo = game === "blokus" && chosen("board") === "duo";
  for (const part of form.querySelectorAll("[data-for]")) part.hidden = part.dataset.for !== game;
  at("[data-unless-duo]").hidden ||= duo;
  at("[data-drafted]").hidden ||= chosen("hands") !== "draft";
  for (const label of form.querySelectorAll("[data-seat]")) {
    const seat = Number(label.dataset.seat);
    label.hidden = seat > (duo ? 2 : SEATS[game]);
    const input = label.querySelector("input");
    input.required = seat <= FEWEST[game];
    input.placeholder = seat <= FEWEST[game] ? "" : say("nobody");
  }
  at("#ring").hidden = chosen("ring") !== "ours";
}

function showRing() {
  for (const made of at("#ring-patches").children) {
    const place = ring.indexOf(made.dataset.patch);
    made.setAttribute("aria-pressed", String(place >= 0));
    made.querySelector("span").textContent = place >= 0 ? String(place + 1) : "–";
  }
  at("#ring-back").disabled = !ring.length;
  const left = Object.keys(patches).length - ring.length;
  at("#ring-words").textContent = left
    ? say("Tap the patches clockwise, from just after the neutral token. To go: {left}", { left })
    : say("The circle is complete.");
}

function layOutRing() {
  at("#ring-patches").replaceChildren(...Object.entries(patches).map(([id, shown]) => {
    const made = document.createElement("button");
    made.type = "button";
    made.dataset.patch = id;
    made.setAttribute("aria-label", say("Patch {patch}", { patch: shown.label }));
    made.append(miniature(id, shown), document.createElement("span"));
    made.addEventListener("click", () => {
      if (!ring.includes(id)) ring.push(id);
      showRing();
    });
    return made;
  }));
  showRing();
}

function wishes() {
  const facts = new FormData(form);
  const game = facts.get("game");
  const seats = SEATS[game];
  const players = facts.getAll("player").slice(0, seats).map((name) => name.trim()).filter(Boolean);
  const choices = {
    polyssimo: () => ({ hands: facts.get("hands"), ...handicap(facts) }),
    blokus: () => (facts.get("board") === "duo" ? { board: "duo" } : { first_corner: facts.get("first_corner") }),
    patchwork: () => ({ tie: facts.get("tie"), ...(facts.get("ring") === "ours" ? { circle: ring } : {}) }),
    "polyssimo-puzzle": () => (facts.get("card") ? { card: Number(facts.get("card")) } : {}),
  }[game]();
  if (game === "blokus" && choices.board === "duo") players.splice(2);
  return { game, players, choices };
}

// The names of last time, so that the same people need not write them again.
function recall() {
  const names = JSON.parse(localStorage.getItem(NAMES) ?? "[]");
  form.querySelectorAll('[name="player"]').forEach((input, i) => {
    input.value = names[i] ?? "";
  });
}

function remember({ players }) {
  const before = JSON.parse(localStorage.getItem(NAMES) ?? "[]");
  localStorage.setItem(NAMES, JSON.stringify([...players, ...before.slice(players.length)]));
}

// At least so many hexominoes, by the names of those for whom it is more than none.
function handicap(facts) {
  if (facts.get("hands") !== "draft") return {};
  const least = facts.getAll("least").map(Number);
  const named = facts.getAll("player").map((name, i) => [name.trim(), least[i]]);
  const asked = named.filter(([name, number]) => name && number > 0);
  return asked.length ? { min_hexominoes: Object.fromEntries(asked) } : {};
}

function refuse(words) {
  at("#refusal").textContent = words;
  at("#refusal").hidden = !words;
}

form.addEventListener("change", fit);
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  refuse("");
  const wished = wishes();
  try {
    const answer = await once("/api/by-hand", JSON.stringify(wished));
    const told = await answer.json();
    if (answer.ok) remember(wished);
    if (answer.ok) location.assign(`/by-hand/${told.id}`);
    else refuse(told.error);
  } catch {
    refuse(say("Polyref does not answer. Is it still running?"));
  }
});
at("#ring-back").addEventListener("click", () => {
  ring.pop();
  showRing();
});
recall();
layOutRing();
fit();
