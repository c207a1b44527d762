// Placing or correcting a piece by hand: choose it, turn it, flip it, move it, put it down. Mouse, finger or keyboard.

import { act } from "./actions.js";
import { placeOf } from "./board.js";
import { write } from "./elements.js";
import { say } from "./language.js";
import { called, spoken } from "./pieces.js";
import { extent, flipped, normalised, shifted, turned } from "./shapes.js";

const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

export class Placing {
  // `onEnd` is called when the piece is down or given up: the keyboard needs a place to go on from.
  constructor(panel, board, onEnd) {
    [this.panel, this.board, this.onEnd] = [panel, board, onEnd];
    this.active = false;
    this.held = false;
    this.field = (name) => panel.querySelector(`[data-part="${name}"]`);
    this.field("turn").addEventListener("click", () => this.change(turned));
    this.field("flip").addEventListener("click", () => this.change(flipped));
    this.field("put").addEventListener("click", () => this.put());
    this.field("remove").addEventListener("click", () => this.remove());
    this.field("cancel").addEventListener("click", () => this.stop());
    this.field("choice").addEventListener("change", (event) => this.choose(event.target.value));
    document.addEventListener("keydown", (event) => this.key(event));
  }

  hear(snapshot) {
    this.snapshot = snapshot;
    this.field("flip").hidden = !snapshot.game.two_sided;
    if (this.active && snapshot.match?.length !== this.length) this.stop();
  }

  // A piece from the hand of whoever's turn it is.
  place(piece) {
    this.was = null;
    const { game, match, pieces } = this.snapshot;
    const second = game.apart && match.to_move === match.players[1].name;
    this.begin(piece, [piece], pieces[piece].cells, [0, second ? game.apart : 0]);
  }

  // A piece that lies on the board, and perhaps is not what or where it was taken for.
  correct(piece) {
    const { game, match, pieces } = this.snapshot;
    const placed = match.lying.find((one) => one.piece === piece);
    const { colour } = pieces[piece];
    const owner = match.shared?.name === colour ? match.shared : match.players.find((player) => player.name === placed.player);
    this.was = piece;
    const top = Math.min(...placed.cells.map(([row]) => row));
    const left = Math.min(...placed.cells.map(([, col]) => col));
    const used = new Set(match.lying.map((one) => one.piece));
    const others = game.apart ? Object.keys(pieces).filter((id) => !used.has(id)) : owner.hand.filter((id) => pieces[id].colour === colour);
    this.begin(piece, [piece, ...others], normalised(placed.cells), [top, left]);
  }

  begin(piece, choices, shape, at) {
    this.active = true;
    this.held = true;
    write(this.field("where"), "");
    this.untouched = !this.was; // it has come up somewhere on the board, not where anybody has put it
    this.begun = Symbol(piece);
    this.length = this.snapshot.match.length;
    const name = called(piece, this.snapshot.pieces[piece]);
    this.field("title").textContent = this.was ? say("Correct {piece}", { piece: name }) : say("Place {piece} by hand", { piece: name });
    this.field("put").textContent = this.was ? say("This is right") : say("Put it here");
    const names = choices.map((id) => this.named(id)); // of pieces that are alike the first does
    const options = choices.filter((_, i) => names.indexOf(names[i]) === i).map((id) => new Option(this.named(id), id));
    this.field("choice").replaceChildren(...options);
    this.field("choose").hidden = options.length < 2;
    this.field("remove").hidden = !this.was;
    this.panel.hidden = false;
    document.body.classList.add("placing");
    [this.piece, this.shape] = [piece, shape];
    this.move(at);
    this.board.takeKeys(true);
    this.board.element.focus();
  }

  named(id) {
    return spoken(id, this.snapshot.pieces[id]);
  }

  choose(piece) {
    this.piece = piece;
    this.shape = normalised(this.snapshot.pieces[piece].cells);
    this.move(this.at);
  }

  change(how) {
    this.shape = how(this.shape);
    this.move(this.at);
  }

  move([row, col]) {
    const { rows, cols } = this.snapshot.game;
    const size = extent(this.shape);
    this.at = [clamp(row, rows - size.rows), clamp(col, cols - size.cols)];
    this.draw();
  }

  // The pointer carries the piece by its middle until it is tapped down; another tap takes it up to the new place.
  point([row, col], how) {
    if (!this.active || (how === "over" && !this.held)) return;
    const size = extent(this.shape);
    this.untouched = false;
    this.move([row - Math.floor(size.rows / 2), col - Math.floor(size.cols / 2)]);
    if (how === "click") this.held = false;
  }

  draw() {
    const cells = this.cells();
    const taken = new Set(this.others().flatMap((placed) => placed.cells.map(String)));
    const fits = !cells.some((cell) => taken.has(String(cell)));
    this.board.ghost(this.piece, cells, fits);
    const hint = this.field("hint");
    hint.className = this.untouched ? "soft" : "";
    hint.textContent = this.untouched ? say("Tap where it is to lie.") : fits ? "" : say("Another piece lies there.");
  }

  cells() {
    return shifted(this.shape, this.at);
  }

  others() {
    return this.snapshot.match.lying.filter((placed) => placed.piece !== this.was);
  }

  async put() {
    const body = { piece: this.piece, cells: this.cells() };
    await this.until(this.was ? act("correct", { was: this.was, ...body }) : act("place", body));
  }

  async remove() {
    await this.until(act("remove", { piece: this.was }));
  }

  // The answer may come late, when the next piece has been taken up already: that is not to be let go.
  async until(done) {
    const { begun } = this;
    if ((await done) && begun === this.begun) this.stop();
  }

  stop() {
    if (this.panel.contains(document.activeElement) || this.board.element.contains(document.activeElement)) this.onEnd();
    this.active = false;
    this.board.takeKeys(false);
    this.panel.hidden = true;
    document.body.classList.remove("placing");
    this.board.ghost(null);
  }

  key(event) {
    if (!this.active || event.target.closest("select, input")) return;
    const step = STEPS[event.key];
    const key = event.key.toLowerCase();
    if (step) this.untouched = false;
    if (step) this.move([this.at[0] + step[0], this.at[1] + step[1]]);
    else if (key === "r") this.change(turned);
    else if (key === "f" && this.snapshot.game.two_sided) this.change(flipped);
    else if (key === "escape") this.stop();
    else if (key === "enter" && !event.target.closest("button")) this.put();
    else return;
    this.held = false;
    if (this.active) write(this.field("where"), placeOf(this.cells(), this.snapshot.game.apart));
    this.board.reveal();
    event.preventDefault();
  }
}

const clamp = (value, most) => Math.max(0, Math.min(most, value));
