// The boards of a scene with all that lies on them, for every game. Lengths inside the pictures are in cells.

import { colourName } from "./colours.js";
import { element } from "./elements.js";
import { say } from "./language.js";
import { fillOf } from "./pieces.js";
import { extent, grooves, heart, inscribed, normalised, outline, svg } from "./shapes.js";

const MARGIN = 0.4;
const RIM = 0.32;

// A piece on cells. `shown` has label, paint, striped; `id` is its piece, which stripes go by.
export function pieceOn(id, shown, cells) {
  const fill = shown.striped ? fillOf(id, { kind: "hexomino" }) : shown.paint;
  const body = svg("path", { class: "body", d: outline(cells), fill });
  const lines = svg("path", { class: shown.striped ? "groove striped" : "groove", d: grooves(cells) });
  return svg("g", { class: "piece", "data-piece": id }, body, lines, letter(shown, heart(cells)));
}

function letter({ label, paint, striped }, [row, col]) {
  const group = svg("g", { class: striped ? "letter chip" : `letter ${isLight(paint) ? "dark" : "light"}` });
  if (striped) {
    const width = 0.16 + 0.22 * label.length;
    group.append(svg("rect", { x: col + 0.5 - width / 2, y: row + 0.28, width, height: 0.44, rx: 0.12 }));
  }
  const size = striped || label.length > 1 ? 0.34 : 0.52;
  group.append(inscribed(label, col + 0.5, row + 0.5, { "font-size": size }));
  return group;
}

function isLight(colour) {
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  return 0.299 * red + 0.587 * green + 0.114 * blue > 150;
}

// A small picture of a piece by itself.
export function miniature(id, shown, cells = shown.cells) {
  const shape = normalised(cells);
  const { rows, cols } = extent(shape);
  const picture = svg("svg", { class: "thumbnail", viewBox: `0 0 ${cols} ${rows}`, "aria-hidden": "true" });
  picture.style.setProperty("--cols", cols);
  picture.append(pieceOn(id, shown, shape));
  return picture;
}

// One board. `last` is the piece placed last, which gets a line around it.
export class BoardPicture {
  constructor(board) {
    this.rows = board.rows;
    this.cols = board.cols;
    this.layers = {};
    const view = `${-MARGIN} ${-MARGIN} ${board.cols + 2 * MARGIN} ${board.rows + 2 * MARGIN}`;
    this.element = svg("svg", { viewBox: view, class: "board" });
    this.element.append(wood(board), ...["starts", "pieces", "marks", "ghost"].map((name) => this.layer(name)));
  }

  layer(name) {
    this.layers[name] = svg("g", { class: name });
    return this.layers[name];
  }

  show(board, last, onPiece) {
    this.layers.starts.replaceChildren(...board.starts.map(([row, col, paint]) => start(row, col, paint)));
    this.layers.pieces.replaceChildren(...board.lying.map((lying) => this.lying(lying, lying === last, onPiece)));
    this.element.setAttribute("role", onPiece ? "group" : "img");
    this.element.setAttribute("aria-label", described(board));
  }

  // As of `Board`; here it is the frame that the keyboard is on.
  takeKeys(taken) {
    const facts = { role: "application", "aria-label": this.element.getAttribute("aria-label") };
    for (const [name, value] of Object.entries(facts)) {
      if (taken) this.frame.setAttribute(name, value);
      else this.frame.removeAttribute(name);
    }
  }

  get frame() {
    return this.element.closest("figure");
  }

  lying(lying, isLast, onPiece) {
    const group = pieceOn(lying.piece, lying, lying.cells);
    if (lying.fixed) group.classList.add("fixed");
    group.prepend(svg("title", {}, titleOf(lying)));
    if (isLast) group.append(svg("path", { class: "halo", d: outline(lying.cells, -0.02, 0.2) }));
    if (onPiece && !lying.fixed) onPiece(group, lying);
    return group;
  }

  // Lines around squares: `wrong` ones, or where something better would have lain.
  mark(marks) {
    this.layers.marks.replaceChildren(
      ...marks.map(({ cells, kind }) => svg("path", { class: kind, d: outline(cells, 0, 0.18) })));
  }

  cellAt(event) {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.element.getScreenCTM().inverse());
    return [Math.floor(at.y), Math.floor(at.x)];
  }
}

// All boards of a scene; those of two players stand side by side, with their names.
export class Boards {
  constructor(place) {
    this.place = place;
    this.pictures = [];
    this.shape = "";
  }

  show(scene, onPiece) {
    const shape = JSON.stringify(scene.boards.map(({ rows, cols, owner }) => [rows, cols, owner]));
    if (shape !== this.shape) this.build(scene.boards);
    this.shape = shape;
    const last = scene.last ?? lastLying(scene);
    scene.boards.forEach((board, i) => {
      this.pictures[i].show(board, last, onPiece);
      this.captions[i].className = board.owner && board.owner === scene.to_move ? "turn" : "";
    });
  }

  build(boards) {
    this.pictures = boards.map((board) => new BoardPicture(board));
    this.captions = boards.map(({ owner }) => element("figcaption", "", owner));
    this.place.replaceChildren(...boards.map(({ owner }, i) => {
      const figure = element("figure", "");
      figure.tabIndex = -1;
      if (owner) figure.append(this.captions[i]);
      figure.append(this.pictures[i].element);
      return figure;
    }));
  }
}

function lastLying(scene) {
  const free = scene.boards.flatMap((board) => board.lying.filter((lying) => !lying.fixed));
  return scene.boards.length === 1 ? free.at(-1) : undefined;
}

function wood({ rows, cols }) {
  let d = "";
  for (let row = 0; row <= rows; row += 1) d += `M0 ${row}H${cols}`;
  for (let col = 0; col <= cols; col += 1) d += `M${col} 0V${rows}`;
  const rim = { class: "rim", x: -RIM, y: -RIM, width: cols + 2 * RIM, height: rows + 2 * RIM, rx: 0.3 };
  return svg("g", {}, svg("rect", rim), svg("rect", { class: "field", width: cols, height: rows }), svg("path", { class: "grid", d }));
}

function start(row, col, paint) {
  const ring = svg("circle", { class: "start", cx: col + 0.5, cy: row + 0.5, r: 0.24 });
  if (paint) ring.setAttribute("fill", paint);
  return ring;
}

function titleOf({ piece, colour, label }) {
  if (colour) return say("{colour} {piece}", { colour: colourName(colour), piece });
  return label || say("leather");
}

function described({ rows, cols, owner, lying }) {
  const facts = { rows, cols, owner, count: lying.length };
  if (owner) return say("Quilt of {owner}, {rows} rows and {cols} columns, pieces on it: {count}", facts);
  return say("Board, {rows} rows and {cols} columns, pieces on it: {count}", facts);
}
