// A piece in hand over a board: turned, flipped, moved and put down, by mouse, finger or keyboard.

import { pieceOn } from "./boards.js";
import { say } from "./language.js";
import { extent, flipped, normalised, outline, shifted, svg, turned } from "./shapes.js";

const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

export class Laying {
  // `places(piece)` tells where a piece fits; `put(piece, cells)` has it judged and tells whether it lies now. `stopped` is
  // called whenever nothing is in hand any more, `givenUp` with the piece when somebody wanted it so.
  constructor(panel, { places, put, stopped, givenUp }) {
    this.panel = panel;
    this.wishes = { places, put, stopped, givenUp };
    this.active = false;
    this.piece = null;
    this.field = (name) => panel.querySelector(`[data-part="${name}"]`);
    this.field("turn").addEventListener("click", () => this.change(turned));
    this.field("flip").addEventListener("click", () => this.change(flipped));
    this.field("put").addEventListener("click", () => this.put());
    this.field("cancel").addEventListener("click", () => this.giveUp());
    this.field("show").addEventListener("change", () => this.draw());
    document.addEventListener("keydown", (event) => this.key(event));
  }

  // The board and the game as they stand now; what was in hand is put away.
  hear(picture, scene) {
    this.stop();
    this.panel.hidden = scene.phase !== "placing";
    this.picture = picture;
    this.twoSided = scene.two_sided;
    if (picture.heard) return;
    picture.heard = true;
    for (const kind of ["pointerdown", "pointermove", "pointerup", "click"]) {
      picture.element.addEventListener(kind, (event) => this.point(picture, event));
    }
  }

  // Takes a piece in hand; `cells` says where it lay just before, otherwise it comes up in the middle.
  async begin(piece, shown, name, cells) {
    Object.assign(this, { active: true, held: true, piece, shown, name, open: null, tapped: "" });
    this.shape = normalised(cells ?? shown.cells);
    this.field("title").textContent = say("Place {piece}", { piece: name });
    this.field("flip").hidden = !this.twoSided || this.shape.length === 1;
    this.field("turn").hidden = this.shape.length === 1;
    this.field("cancel").hidden = !piece;
    this.field("hint").textContent = "";
    this.panel.classList.remove("idle");
    const size = extent(this.shape);
    const middle = [(this.picture.rows - size.rows) >> 1, (this.picture.cols - size.cols) >> 1];
    this.move(cells ? [Math.min(...cells.map(([row]) => row)), Math.min(...cells.map(([, col]) => col))] : middle);
    this.picture.takeKeys(true);
    this.picture.frame.focus({ preventScroll: true });
    this.picture.frame.scrollIntoView({ block: "nearest" });
    const open = await this.wishes.places(piece).catch(() => []);
    if (!this.active || this.piece !== piece) return;
    this.open = new Set(open.map(key));
    this.covered = new Set(open.flat().map(String));
    if (piece && !open.length) this.field("hint").textContent = say("It fits nowhere.");
    this.draw();
  }

  change(how) {
    const before = extent(this.shape);
    this.shape = how(this.shape);
    const after = extent(this.shape);
    // Turned about its middle, so that it stays under the hand.
    this.move([this.at[0] + ((before.rows - after.rows) >> 1), this.at[1] + ((before.cols - after.cols) >> 1)]);
  }

  move([row, col]) {
    const size = extent(this.shape);
    this.at = [clamp(row, this.picture.rows - size.rows), clamp(col, this.picture.cols - size.cols)];
    this.draw();
  }

  // The pointer carries the piece by its middle until it is tapped down. Then it can be dragged, and a tap on it puts it.
  point(picture, event) {
    if (!this.active || picture !== this.picture) return;
    const cell = picture.cellAt(event);
    if (event.type === "pointerdown") this.grasp(cell);
    else if (event.type === "pointermove") this.carry(cell, event.buttons);
    else if (event.type === "pointerup") this.held &&= event.pointerType === "mouse"; // a finger lets go, a mouse hovers
    else this.tap(cell);
  }

