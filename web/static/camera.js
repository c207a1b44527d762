// The camera picture with what was recognised drawn over it, and in words what the camera can see.

import { write } from "./elements.js";

const at = (selector) => document.querySelector(selector);

const GONE = new Set(["no_camera", "asleep", "late", "slow", "frozen", "fault"]);
const BLIND_MS = 3000; // an arm before the camera is gone sooner
const GONE_MS = 500; // a camera that is opened again at once need not be mentioned

let shown = 0;
let loading = false;
let since = null;

// Those who look on rest for `restMs` after a picture: there may be many of them.
export function showCamera({ camera, match, paused }, restMs = 0) {
  write(at("#view-words"), camera.words);
  at("#camera").dataset.view = camera.view;
  const needed = match?.phase === "placing" && !paused;
  const gone = GONE.has(camera.view);
  warn(needed && (gone || camera.view === "no_board") ? camera.words : "", gone ? GONE_MS : BLIND_MS);
  if (!camera.picture) forget();
  else if (camera.picture !== shown && !loading) load(camera.picture, restMs);
}

// What keeps the referee from seeing is said where the verdicts are said, once it has lasted.
function warn(words, afterMs) {
  if (!words) {
    clearTimeout(since);
    since = null;
    at("#blind").textContent = "";
  } else if (at("#blind").textContent) {
    write(at("#blind"), words);
  } else {
    since ??= setTimeout(() => (at("#blind").textContent = at("#view-words").textContent), afterMs);
  }
}

// What another camera has seen is not what is seen now.
function forget() {
  at("#picture").hidden = true;
  shown = 0;
}

// One request at a time: the picture that is on its way is finished before a newer one is asked for.
function load(seq, restMs) {
  loading = true;
  const rest = () => setTimeout(() => (loading = false), restMs);
  const picture = new Image();
  picture.onload = () => {
    at("#picture").src = picture.src;
    at("#picture").hidden = false;
    shown = seq;
    rest();
  };
  picture.onerror = rest;
  picture.src = `snapshot.jpg?seq=${seq}`;
}
