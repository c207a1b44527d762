// Setting up a match by hand: the game, who plays it and what is agreed.

import { beginMatch } from "./beginning.js";
import { say } from "./language.js";
import { Ring } from "./ring.js";

const at = (selector) => document.querySelector(selector);
const form = at("#agreeing");
const patches = JSON.parse(form.dataset.patches);
const people = JSON.parse(form.dataset.people); // how many may play each game, at fewest and at most
const NAMES = "polyref-names";
const ring = new Ring(at("#ring"), patches);

const chosen = (name) => new FormData(form).get(name);

// Only what matters for the game chosen is there to be filled in.
function fit() {
  const game = chosen("game");
  const duo = game === "blokus" && chosen("board") === "duo";
  const { fewest, most } = people[game];
  for (const part of form.querySelectorAll("[data-for]")) part.hidden = part.dataset.for !== game;
  at("[data-unless-duo]").hidden ||= duo;
  at("[data-drafted]").hidden ||= chosen("hands") !== "draft";
  for (const label of form.querySelectorAll("[data-seat]")) {
    const seat = Number(label.dataset.seat);
    label.hidden = seat > (duo ? 2 : most);
    const input = label.querySelector("input");
    input.required = seat <= fewest;
    input.placeholder = seat <= fewest ? "" : say("nobody");
  }
  at("#ring").hidden = chosen("ring") !== "ours";
}

function wishes() {
  const facts = new FormData(form);
  const game = facts.get("game");
  const players = facts.getAll("player").slice(0, people[game].most).map((name) => name.trim()).filter(Boolean);
  const choices = {
    polyssimo: () => ({ hands: facts.get("hands"), ...handicap(facts) }),
    blokus: () => (facts.get("board") === "duo" ? { board: "duo" } : { first_corner: facts.get("first_corner") }),
    patchwork: () => ({ tie: facts.get("tie"), ...(facts.get("ring") === "ours" ? { circle: ring.order } : {}) }),
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
  const words = await beginMatch("/api/by-hand", wished);
  if (!words) remember(wished);
  refuse(words);
});
recall();
fit();