  grasp(cell) {
    this.dragged = false;
    this.grasped = !this.held && this.covers(cell) ? [cell[0] - this.at[0], cell[1] - this.at[1]] : null;
  }

  carry([row, col], buttons) {
    if (!buttons) this.grasped = null;
    if (this.grasped) {
      const before = String(this.at);
      this.move([row - this.grasped[0], col - this.grasped[1]]);
      this.dragged ||= String(this.at) !== before;
    } else if (this.held) {
      this.centre([row, col]);
    }
  }

  tap(cell) {
    const [dragged, grasped] = [this.dragged, this.grasped];
    this.grasped = null;
    if (dragged) return;
    if (grasped && this.fits()) this.put();
    else if (!grasped) this.bring(cell);
    this.held = false;
  }

  // The middle of some shapes covers no square: whoever taps there again means the piece as it stands.
  bring(cell) {
    const again = String(cell) === this.tapped && String(this.at) === this.brought;
    this.centre(cell);
    [this.tapped, this.brought] = [String(cell), String(this.at)];
    if (again && this.fits()) this.put();
  }

  centre([row, col]) {
    const size = extent(this.shape);
    this.move([row - (size.rows >> 1), col - (size.cols >> 1)]);
  }

  covers([row, col]) {
    return this.cells().some(([r, c]) => r === row && c === col);
  }

  cells() {
    return shifted(this.shape, this.at);
  }

  fits() {
    return Boolean(this.open?.has(key(this.cells())));
  }

  draw() {
    if (!this.active) return;
    const cells = this.cells();
    const fits = this.fits();
    const ghost = pieceOn(this.piece, this.shown, cells);
    ghost.classList.add(fits ? "fits" : "hinders");
    ghost.append(svg("path", { class: "edge", d: outline(cells, 0, 0.18) }));
    this.picture.layers.ghost.replaceChildren(...(this.field("show").checked ? this.dots() : []), ghost);
    if (!this.open) return;
    const hint = this.field("hint");
    hint.className = fits ? "" : "hinders";
    hint.textContent = this.open.size || !this.piece ? this.where(fits) : say("It fits nowhere.");
  }

  where(fits) {
    const [row, col] = this.at.map((part) => part + 1);
    return fits ? say("Row {row}, column {col}: it fits.", { row, col }) : say("Row {row}, column {col}: not here.", { row, col });
  }

  // A dot on every square that the piece could cover.
  dots() {
    return [...(this.covered ?? [])].map((cell) => {
      const [row, col] = cell.split(",").map(Number);
      return svg("circle", { class: "open", cx: col + 0.5, cy: row + 0.5, r: 0.13 });
    });
  }

  async put() {
    const done = await this.wishes.put(this.piece, this.cells());
    if (!done) this.held = false;
  }

  stop() {
    this.active = false;
    this.piece = null;
    this.panel.classList.add("idle");
    this.field("title").textContent = say("Choose a piece to place");
    this.picture?.layers.ghost.replaceChildren();
    this.picture?.takeKeys(false);
    this.wishes.stopped();
  }

  giveUp() {
    const { piece } = this;
    this.stop();
    this.wishes.givenUp(piece);
  }

  key(event) {
    if (!this.active || event.target.closest("select, input:not([type=checkbox])")) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = STEPS[event.key];
    const letter = event.key.toLowerCase();
    if (step) this.move([this.at[0] + step[0], this.at[1] + step[1]]);
    else if (letter === "r") this.change(turned);
    else if (letter === "f" && this.twoSided) this.change(flipped);
    else if (letter === "escape" && this.piece) this.giveUp();
    else if (letter === "enter" && !event.target.closest("button, a, [role=button]")) this.put();
    else return;
    this.held = false;
    this.picture.layers.ghost.lastElementChild?.scrollIntoView({ block: "nearest" }); // the page does not scroll by itself
    event.preventDefault();
  }
}

const key = (cells) => cells.map(([row, col]) => row * 100 + col).sort((a, b) => a - b).join();
const clamp = (value, most) => Math.max(0, Math.min(most, value));
