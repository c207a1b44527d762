// Starts the page: one snapshot comes in, every part shows its share of it.

import { act, heard, tell } from "./actions.js";
import { Board } from "./board.js";
import { showCamera } from "./camera.js";
import { showDraft } from "./draft.js";
import { showEnding } from "./ending.js";
import { Fits } from "./fits.js";
import { follow } from "./live.js";
import { PhoneCode } from "./phone-code.js";
import { Placing } from "./placing.js";
import { Players } from "./players.js";
import { Quilts } from "./quilts.js";
import { Setup } from "./setup.js";
import { Sharing } from "./sharing.js";
import { Sound } from "./sound.js";
import { showConnection, showPlace } from "./surroundings.js";
import { showHead, showQuestion, showTools } from "./verdict.js";
import { Voice } from "./voice.js";
import { offerWall } from "./wall.js";

const at = (selector) => document.querySelector(selector);

const board = new Board(at("#board"), {
  onPiece: (piece, event) => {
    if (placing.active) return;
    event.stopPropagation();
    placing.correct(piece);
  },
  onCell: (cell, how) => placing.point(cell, how),
});
const placing = new Placing(at("#placing"), board, onward);
const fits = new Fits(at("#fits"), at("#fits-words"), board);
const players = new Players(at("#players"), {
  onPiece: (piece, player) => {
    placing.place(piece);
    fits.look(piece, player); // a finger does not rest on anything: where it fits is shown while it is placed
  },
  onLook: (piece, player) => {
    if (piece || !placing.active) fits.look(piece, player);
  },
});
const quilts = at("#market") && new Quilts(at("#market"), at("aside"), {
  onPatch: (piece) => placing.place(piece),
  onAdvance: () => act("advance"),
});
const setup = new Setup(at("#setup"));
const sound = new Sound(at("#sound"));
const phone = at("#phone-again") && new PhoneCode(at("#phone-again"), { instead: true }); // on this machine only
const voice = new Voice(at("#voice"), at("#voice-words"));
const sharing = at("#share") && new Sharing(at("#share"), at("#sharing")); // so is this
offerWall(at("#wall"), at("#players"));

let newest = null;

// Whoever plays by keyboard goes on from there.
function onward() {
  (players.next() ?? at("#market button:enabled") ?? at("#turn")).focus({ preventScroll: true });
}

at("#undo").addEventListener("click", () => act("undo"));
at("#pause").addEventListener("click", () => act("pause", { paused: !newest?.paused }));

function show(snapshot) {
  newest = snapshot;
  showPlace(snapshot);
  heard(snapshot);
  setup.show(snapshot);
  sound.hear(snapshot);
  voice.hear(snapshot);
  board.show(snapshot);
  placing.hear(snapshot);
  players.show(snapshot);
  fits.hear(snapshot);
  quilts?.show(snapshot);
  showHead(snapshot);
  showTools(snapshot);
  showQuestion(snapshot, (index) => act("answer", { index }));
  showEnding(snapshot, setup);
  showDraft(snapshot, { onPick: (piece) => act("draft", { piece }), onEnd: onward });
  showCamera(snapshot);
  if (setup.open === false) phone?.show(snapshot.camera);
  sharing?.hear(snapshot);
}

// It answers again; it may have been started anew.
function again() {
  tell("");
  sharing?.ask();
}

follow(show, (connected, words) => {
  if (connected && !at("#offline").hidden) again();
  showConnection(connected, words);
});
