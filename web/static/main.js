// Starts the page: one snapshot comes in, every part shows its share of it.

import { act, heard } from "./actions.js";
import { offerBeginning } from "./begin.js";
import { Board } from "./board.js";
import { showCamera } from "./camera.js";
import { showDraft } from "./draft.js";
import { follow } from "./live.js";
import { definePatterns } from "./pieces.js";
import { Placing } from "./placing.js";
import { Players } from "./players.js";
import { showHead, showQuestion } from "./verdict.js";

const at = (selector) => document.querySelector(selector);

const board = new Board(at("#board"), {
  onPiece: (piece, event) => {
    if (placing.active) return;
    event.stopPropagation();
    placing.correct(piece);
  },
  onCell: (cell, how) => placing.point(cell, how),
});
const placing = new Placing(at("#placing"), board);
const players = new Players(at("#players"), { onPiece: (piece) => placing.place(piece) });

at("#undo").addEventListener("click", () => act("undo"));
let pieceSet = "";
let newest = null;

function show(snapshot) {
  const known = Object.keys(snapshot.pieces).join();
  if (known !== pieceSet) definePatterns(snapshot.pieces);
  pieceSet = known;
  newest = snapshot;
  heard(snapshot);
  board.show(snapshot);
  placing.hear(snapshot);
  players.show(snapshot);
  showHead(snapshot);
  showQuestion(snapshot);
  showDraft(snapshot);
  showCamera(snapshot);
  at("#notice").hidden = !snapshot.notice;
  at("#notice").textContent = snapshot.notice;
  at("#new-match").textContent = snapshot.demo ? "Next game" : "New match";
}

offerBeginning(() => newest?.demo);
follow(show, (connected) => {
  at("#offline").hidden = connected;
});
