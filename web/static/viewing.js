// The page of those who look on: the same game as it goes on, with nothing on it that changes anything.

import { Board } from "./board.js";
import { showCamera } from "./camera.js";
import { showDraft } from "./draft.js";
import { showEnding } from "./ending.js";
import { offerEntering } from "./entering.js";
import { follow } from "./live.js";
import { Players } from "./players.js";
import { Quilts } from "./quilts.js";
import { Sound } from "./sound.js";
import { showConnection, showPlace } from "./surroundings.js";
import { showHead, showQuestion } from "./verdict.js";
import { Voice } from "./voice.js";
import { offerWall } from "./wall.js";

const PICTURE_REST_MS = 2000;
const at = (selector) => document.querySelector(selector);

const board = new Board(at("#board"));
const players = new Players(at("#players"));
const quilts = at("#market") && new Quilts(at("#market"), at("aside"));
const sound = new Sound(at("#sound"));
const voice = new Voice(at("#voice"), at("#voice-words"));
offerWall(at("#wall"), at("#players"));
offerEntering(at("#enter"), at("#entering"));

function show(snapshot) {
  document.body.dataset.screen = "match";
  showPlace(snapshot);
  sound.hear(snapshot);
  voice.hear(snapshot);
  board.show(snapshot);
  players.show(snapshot);
  quilts?.show(snapshot);
  showHead(snapshot);
  showQuestion(snapshot);
  showEnding(snapshot);
  showDraft(snapshot);
  showCamera(snapshot, PICTURE_REST_MS);
}

follow(show, showConnection);
