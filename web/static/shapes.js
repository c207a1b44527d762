// Polyominoes on the page: turning them and drawing their outline. A cell is [row, col]; paths are in units of one cell.

const SVG = "http://www.w3.org/2000/svg";

export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

// Words with their middle at a point. WebKit rounds the metrics of letters to whole units, which are cells here: there
// `dominant-baseline` puts them elsewhere.
export function inscribed(words, x, y, attributes = {}) {
  return svg("text", { x, y, dy: "0.35em", ...attributes }, words);
}

export function normalised(cells) {
  const top = Math.min(...cells.map(([row]) => row));
  const left = Math.min(...cells.map(([, col]) => col));
  return cells.map(([row, col]) => [row - top, col - left]);
}

export const turned = (cells) => normalised(cells.map(([row, col]) => [col, -row]));
export const flipped = (cells) => normalised(cells.map(([row, col]) => [row, -col]));

export function extent(cells) {
  return { rows: 1 + Math.max(...cells.map(([row]) => row)), cols: 1 + Math.max(...cells.map(([, col]) => col)) };
}

export const shifted = (cells, [row, col]) => cells.map(([r, c]) => [r + row, c + col]);

// The outline of a polyomino, its corners rounded, a little inside its squares so that neighbours stay apart.
export function outline(cells, inset = 0.035, radius = 0.16) {
  return loops(cells)
    .map((corners) => rounded(corners.map((corner, i) => insideOf(corners, i, inset)), radius))
    .join(" ");
}

// The lines between the squares of one piece.
export function grooves(cells, inset = 0.12) {
  const taken = new Set(cells.map(String));
  const lines = [];
  for (const [row, col] of cells) {
    if (taken.has(String([row, col + 1]))) lines.push(`M${col + 1} ${row + inset}V${row + 1 - inset}`);
    if (taken.has(String([row + 1, col]))) lines.push(`M${col + inset} ${row + 1}H${col + 1 - inset}`);
  }
  return lines.join("");
}

// The square nearest to the middle, for the letter.
export function heart(cells) {
  const row = cells.reduce((sum, cell) => sum + cell[0], 0) / cells.length;
  const col = cells.reduce((sum, cell) => sum + cell[1], 0) / cells.length;
  const far = ([r, c]) => (r - row) ** 2 + (c - col) ** 2;
  return cells.reduce((best, cell) => (far(cell) < far(best) ? cell : best));
}

// Edges of the squares, clockwise, joined to closed loops of corners [x, y]; edges inside cancel out.
function loops(cells) {
  const taken = new Set(cells.map(String));
  const next = new Map();
  for (const [row, col] of cells) {
    if (!taken.has(String([row - 1, col]))) next.set(`${col},${row}`, [col + 1, row]);
    if (!taken.has(String([row, col + 1]))) next.set(`${col + 1},${row}`, [col + 1, row + 1]);
    if (!taken.has(String([row + 1, col]))) next.set(`${col + 1},${row + 1}`, [col, row + 1]);
    if (!taken.has(String([row, col - 1]))) next.set(`${col},${row + 1}`, [col, row]);
  }
  const found = [];
  while (next.size) {
    const points = [];
    let key = next.keys().next().value;
    while (next.has(key)) {
      const point = next.get(key);
      next.delete(key);
      points.push(point);
      key = String(point);
    }
    found.push(points.filter((point, i) => isCorner(points.at(i - 1), point, points[(i + 1) % points.length])));
  }
  return found;
}

// Lines around cells that the keyboard may be on: whatever their colour is, either the light or the dark one is seen.
export function ringed(cells) {
  return ["light", "dark"].map((tone) => svg("path", { class: `around ${tone}`, d: outline(cells, 0, 0.18) }));
}

const isCorner = (before, here, after) => (before[0] === here[0]) !== (here[0] === after[0]);

// Moves a corner inwards; going clockwise, the inside lies to the right.
function insideOf(corners, i, inset) {
  const [here, before, after] = [corners[i], corners.at(i - 1), corners[(i + 1) % corners.length]];
  const [inX, inY] = direction(before, here);
  const [outX, outY] = direction(here, after);
  return [here[0] - inset * (inY + outY), here[1] + inset * (inX + outX)];
}

function rounded(corners, radius) {
  const parts = corners.map((here, i) => {
    const [inX, inY] = direction(corners.at(i - 1), here);
    const [outX, outY] = direction(here, corners[(i + 1) % corners.length]);
    const start = `${here[0] - inX * radius} ${here[1] - inY * radius}`;
    return `${i ? "L" : "M"}${start}Q${here[0]} ${here[1]} ${here[0] + outX * radius} ${here[1] + outY * radius}`;
  });
  return `${parts.join("")}Z`;
}

const direction = (from, to) => [Math.sign(to[0] - from[0]), Math.sign(to[1] - from[1])];
