// The board: its grid, the pieces that lie on it, the cells in trouble, and a ghost of the piece being placed by hand.

import { say } from "./language.js";
import { drawn, spoken } from "./pieces.js";
import { heart, inscribed, outline, ringed, svg } from "./shapes.js";

const MARGIN = 0.4; // the rim, in cells; what hangs over the edge is drawn beyond it

export class Board {
  // Without `onPiece` and `onCell` it can only be looked at.
  constructor(element, { onPiece, onCell } = {}) {
    this.element = element;
    this.onPiece = onPiece;
    this.onCell = onCell;
    this.layers = {};
    this.shown = "";
    if (!onCell) return;
    element.addEventListener("pointermove", (event) => this.onCell(this.cellAt(event), "over"));
    element.addEventListener("click", (event) => this.onCell(this.cellAt(event), "click"));
  }

  show(snapshot) {
    this.pieces = snapshot.pieces;
    const { rows, cols, apart } = snapshot.game;
    const content = JSON.stringify([rows, cols, snapshot.pieces, snapshot.match]);
    if (content === this.shown) return;
    [this.shown, this.apart] = [content, apart];
    const { lying = [], troubles = [], question } = snapshot.match ?? {};
    const unsure = question ? [{ kind: "unsure", cells: question.cells }] : [];
    if (!this.layers.grid) this.build(rows, cols, apart);
    if (apart) this.layers.owners.replaceChildren(...owners(snapshot));
    const last = lying.at(-1);
    const { piece: focused } = this.layers.pieces.contains(document.activeElement) ? document.activeElement.dataset : {};
    this.layers.pieces.replaceChildren(...lying.map((placed) => this.placed(placed, placed === last)));
    this.layers.troubles.replaceChildren(...[...unsure, ...troubles].flatMap((trouble) => inTrouble(trouble, snapshot.pieces)));
    if (focused) (this.layers.pieces.querySelector(`[data-piece="${CSS.escape(focused)}"]`) ?? this.element).focus();
    this.element.classList.toggle("troubled", troubles.length > 0);
    this.element.setAttribute("aria-label", inWords(snapshot.game, lying.length));
  }

  // Of two boards the second begins `apart` columns after the first; their owners' names stand above them.
  build(rows, cols, apart) {
    const above = apart ? 1.2 : MARGIN;
    this.element.setAttribute("viewBox", `${-MARGIN} ${-above} ${cols + 2 * MARGIN} ${rows + above + MARGIN}`);
    this.layers.grid = svg("g", {}, ...(apart ? [0, apart] : [0]).flatMap((left) => bare(rows, cols - apart, left)));
    for (const name of ["owners", "prospects", "pieces", "troubles", "ghost"]) this.layers[name] = svg("g", { class: name });
    this.element.replaceChildren(...Object.values(this.layers));
  }

  placed({ piece, player, cells }, isLast) {
    const group = drawn(piece, this.pieces[piece], cells);
    const top = this.pieces[piece].top;
    if (top && String(top.cells) === String(cells)) group.querySelector(".body").after(...asSeen(piece, top));
    const words = say("{piece}, placed by {player}", { piece: spoken(piece, this.pieces[piece]), player });
    const title = svg("title", {}, words);
    group.prepend(title);
    if (isLast) {
      group.classList.add("last");
      group.append(svg("path", { class: "halo", d: outline(cells, -0.02, 0.2) }));
    }
    if (this.onPiece) this.offer(group, piece, say("{words}. Correct it", { words: `${words}. ${placeOf(cells, this.apart)}` }), cells);
    else Object.entries({ role: "img", "aria-label": `${words}. ${placeOf(cells, this.apart)}` }).forEach(([name, value]) => group.setAttribute(name, value));
    return group;
  }

  // Makes a piece that lies there a button.
  offer(group, piece, words, cells) {
    group.append(...ringed(cells));
    for (const [name, value] of Object.entries({ role: "button", tabindex: 0, "aria-label": words })) group.setAttribute(name, value);
    group.addEventListener("click", (event) => this.onPiece(piece, event));
    group.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") this.onPiece(piece, event);
    });
  }

  // Shows where a piece would lie; `fits` says whether nothing is in its way.
  ghost(piece, cells, fits) {
    if (!this.layers.ghost) return;
    this.layers.ghost.replaceChildren();
    if (!piece) return;
    const group = drawn(piece, this.pieces[piece], cells);
    group.classList.add(fits ? "fits" : "hinders");
    group.append(svg("path", { class: "rim", d: outline(cells, 0, 0.18) }));
    this.layers.ghost.append(group);
  }

  // Whether arrow keys move a piece in hand: who has the page read out gives them to the board then, not to the reader.
  takeKeys(taken) {
    this.element.setAttribute("role", taken ? "application" : "group");
  }

  // The piece in hand is brought into sight: keys that move it do not scroll the page.
  reveal() {
    this.layers.ghost?.lastElementChild?.scrollIntoView({ block: "nearest" });
  }

  // Squares that a piece may still cover, and the regions that only one player can still use.
  prospects(cells, footprints) {
    if (!this.layers.prospects) return;
    const squares = cells.map(([row, col]) => svg("rect", { class: "fitting", x: col + 0.08, y: row + 0.08, width: 0.84, height: 0.84, rx: 0.14 }));
    this.layers.prospects.replaceChildren(...squares, ...footprints.map(footprint));
  }

  cellAt(event) {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.element.getScreenCTM().inverse());
    return [Math.floor(at.y), Math.floor(at.x)];
  }
}

