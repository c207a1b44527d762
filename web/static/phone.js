// The phone's page: its camera, single photos, and what the referee says.

import { write } from "./elements.js";
import { say } from "./language.js";
import { Film } from "./phone-film.js";

const at = (selector) => document.querySelector(selector);
const ADDRESS = location.pathname;
const ASK_MS = 1000;
const ANSWER_MS = 15_000;
const KINDS = new Set(["image/jpeg", "image/png", "image/webp"]);
const LONGEST_PX = 2600;
const GONE = 410;
const LONG_MS = 60_000; // of requests in vain: this is no short gap any more
const NO_ANSWER = say("Polyref does not answer; trying again …");
// With a new address of the computer comes a new certificate, which the browser asks about on a new page only.
const LOST = say("Polyref does not answer. Load this page anew; if that does not help, read the code on the table's screen again.");

let missing = null; // since when

function set(place, words) {
  if (place) write(place, words);
}

function show({ headline, words, alarm, tone, view, camera }) {
  document.body.dataset.tone = tone;
  set(at("#headline"), headline);
  set(at("#words"), words);
  set(at("#trouble"), alarm);
  at("#trouble").hidden = !alarm;
  set(at("#sight"), camera);
  if (at(".sight")) at(".sight").dataset.view = view;
}

// Sends a picture. Answers why it was refused, if it was, and whether that is so for good. Fails where Polyref does not
// answer.
async function send(picture, query) {
  const answer = await reach(`${ADDRESS}/picture${query}`, { method: "POST", body: picture, headers: { "Content-Type": picture.type || "image/jpeg" } });
  const said = await answer.json();
  if (answer.ok) show(said);
  return { why: answer.ok ? "" : said.error, over: answer.status === GONE };
}

async function reach(address, request = {}) {
  try {
    const answer = await fetch(address, { ...request, signal: AbortSignal.timeout?.(ANSWER_MS) });
    missing = null;
    at("#offline").hidden = true;
    return answer;
  } catch (error) {
    missing ??= performance.now();
    at("#offline").hidden = false;
    const lost = navigator.onLine && performance.now() - missing > LONG_MS; // without a network nothing can be loaded
    set(at("#offline"), lost ? LOST : NO_ANSWER);
    set(at("#sight"), "");
    if (at(".sight")) at(".sight").dataset.view = "late";
    throw error;
  }
}

const film = at("#film") ? new Film(at("#film"), (picture, name) => send(picture, `?film=${name}`)) : null;

async function listen() {
  const answer = await reach(`${ADDRESS}/said`);
  const said = await answer.json();
  if (answer.ok) show(said);
  else set(at("#words"), said.error); // such as: this address is not good any more
}

async function ask() {
  try {
    if (!film?.running && !document.hidden) await listen();
  } catch {
    // It is said above; the next asking comes.
  }
  setTimeout(ask, ASK_MS);
}

at("#photo").addEventListener("change", async ({ target }) => {
  const [photo] = target.files;
  target.value = "";
  if (!photo) return;
  film?.stop();
  set(at("#photo-words"), say("Sending …"));
  try {
    set(at("#photo-words"), (await send(await fit(photo, Number(target.dataset.mostBytes)), "?alone=1")).why || say("Sent. It is looked at now."));
  } catch {
    set(at("#photo-words"), say("It could not be sent. Is this phone still in the same network?"));
  }
});

// A photo as it is, unless it is too large or of a kind that only this phone knows; what cannot be read goes as it is.
async function fit(photo, mostBytes) {
  if (KINDS.has(photo.type) && photo.size <= mostBytes) return photo;
  try {
    const picture = await createImageBitmap(photo, { imageOrientation: "from-image" });
    const factor = Math.min(1, LONGEST_PX / Math.max(picture.width, picture.height));
    const [width, height] = [picture.width, picture.height].map((side) => Math.round(side * factor));
    const canvas = Object.assign(document.createElement("canvas"), { width, height });
    canvas.getContext("2d").drawImage(picture, 0, 0, width, height);
    return await new Promise((done) => canvas.toBlob(done, "image/jpeg", 0.9));
  } catch {
    return photo;
  }
}

ask();
