// Four corners over the picture, moved by mouse, finger or arrow keys, with a magnifier to see where they come to lie.

import { element } from "./elements.js";
import { say } from "./language.js";

const NAMES = [say("top left"), say("top right"), say("bottom right"), say("bottom left")];
const STEPS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
const ZOOM = 4;
const INSET = 0.15; // where the corners begin if nothing is known of them, as a part of the picture

export class Corners {
  constructor(place, picture, magnifier, onMove) {
    [this.place, this.picture, this.magnifier, this.onMove] = [place, picture, magnifier, onMove];
    this.points = [];
  }

  // `points` are four [x, y] in pixels of a picture of `size`, or none.
  begin(points, size) {
    this.size = size;
    this.points = points.length === 4 ? points.map(([x, y]) => [x, y]) : inset(size);
    this.handles = NAMES.map((name, i) => this.handle(name, i));
    this.place.replaceChildren(...this.handles);
    this.place.hidden = false;
    this.points.forEach((_, i) => this.put(i));
    this.handles[0].focus();
  }

  end() {
    this.place.hidden = true;
    this.place.replaceChildren();
    this.magnifier.hidden = true;
  }

  handle(name, i) {
    const made = element("button", "handle");
    made.type = "button";
    made.setAttribute("aria-label", say("Corner {number}, {name}: move it with the arrow keys", { number: i + 1, name }));
    made.addEventListener("pointerdown", (event) => this.grab(made, i, event));
    made.addEventListener("keydown", (event) => this.key(i, event));
    made.addEventListener("focus", () => this.magnify(i));
    made.addEventListener("blur", () => {
      this.magnifier.hidden = true;
    });
    return made;
  }

  grab(handle, i, event) {
    event.preventDefault();
    handle.focus();
    handle.setPointerCapture(event.pointerId);
    const { left, top, width } = this.picture.getBoundingClientRect();
    const scale = this.size[0] / width;
    const [x, y] = this.points[i];
    const [offX, offY] = [x - (event.clientX - left) * scale, y - (event.clientY - top) * scale];
    const move = (now) => this.move(i, (now.clientX - left) * scale + offX, (now.clientY - top) * scale + offY);
    handle.addEventListener("pointermove", move);
    handle.addEventListener("lostpointercapture", () => handle.removeEventListener("pointermove", move), { once: true });
  }

  key(i, event) {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    const far = event.shiftKey ? 10 : 1;
    const [x, y] = this.points[i];
    this.move(i, x + step[0] * far, y + step[1] * far);
  }

  move(i, x, y) {
    this.points[i] = [clamp(x, this.size[0] - 1), clamp(y, this.size[1] - 1)];
    this.put(i);
    this.magnify(i);
  }

  put(i) {
    const [x, y] = this.points[i];
    this.handles[i].style.left = `${(100 * x) / this.size[0]}%`;
    this.handles[i].style.top = `${(100 * y) / this.size[1]}%`;
    this.onMove(this.points);
  }

  // The surroundings of a corner, drawn large beside it, away from the finger.
  magnify(i) {
    const [x, y] = this.points[i];
    const { width: side } = this.magnifier;
    const shown = this.picture.naturalWidth / this.size[0];
    const part = side / ZOOM;
    const context = this.magnifier.getContext("2d");
    context.fillStyle = "#222";
    context.fillRect(0, 0, side, side);
    context.drawImage(this.picture, x * shown - part / 2, y * shown - part / 2, part, part, 0, 0, side, side);
    crosshair(context, side / 2);
    this.magnifier.classList.toggle("at-right", x < this.size[0] / 2);
    this.magnifier.classList.toggle("at-bottom", y < this.size[1] / 2);
    this.magnifier.hidden = false;
  }
}

function crosshair(context, middle) {
  for (const [colour, width] of [["#000", 3], ["#fff", 1]]) {
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.beginPath();
    for (const far of [[6, middle], [-6, -middle]]) {
      context.moveTo(middle + far[0], middle);
      context.lineTo(middle + far[1], middle);
      context.moveTo(middle, middle + far[0]);
      context.lineTo(middle, middle + far[1]);
    }
    context.stroke();
  }
}

function inset([width, height]) {
  const [left, top] = [width * INSET, height * INSET];
  return [[left, top], [width - left, top], [width - left, height - top], [left, height - top]];
}

const clamp = (value, most) => Math.max(0, Math.min(most, value));
