// The live picture at the set-up: where the board was found is drawn over it, and its corners can be marked by hand.

import { act, ask } from "./actions.js";
import { Corners } from "./corners.js";
import { changed, write } from "./elements.js";
import { say } from "./language.js";
import { svg } from "./shapes.js";

const FOUND = say("The board is found.");
const NOT_SEEN = 400;
const AGAIN_MS = 3000;
const SHOWN = new Set(["settled", "moving", "occluded"]);

function wordsOf({ view, words }, found) {
  if (!found) return words;
  return SHOWN.has(view) ? FOUND : `${FOUND} ${words}`;
}

export class Viewfinder {
  constructor(place) {
    this.place = place;
    const part = (name) => place.querySelector(`#${name}`);
    [this.picture, this.outline, this.words] = [part("live"), part("outline"), part("sight-words")];
    [this.mark, this.marked, this.unmark, this.markWords] = ["mark", "marked", "unmark", "mark-words"].map(part);
    this.corners = new Corners(part("handles"), this.picture, part("magnifier"), (points) => this.draw(points));
    this.seen = 0;
    this.loading = false;
    this.marking = this.tried = false;
    this.refused = "";
    this.mark.addEventListener("click", () => this.start());
    this.marked.addEventListener("click", () => this.use());
    this.unmark.addEventListener("click", () => this.stop());
  }

  // `tried`: it is not the camera of the match that is on.
  show(camera, tried = false) {
    if (tried !== this.tried) this.seen = 0; // each counts its own pictures
    [this.camera, this.tried] = [camera, tried];
    const byHand = camera.kind === "none";
    const found = camera.corners.length >= 4 && camera.view !== "no_board"; // four of each board; one may lack yet
    this.place.hidden = byHand;
    this.place.dataset.view = found ? "settled" : camera.view;
    write(this.words, wordsOf(camera, found));
    if (!camera.picture || camera.view === "waiting") this.picture.hidden = !this.marking;
    this.mark.disabled = this.picture.hidden;
    if (this.marking) return;
    if (camera.picture !== this.seen && !this.loading) this.load(camera.picture);
    this.draw(camera.corners);
  }

  load(seq) {
    const next = new Image();
    this.loading = true;
    next.onload = () => {
      this.loading = false;
      this.seen = seq;
      if (this.marking) return;
      this.picture.src = next.src;
      this.picture.hidden = false;
      this.mark.disabled = false;
      this.draw(this.camera.corners);
    };
    // It may be gone already, or not be there yet.
    next.onerror = () => setTimeout(() => { this.loading = false; }, AGAIN_MS);
    next.src = `snapshot.jpg?plain&${this.tried ? "tried&" : ""}seq=${seq}`;
  }

  draw(points) {
    const [width, height] = this.camera.size;
    const shown = points.length >= 4 && !this.picture.hidden;
    this.outline.toggleAttribute("hidden", !shown);
    if (!shown) return this.outline.replaceChildren();
    this.outline.setAttribute("viewBox", `0 0 ${width} ${height}`);
    const boards = Array.from({ length: points.length / 4 }, (_, i) => points.slice(4 * i, 4 * i + 4));
    return this.outline.replaceChildren(...boards.flatMap((corners) => {
      const path = svg("polygon", { points: corners.join(" ") });
      const under = path.cloneNode();
      under.setAttribute("class", "under");
      return [under, path];
    }));
  }

  async start() {
    this.marking = true;
    this.tune(say("Drag the four points onto the outer corners of the grid, where the lines meet. Arrow keys move them too."));
    const { corners } = this.camera.corners.length === 4 ? this.camera : await ask("corners", { corners: [] });
    if (this.marking) this.corners.begin(corners, this.camera.size);
  }

  async use() {
    const corners = this.corners.points;
    const anyway = this.refused === String(corners); // where no lines were seen, somebody has looked once more
    this.refused = "";
    const refused = (status) => {
      if (status === NOT_SEEN) this.refused = String(corners);
    };
    if (await act("corners", { corners, anyway }, refused)) this.stop(anyway ? say("Marked as you have shown it.") : say("Marked. Polyref has fitted the grid to the lines near your corners."));
  }

  stop(words = "") {
    changed(this.place, () => this.end(words), () => this.mark);
  }

  end(words) {
    this.marking = false;
    this.corners.end();
    this.tune(words);
    if (this.camera) this.show(this.camera, this.tried);
  }

  tune(words) {
    this.mark.hidden = this.marking;
    this.marked.hidden = this.unmark.hidden = !this.marking;
    this.place.classList.toggle("is-marking", this.marking);
    this.markWords.textContent = words;
  }
}
