// What stands around the game: which table this is, what is lastingly said, and whether Polyref answers.

import { write } from "./elements.js";
import { say } from "./language.js";
import { definePatterns } from "./pieces.js";

const at = (selector) => document.querySelector(selector);
const NAME = at("#this-table").textContent;
const SILENT = at("#offline").textContent;

let pieceSet = "";

export function showPlace({ game, pieces, table, notice }) {
  if (game.name !== document.body.dataset.game) location.reload(); // another game is played here now
  const known = Object.keys(pieces).join();
  if (known !== pieceSet) definePatterns(pieces);
  pieceSet = known;
  showTable(table);
  at("#notice").hidden = !notice;
  write(at("#notice"), notice);
}

// Where there are several tables, which one this is.
function showTable(number) {
  const name = number ? say("Table {number}", { number }) : NAME;
  at("#all-tables").hidden = !number;
  write(at("#this-table"), name);
  document.title = number ? `${name} · Polyref` : "Polyref";
}

export function showConnection(connected, words = SILENT) {
  at("#offline").hidden = connected;
  write(at("#offline"), words);
}