// The row and the column of the top and the left edge, counted from 1; of two boards, `apart` columns, each has its own.
export function placeOf(cells, apart) {
  const [row, left] = [0, 1].map((axis) => Math.min(...cells.map((cell) => cell[axis])) + 1);
  return say("Row {row}, column {col}", { row, col: apart && left > apart ? left - apart : left });
}

function bare(rows, cols, left) {
  const edge = 0.32;
  const wood = svg("rect", { class: "rim", x: left - edge, y: -edge, width: cols + 2 * edge, height: rows + 2 * edge, rx: 0.3 });
  const field = svg("rect", { class: "field", x: left, width: cols, height: rows });
  let d = "";
  for (let row = 0; row <= rows; row += 1) d += `M${left} ${row}h${cols}`;
  for (let col = 0; col <= cols; col += 1) d += `M${left + col} 0V${rows}`;
  return [wood, field, svg("path", { class: "grid", d })];
}

function inWords({ rows, cols, apart }, count) {
  if (!apart) return say("Board, {rows} rows and {cols} columns, pieces on it: {count}", { rows, cols, count });
  return say("Two quilts of {rows} rows and {cols} columns, pieces on them: {count}", { rows, cols: cols - apart, count });
}

function owners({ game, match }) {
  const middle = (game.cols - game.apart) / 2;
  return (match?.players ?? []).map(({ name }, i) =>
    svg("text", { class: name === match.to_move ? "owner turn" : "owner", x: middle + i * game.apart, y: -0.52 }, name));
}

// The stripes as the camera has seen them, cut out along the outline.
function asSeen(piece, { number, cells }) {
  const rows = cells.map(([row]) => row);
  const cols = cells.map(([, col]) => col);
  const [y, x] = [Math.min(...rows), Math.min(...cols)];
  const size = { x, y, width: Math.max(...cols) - x + 1, height: Math.max(...rows) - y + 1 };
  const clip = svg("clipPath", { id: `top-${piece}` }, svg("path", { d: outline(cells) }));
  const href = `tops/${piece}.png?number=${number}`;
  const picture = svg("image", { ...size, href, "clip-path": `url(#top-${piece})`, preserveAspectRatio: "none", class: "seen" });
  return [clip, picture];
}

function footprint({ player, cells }) {
  const [row, col] = heart(cells);
  const label = inscribed(player.slice(0, 1).toUpperCase(), col + 0.5, row + 0.5);
  return svg("g", { class: "footprint" }, svg("title", {}, say("Only {player} can still use this", { player })), svg("path", { d: outline(cells, 0.1, 0.2) }), label);
}

function inTrouble({ kind, piece, cells }, pieces) {
  const tone = kind === "unsure" ? "unsure" : "illegal";
  const squares = cells.map(([row, col]) =>
    svg("g", { class: `trouble ${tone}` },
      svg("rect", { x: col, y: row, width: 1, height: 1, fill: `url(#hatch-${tone})` }),
      svg("rect", { class: "frame", x: col + 0.04, y: row + 0.04, width: 0.92, height: 0.92 })));
  if (!piece || !pieces[piece] || !cells.length) return squares;
  const shape = svg("path", { class: `trouble-shape ${tone}`, d: outline(cells, 0, 0.18) });
  const body = drawn(piece, pieces[piece], cells);
  body.classList.add("wrong");
  return [body, ...squares, shape, flag(cells[0], `! ${pieces[piece].label}`, tone)];
}

function flag([row, col], words, tone) {
  const width = 0.35 + 0.26 * words.length;
  return svg("g", { class: `flag ${tone}` },
    svg("rect", { x: col - 0.12, y: row - 0.3, width, height: 0.6, rx: 0.3 }),
    inscribed(words, col - 0.12 + width / 2, row));
}
