// The phone's camera as a film: pictures are sent one at a time, as large and as often as the network carries them.

import { changed, write } from "./elements.js";
import { say } from "./language.js";
import { key } from "./once.js";

const WISHED = {
  facingMode: "environment",
  width: { ideal: 1920 },
  height: { ideal: 1080 },
  focusMode: { ideal: "continuous" }, // a board that is laid down later is to be sharp as well
};
const LONGEST_PX = [1920, 1280, 960, 640];
const EVERY_MS = 200;
const SLOW_MS = 900;
const SLOW_TIMES = 4;
const QUICK_MS = 250;
const QUICK_TIMES = 150; // half a minute
const AGAIN_MS = 1000;
const QUALITY = 0.85;

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

const WHY = {
  NotAllowedError: say("The camera was not allowed. Allow it in the browser's settings for this page, then start again."),
  NotFoundError: say("This device has no camera that can be used."),
  NotReadableError: say("Another program uses the camera. Close it, then start again."),
};
const ENDED = say("The phone has stopped the camera. Start it again.");
const NO_CAMERA = say("This browser gives no camera to this page. Take single photos below.");

export class Film {
  constructor(place, send) {
    this.place = place;
    this.send = send;
    this.video = place.querySelector("video");
    this.canvas = document.createElement("canvas");
    this.stream = null;
    this.step = 0;
    this.opening = false;
    this.slow = this.quick = 0;
    this.patience = QUICK_TIMES;
    this.on("#start", () => this.start());
    place.querySelector("#start").disabled = false; // before, a tap on it would have been lost
    this.on("#stop", () => this.stop());
    this.on("#light", () => this.light());
    document.addEventListener("visibilitychange", () => this.stayAwake());
  }

  on(selector, action) {
    this.place.querySelector(selector).addEventListener("click", action);
  }

  get running() {
    return this.stream !== null;
  }

  async start() {
    if (this.opening) return; // a second tap would open the camera a second time
    this.opening = true;
    await this.open();
    this.opening = false;
  }

  async open() {
    this.tell("");
    try {
      this.stream = await navigator.mediaDevices.getUserMedia({ audio: false, video: WISHED });
    } catch (error) {
      this.tell(navigator.mediaDevices ? WHY[error.name] ?? say("The camera does not start ({error}).", { error: error.message }) : NO_CAMERA);
      return;
    }
    const [track] = this.stream.getVideoTracks();
    track.addEventListener("ended", () => this.stop(ENDED));
    this.name = key();
    this.video.srcObject = this.stream;
    await this.video.play().catch(() => this.stop(ENDED)); // the camera may be gone again before it has shown anything
    if (!this.running) return;
    this.reveal(Boolean(track.getCapabilities?.().torch));
    this.stayAwake();
    this.run(this.stream);
  }

  stop(why = "") {
    this.tell(why);
    for (const track of this.stream?.getTracks() ?? []) track.stop();
    this.stream = null;
    this.video.srcObject = null;
    this.awake?.release();
    this.awake = null;
    this.place.querySelector("#dims").hidden = true;
    this.reveal(false);
  }

  reveal(torch) {
    const light = this.place.querySelector("#light");
    const turn = () => {
      for (const part of [".frame", ".sight", "#stop"]) this.place.querySelector(part).hidden = !this.running;
      for (const part of ["#start", "#how"]) this.place.querySelector(part).hidden = this.running;
      light.hidden = !torch;
    };
    changed(this.place.querySelector(".buttons"), turn, () => this.place.querySelector(this.running ? "#stop" : "#start"));
    light.setAttribute("aria-pressed", "false");
  }

  // One picture is on its way at a time: what comes in between is never sent.
  async run(stream) {
    while (this.stream === stream) {
      const began = performance.now();
      const picture = this.video.videoWidth && !document.hidden ? await this.picture() : null;
      if (picture) await this.deliver(picture, stream);
      await pause(Math.max(0, EVERY_MS - (performance.now() - began)));
    }
  }

  // What is answered after the film has ended is not told any more: why it ended is.
  async deliver(picture, stream) {
    const began = performance.now();
    try {
      const { why, over } = await this.send(picture, this.name);
      if (this.stream !== stream) return;
      if (over) this.stop(why);
      else this.tell(why);
      this.adapt(performance.now() - began);
    } catch {
      await pause(AGAIN_MS);
    }
  }

  // The picture as the phone is held now, upright or on its side.
  picture() {
    const { videoWidth, videoHeight } = this.video;
    const factor = Math.min(1, LONGEST_PX[this.step] / Math.max(videoWidth, videoHeight));
    const [width, height] = [videoWidth, videoHeight].map((side) => Math.round(side * factor));
    if (this.canvas.width !== width || this.canvas.height !== height) Object.assign(this.canvas, { width, height });
    this.canvas.getContext("2d", { alpha: false }).drawImage(this.video, 0, 0, width, height);
    return new Promise((done) => this.canvas.toBlob(done, "image/jpeg", QUALITY));
  }

  // Smaller when the network stays slow, larger again when it has been quick for long. At every new size the board has
  // to be found anew: so each time that it was too slow it must be quick for twice as long.
  adapt(took) {
    this.slow = took > SLOW_MS ? this.slow + 1 : 0;
    this.quick = took < QUICK_MS ? this.quick + 1 : 0;
    if (this.slow >= SLOW_TIMES && this.step < LONGEST_PX.length - 1) {
      this.patience *= 2;
      this.resize(1);
    } else if (this.quick >= this.patience && this.step > 0) {
      this.resize(-1);
    }
  }

  resize(steps) {
    this.step += steps;
    this.slow = this.quick = 0;
  }

  async light() {
    const light = this.place.querySelector("#light");
    const torch = light.getAttribute("aria-pressed") !== "true";
    try {
      await this.stream.getVideoTracks()[0].applyConstraints({ ...WISHED, advanced: [{ torch }] });
      light.setAttribute("aria-pressed", String(torch));
    } catch {
      light.hidden = true;
    }
  }

  // A screen that goes dark takes the camera with it.
  async stayAwake() {
    const { stream } = this;
    if (!stream || document.hidden) return;
    const awake = await navigator.wakeLock?.request("screen").catch(() => null); // null: the battery is low
    if (this.stream === stream) {
      this.awake = awake;
      this.place.querySelector("#dims").hidden = Boolean(awake);
    } else {
      awake?.release();
    }
  }

  tell(words) {
    const place = this.place.querySelector("#refused");
    write(place, words);
    place.hidden = !words;
  }
}
