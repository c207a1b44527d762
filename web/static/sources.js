// What Polyref looks through: a camera by its name, an address, a file or folder, the demo, or nothing.

import { act } from "./actions.js";
import { element } from "./elements.js";
import { say } from "./language.js";

const TYPED = {
  address: { words: say("A camera in the network"), hint: say("http://… or rtsp://…"), label: say("Address of the camera") },
  file: { words: say("A film, or a folder of pictures"), hint: "/home/ann/game.mp4", label: say("Path of the film or folder") },
};

const ALONE = new Set(["", "file", "demo", "none"]);
const ABREAST = " + ";
const PASSED_MS = 600; // by keyboard others are passed on the way to the one that is meant

// The words of the cameras that a source names, from left to right.
export const wordsOf = (source) => source.split(ABREAST);

export class Sources {
  constructor(place, onChoice) {
    this.place = place;
    this.onChoice = onChoice;
    this.pointed = false;
    this.place.addEventListener("pointerdown", () => (this.pointed = true));
    this.place.addEventListener("keydown", () => (this.pointed = false));
    this.place.addEventListener("input", ({ target }) => target.type === "text" && this.rest()); // not half of an address
    this.place.addEventListener("change", (event) => this.changed(event.target));
  }

  // `current` is what is looked through now; `last` what was chosen at the set-up before.
  offer(cameras, current, last) {
    const choices = cameras.map((camera) => choice(camera.source, named(camera), Boolean(camera.table)));
    choices.push(choice("phone", say("A phone as the camera")));
    for (const [kind, { words }] of Object.entries(TYPED)) choices.push(choice(kind, words), typed(kind));
    choices.push(choice("demo", say("Demo: a simulated table")), choice("none", say("No camera: everything by hand")));
    this.clear();
    this.place.append(...choices);
    if (Number(document.body.dataset.boards) > 1) this.place.append(this.besides(cameras));
    if (!cameras.length) this.place.prepend(this.place.querySelector("legend"), element("p", "soft none", say("No camera is connected to this computer.")));
    this.check(current || last);
  }

  // What was offered before is not chosen from while it is asked what there is now.
  clear() {
    this.place.querySelectorAll(":scope > :not(legend)").forEach((old) => old.remove());
    this.second = null;
  }

  check(source) {
    const [left, right = ""] = wordsOf(source);
    if (right && (this.offers(left) || left.includes("://"))) {
      this.beside(right);
      source = left;
    }
    const kind = this.offers(source) ? source : kindOf(source);
    if (kind !== source) this.field(kind).value = source;
    const radio = this.place.querySelector(`[type=radio][value="${CSS.escape(kind)}"]`);
    if (radio && source) radio.checked = true;
    this.reveal();
    this.onChoice();
  }

  // The camera of the right quilt, though it may not be connected now.
  beside(source) {
    if (!this.second) return; // another game is played
    const known = [...this.second.options].some((option) => option.value === source);
    if (!known) this.second.append(new Option(source, source));
    this.second.value = source;
  }

  offers(source) {
    return [...this.place.querySelectorAll("[type=radio]")].some((radio) => radio.value === source);
  }

  // Where each quilt has a camera of its own, that of the right one.
  besides(cameras) {
    this.second = element("select");
    this.second.append(new Option(say("none: both quilts are in one picture"), ""));
    for (const camera of cameras.filter(({ table }) => !table)) this.second.append(new Option(named(camera), camera.source));
    this.second.append(new Option(say("A phone as the camera"), "phone"));
    return element("label", "besides", element("span", "", say("A camera of its own for the right quilt")), this.second);
  }

  changed(target) {
    this.reveal();
    if (this.pointed && target.type === "radio") this.field(target.value)?.focus(); // by keyboard it comes next
    this.rest();
    this.trying = setTimeout(() => this.tryOut(), this.pointed ? 0 : PASSED_MS);
    this.onChoice();
  }

  tryOut() {
    const source = this.chosen();
    if (source) act("source", { source, tried: true });
  }

  // What has been chosen just now is not tried any more: something else is done with it, or nothing.
  rest() {
    clearTimeout(this.trying);
  }

  reveal() {
    const kind = this.kind();
    for (const name of Object.keys(TYPED)) {
      const field = this.field(name);
      field.hidden = field.disabled = kind !== name;
    }
    if (!this.second) return;
    for (const option of this.second.options) option.disabled = Boolean(kind) && option.value === kind;
    if (this.second.selectedOptions[0]?.disabled) this.second.value = "";
    this.second.closest("label").hidden = ALONE.has(kind);
  }

  kind() {
    return this.place.querySelector("[type=radio]:checked")?.value ?? "";
  }

  field(kind) {
    return this.place.querySelector(`[data-kind="${CSS.escape(kind)}"]`);
  }

  chosen() {
    const kind = this.kind();
    const first = TYPED[kind] ? this.field(kind).value.trim() : kind;
    const second = ALONE.has(kind) ? "" : this.second?.value;
    return first && second ? first + ABREAST + second : first;
  }
}

const kindOf = (source) => (source.includes("://") ? "address" : "file");

const named = ({ name, table }) => (table ? say("{camera}, at table {number}", { camera: name, number: table }) : name);

function choice(value, words, disabled = false) {
  const radio = element("input");
  Object.assign(radio, { type: "radio", name: "source", value, disabled });
  return element("label", "", radio, element("span", "", words));
}

function typed(kind) {
  const input = element("input", "typed");
  Object.assign(input, { type: "text", placeholder: TYPED[kind].hint, pattern: ".*\\S.*", required: true, hidden: true, disabled: true, spellcheck: false });
  input.setAttribute("aria-label", TYPED[kind].label);
  input.dataset.kind = kind;
  return input;
}
