// All tables at a glance: the page fetches itself anew every second, and replaces what has changed.

import { write } from "./elements.js";
import { say } from "./language.js";

const at = (selector) => document.querySelector(selector);
const EVERY_MS = 1000;

let leaving = false; // for the table that has been opened: taps until the page has gone open no other
let pressed = false; // a card that is changed between press and release would lose the click
let shown = new Map(cards().map((card) => [card.dataset.table, card.outerHTML]));

function cards(page = document) {
  return [...page.querySelectorAll(".tables > .card")];
}

/** A press is heard from now on: before that it would be lost. */
function wake(card) {
  for (const button of card.querySelectorAll("button")) button.disabled = false;
}

async function renew() {
  let fresh;
  try {
    const answer = await fetch("/hall");
    if (!answer.ok) throw new Error(answer.statusText);
    fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    at("#offline").hidden = true;
  } catch {
    at("#offline").hidden = false;
    return;
  }
  if (pressed) return;
  const now = new Map(cards(fresh).map((card) => [card.dataset.table, card.outerHTML]));
  for (const card of cards()) if (!now.has(card.dataset.table)) gone(card);
  for (const card of cards(fresh)) if (shown.get(card.dataset.table) !== now.get(card.dataset.table)) put(document.adoptNode(card));
  shown = now;
  hear();
}

// Cards are drawn anew too often to be read out; what is wrong on one is.
function hear() {
  const wrong = cards().filter((card) => card.querySelector(".alarm"));
  write(at("#heard"), wrong.map((card) => ["h2", ".alarm"].map((part) => card.querySelector(part).textContent).join(": ")).join(" "));
}

function put(card) {
  wake(card);
  const old = at(`.tables > [data-table="${card.dataset.table}"]`);
  if (!old) return at(".tables").append(card);
  if (asks(old)) ask(card);
  const focused = which(old, document.activeElement);
  const before = old.querySelector("img");
  const after = card.querySelector("img");
  if (before && after && before.getAttribute("src") === after.getAttribute("src")) after.replaceWith(before);
  old.replaceWith(card);
  if (focused >= 0) card.querySelectorAll("a, button")[focused]?.focus();
}

// Whoever was in it with the keyboard goes on at the top.
function gone(card) {
  const here = which(card, document.activeElement) >= 0;
  card.remove();
  if (here) at("h1").focus();
}

const which = (card, element) => [...card.querySelectorAll("a, button")].indexOf(element);
const asks = (card) => card.querySelector(".sure")?.hidden === false;

// A match that is on is not ended by one wrong tap.
function ask(card, asking = true) {
  card.querySelector(".sure").hidden = !asking;
  card.querySelector("[data-close]").hidden = asking;
}

async function post(address) {
  const request = { method: "POST", headers: { "Content-Type": "application/json" }, body: "{}" };
  try {
    const answer = await (await fetch(address, request)).json();
    tell(answer.error ?? "");
    return answer;
  } catch {
    tell(say("Polyref does not answer. Is it still running?"));
    return {};
  }
}

function tell(sentence) {
  at("#refusal").textContent = sentence;
  at("#refusal").hidden = !sentence;
}

if (at("#open")) at("#open").disabled = false; // only now a press is heard
cards().forEach(wake);
at("#open")?.addEventListener("click", async () => {
  if (leaving) return;
  leaving = true;
  const { number } = await post("/api/hall");
  if (number) location.assign(`/table/${number}/`);
  else leaving = false;
});
addEventListener("pageshow", () => (leaving = false));

at(".tables").addEventListener("pointerdown", () => (pressed = true));
for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => setTimeout(() => (pressed = false)));

at(".tables").addEventListener("click", async ({ target }) => {
  const card = target.closest(".card");
  const { close, really, leave, asks: careful } = target.dataset;
  if (leave !== undefined) {
    ask(card, false);
    card.querySelector("[data-close]").focus();
  } else if (close && careful !== undefined) {
    ask(card);
    card.querySelector("[data-really]").focus();
  } else if (close || really) {
    await post(`/api/hall/${close ?? really}/close`);
    await renew();
  }
});

async function follow() {
  if (!document.hidden) await renew();
  setTimeout(follow, EVERY_MS);
}

document.addEventListener("visibilitychange", () => document.hidden || renew());
setTimeout(follow, EVERY_MS);
