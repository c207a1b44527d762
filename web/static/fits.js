// On request: what still fits, and where; and the footprints, regions that only one player can still use.

import { ask } from "./actions.js";
import { element } from "./elements.js";
import { say, sayMany } from "./language.js";
import { spoken, thumbnail } from "./pieces.js";

export class Fits {
  constructor(button, words, board) {
    [this.button, this.words, this.board] = [button, words, board];
    this.on = false;
    this.known = { fits: {}, footprints: [] };
    this.looked = null;
    button.addEventListener("click", () => this.set(!this.on));
  }

  set(on) {
    this.on = on;
    this.button.setAttribute("aria-pressed", String(on));
    this.length = null;
    this.looked = null;
    this.hear(this.snapshot);
  }

  hear(snapshot) {
    this.snapshot = snapshot;
    const { match } = snapshot;
    this.button.disabled = match?.phase !== "placing";
    if (this.button.disabled) this.on = false;
    if (!this.on) return this.clear();
    if (this.length === match.length) return this.mark();
    this.length = match.length;
    return this.ask();
  }

  async ask() {
    const { length } = this;
    const known = await ask("prospects", { fits: {}, footprints: [] });
    if (length !== this.length) return;
    this.known = known;
    this.show();
  }

  clear() {
    this.button.setAttribute("aria-pressed", "false");
    this.words.hidden = true;
    this.board.prospects([], []);
    for (const count of document.querySelectorAll(".count")) {
      count.parentElement.removeAttribute("aria-description");
      count.remove();
    }
  }

  // A piece in a hand is looked at: shows the squares that it may still cover.
  look(piece, player) {
    if (!this.on) return;
    this.looked = piece && [piece, player];
    this.show();
  }

  show() {
    if (!this.on) return;
    const [piece, player] = this.looked ?? [];
    const fitting = this.known.fits[player]?.[piece];
    this.board.prospects(fitting?.cells ?? [], this.known.footprints);
    this.words.replaceChildren(...this.sentences(piece, fitting));
    this.words.hidden = false;
    this.mark();
  }

  sentences(piece, fitting) {
    const { pieces } = this.snapshot;
    if (fitting) {
      const names = { piece: spoken(piece, pieces[piece]) };
      const found = sayMany(fitting.count, "There is {count} place for {piece}.", "There are {count} places for {piece}.", names);
      return [thumbnail(piece, pieces[piece]), " ", fitting.count ? found : say("There is no place for {piece}.", names)];
    }
    const marks = this.known.footprints.map(({ player, cells, pieces: fit }) =>
      element("span", "mark", sayMany(
        cells.length,
        "{player} alone can still use {count} square ({pieces}).",
        "{player} alone can still use {count} squares ({pieces}).",
        { player, pieces: fit.join(", ") },
      )));
    return [say("The numbers say in how many ways a piece still fits; rest on one, or tap it, to see where."), " ", ...marks];
  }

  // A number beside each piece in hand; the cards are drawn anew with every move. One that stays the same is left alone:
  // a click may be under way on it.
  mark() {
    for (const held of document.querySelectorAll("#players [data-hold]")) {
      const count = this.known.fits[held.dataset.holder]?.[held.dataset.hold]?.count;
      const before = held.querySelector(".count");
      if (count === undefined || before?.textContent !== String(count)) before?.remove();
      if (count !== undefined && !held.querySelector(".count")) note(held, count);
    }
  }
}

function note(held, count) {
  const mark = element("span", count ? "count" : "count none", String(count));
  mark.setAttribute("aria-hidden", "true");
  held.append(mark);
  held.setAttribute("aria-description", count ? sayMany(count, "fits in {count} way", "fits in {count} ways") : say("fits nowhere"));
}
