// How a piece looks: paint and letter for a pentomino, black-and-white stripes and a label for a hexomino.

import { colourName } from "./colours.js";
import { say } from "./language.js";
import { extent, grooves, heart, inscribed, normalised, outline, svg } from "./shapes.js";

// Twelve paints that keep apart for most eyes; the letter tells the rest. Paints the camera has seen take their place.
const PAINTS = {
  F: "#c8465a", I: "#e9a63a", L: "#12788a", N: "#3c6e9f", P: "#86ad6f", T: "#6b5580",
  U: "#e2714b", V: "#2b9a86", W: "#93613f", X: "#4a62c2", Y: "#f0d158", Z: "#b569a4",
};

// Four directions of stripes in three widths: [angle in degrees, period, share of black]; the last four are dotted.
const STRIPES = [
  [45, 0.3, 0.5], [0, 0.3, 0.5], [135, 0.3, 0.5], [90, 0.3, 0.5],
  [45, 0.18, 0.45], [0, 0.18, 0.45], [135, 0.18, 0.45], [90, 0.18, 0.45],
  [45, 0.36, 0], [0, 0.25, 0], [30, 0.5, 0.5], [60, 0.5, 0.5],
];

// Defines the stripes once for the whole page; other SVGs of the document refer to them.
export function definePatterns(pieces) {
  const striped = Object.entries(pieces).filter(([, piece]) => piece.kind === "hexomino").map(([id]) => id).sort();
  const defs = svg("defs");
  striped.forEach((id, i) => defs.append(pattern(id, ...STRIPES[i % STRIPES.length])));
  document.querySelector("#patterns").replaceChildren(defs);
}

function pattern(id, angle, period, black) {
  const mark = black
    ? svg("rect", { width: period, height: period * black, fill: "#1c1e22" })
    : svg("circle", { cx: period / 2, cy: period / 2, r: period * 0.3, fill: "#1c1e22" });
  const ground = svg("rect", { width: period, height: period, fill: "#faf9f5" });
  return svg("pattern", {
    id: `stripes-${id}`, width: period, height: period,
    patternUnits: "userSpaceOnUse", patternTransform: `rotate(${angle})`,
  }, ground, mark);
}

export function fillOf(id, piece) {
  return piece.kind === "hexomino" ? `url(#stripes-${id})` : piece.paint ?? PAINTS[id] ?? "#8a8f98";
}

// A piece on given cells, as a group in units of one cell.
export function drawn(id, piece, cells) {
  const fill = fillOf(id, piece);
  const striped = piece.kind === "hexomino";
  const body = svg("path", { class: "body", d: outline(cells), fill });
  const lines = svg("path", { class: striped ? "groove striped" : "groove", d: grooves(cells) });
  return svg("g", { class: "piece", "data-piece": id }, body, lines, letter(piece.label || id, heart(cells), striped, fill));
}

function letter(label, [row, col], striped, fill) {
  const group = svg("g", { class: striped ? "letter chip" : `letter ${isLight(fill) ? "dark" : "light"}` });
  if (striped) {
    const width = 0.16 + 0.22 * label.length;
    group.append(svg("rect", { x: col + 0.5 - width / 2, y: row + 0.28, width, height: 0.44, rx: 0.12 }));
  }
  const size = striped || label.length > 1 ? 0.34 : 0.52;
  group.append(inscribed(label, col + 0.5, row + 0.5, { "font-size": size }));
  return group;
}

// Dark letters where they stand out more from the paint than white ones do (WCAG 2.2, relative luminance).
function isLight(colour) {
  const [red, green, blue] = [1, 3, 5].map((at) => linear(parseInt(colour.slice(at, at + 2), 16) / 255));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.19;
}

const linear = (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);

// A small picture of a piece by itself, lying rather than standing.
export function thumbnail(id, piece) {
  const size = extent(normalised(piece.cells));
  const picture = svg("svg", { class: "thumbnail", viewBox: `0 0 ${size.cols} ${size.rows}`, "aria-hidden": "true" });
  picture.style.setProperty("--cols", size.cols);
  picture.append(drawn(id, piece, piece.cells));
  return picture;
}

const OWN_WORDS = new Set(["patch", "leather"]);

export function spoken(id, piece) {
  if (piece.colour) return say("{colour} {piece}", { colour: colourName(piece.colour), piece: piece.name });
  if (piece.kind === "leather") return say("the leather patch");
  if (piece.kind === "patch") return say("patch {patch}", { patch: piece.name });
  if (piece.kind === "hexomino") return say("hexomino {id}, {name}", { id, name: piece.name });
  return piece.name === id ? say("pentomino {id}", { id }) : `${id}, ${piece.name}`;
}

// What stands in the title of what is done with a piece: short where that is enough.
export const called = (id, piece) => (piece.colour || OWN_WORDS.has(piece.kind) ? spoken(id, piece) : id);

// What a piece of the draft offers; `holder` has it already.
export function takingOf(piece, holder) {
  return holder ? say("{piece}, taken by {player}", { piece, player: holder }) : say("Take {piece}", { piece });
}
