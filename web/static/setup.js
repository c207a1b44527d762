// Setting up: who plays, how the pieces are shared out, and (in its own modules) what Polyref looks through.

import { act, ask, tell } from "./actions.js";
import { changed, element } from "./elements.js";
import { Games } from "./games.js";
import { say } from "./language.js";
import { PhoneCode } from "./phone-code.js";
import { Ring } from "./ring.js";
import { Sources } from "./sources.js";
import { Viewfinder } from "./viewfinder.js";

const at = (selector) => document.querySelector(selector);
const MOST_HEXOMINOES = 12;
const NAMES = `polyref-names ${location.pathname}`;
const NOTHING_KNOWN = { cameras: [], last: { source: "", players: [], hands: "", min_hexominoes: {} } };

export class Setup {
  constructor(screen) {
    this.screen = screen;
    this.form = screen.querySelector("form");
    this.sources = new Sources(at("#sources"), () => this.tune());
    this.viewfinder = new Viewfinder(at("#viewfinder"));
    this.phone = new PhoneCode(at("#phone-code"), { tried: true });
    this.games = at("#game") && new Games(at("#game"), () => this.touched); // on this machine only
    this.touched = false;
    this.wanted = false;
    this.open = null; // not known before the first snapshot
    at("#new-match").addEventListener("click", () => this.want());
    at("#setup-back").addEventListener("click", () => this.leave());
    addEventListener("pagehide", () => this.open && this.gone());
    this.form.addEventListener("input", (event) => {
      this.touched ||= event.target.name === "player";
      this.tune();
    });
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.begin();
    });
  }

  show(snapshot) {
    this.snapshot = snapshot;
    const open = this.wanted || !snapshot.match;
    if (open && this.open !== true) this.enter();
    if (!open && this.open !== false) this.close();
    if (!open) return;
    const camera = snapshot.tried ?? snapshot.camera; // the match that is on is watched as before
    this.viewfinder.show(camera, Boolean(snapshot.tried));
    this.games?.hear({ ...snapshot, camera });
    this.phone.show(camera);
  }

  want() {
    tell("");
    this.wanted = true;
    this.show(this.snapshot);
  }

  async enter() {
    this.open = true;
    const { match, camera, tried, pieces } = this.snapshot;
    if (at("#ring")) this.ring ??= new Ring(at("#ring"), patchesOf(pieces));
    this.before = camera.source;
    this.sources.clear();
    this.turn(true);
    at("#setup-back").hidden = !match;
    at("#setup-title").focus();
    const { cameras, last } = { ...NOTHING_KNOWN, ...(await ask("setup", NOTHING_KNOWN)) }; // a refusal tells only why
    this.sources.offer(cameras, (tried ?? camera).source || last.source, last.source);
    this.fill(this.kept() ?? (match ? match.players.map((player) => player.name) : last.players), last);
    const tie = match?.rules.tie && this.form.querySelector(`[name=tie][value="${match.rules.tie}"]`);
    if (tie) tie.checked = true;
  }

  // The page shows either the match or its preparation.
  turn(open) {
    this.screen.hidden = !open;
    at("#match").hidden = open;
    document.body.dataset.screen = open ? "setup" : "match";
  }

  close() {
    this.open = false;
    tell("");
    this.sources.rest();
    this.viewfinder.stop();
    changed(this.screen, () => this.turn(false), () => at("#turn"));
  }

  leave() {
    this.wanted = false;
    this.sources.rest();
    const { camera, tried } = this.snapshot;
    if (tried) act("source", { source: camera.source, tried: true });
    else if (camera.source !== this.before) act("source", { source: this.before, tried: true });
    this.show(this.snapshot);
    at("#new-match").focus();
  }

  // Whoever leaves the page looks through no other camera any more. Names that somebody has typed outlast it where it
  // comes anew in another language, or for another game.
  gone() {
    if (this.touched) sessionStorage.setItem(NAMES, JSON.stringify(new FormData(this.form).getAll("player")));
    if (!this.snapshot.tried) return;
    const body = JSON.stringify({ source: this.snapshot.camera.source, tried: true });
    fetch("api/source", { method: "POST", keepalive: true, headers: { "Content-Type": "application/json" }, body });
  }

  // Whoever comes back to the page from elsewhere may prepare another match.
  kept() {
    const [{ type }] = performance.getEntriesByType("navigation");
    const names = type === "reload" ? JSON.parse(sessionStorage.getItem(NAMES)) : null;
    sessionStorage.removeItem(NAMES);
    this.touched ||= Boolean(names);
    return names;
  }

  fill(players, last) {
    const names = this.form.querySelectorAll("[name=player]");
    if (![...names].some((input) => input.value)) names.forEach((input, i) => (input.value = players[i] ?? ""));
    const hands = this.form.querySelector(`[name=hands][value="${last.hands || "draft"}"]`);
    if (hands) hands.checked = true;
    this.tune(last.min_hexominoes);
  }

  // What can be chosen follows from what has been chosen.
  tune(least) {
    const demo = this.sources.chosen() === "demo";
    const dealt = "sharedOut" in document.body.dataset;
    at("#dealing").hidden = demo || !dealt;
    at("#dealt-by-demo").hidden = !demo;
    for (const part of this.form.querySelectorAll('[data-for="patchwork"]')) part.hidden = demo;
    if (at("#ring")) at("#ring").hidden = new FormData(this.form).get("ring") !== "ours";
    at("#handicap").hidden = demo || !dealt || this.hands() !== "draft";
    const known = least ?? this.handicaps();
    const names = this.players();
    if (least && Object.values(least).some(Boolean)) at("#handicap").open = true;
    const shown = [...at("#handicaps").querySelectorAll("select")].map((select) => select.name);
    if (!least && shown.join() === names.join()) return;
    at("#handicaps").replaceChildren(...names.map((name) => handicap(name, known[name] ?? 0)));
  }

  hands() {
    return new FormData(this.form).get("hands");
  }

  // In seating order, the youngest first.
  players() {
    const form = new FormData(this.form);
    const names = form.getAll("player").map((name) => name.trim());
    const youngest = Number(form.get("youngest"));
    return [...names.slice(youngest), ...names.slice(0, youngest)].filter(Boolean);
  }

  handicaps() {
    const selects = [...at("#handicaps").querySelectorAll("select")];
    return Object.fromEntries(selects.map((select) => [select.name, Number(select.value)]).filter(([, least]) => least));
  }

  begin() {
    this.sources.rest();
    const source = this.sources.chosen();
    const hands = this.hands();
    const least = hands === "draft" && source !== "demo" ? this.handicaps() : {};
    const rules = { ...(Object.keys(least).length ? { min_hexominoes: least } : {}), ...(source === "demo" ? {} : this.agreed()) };
    return this.start({ players: this.players(), hands, rules, ...(source ? { source } : {}) });
  }

  // What is agreed in games in which nothing is shared out.
  agreed() {
    const facts = new FormData(this.form);
    const [card, tie] = [Number(facts.get("card")), facts.get("tie")];
    const circle = facts.get("ring") === "ours" ? { circle: this.ring.order } : {};
    return { ...(card ? { card } : {}), ...(tie ? { tie, ...circle } : {}) };
  }

  // A circle of patches lies otherwise each time, so it is asked how.
  again(wishes) {
    if (at("#ring") && this.snapshot.camera.kind !== "demo") this.want();
    else this.start(wishes);
  }

  async start(wishes) {
    this.wanted = !(await act("match", wishes));
    if (!this.wanted) this.ring?.clear();
    this.show(this.snapshot);
  }
}

// The patches with paints for all of them, which the camera may not have seen yet.
function patchesOf(pieces) {
  const patches = Object.entries(pieces).filter(([, { kind }]) => kind !== "leather");
  return Object.fromEntries(patches.map(([id, piece]) => [id, { ...piece, paint: piece.paint ?? "#8a8f98" }]));
}

function handicap(name, least) {
  const select = element("select");
  select.name = name;
  for (let count = 0; count <= MOST_HEXOMINOES; count += 1) select.append(new Option(count || say("none"), count));
  select.value = String(least);
  return element("label", "", element("span", "", name), select);
}
