// The circle of Patchwork as it lies on the table: patches tapped in their order.

import { miniature } from "./boards.js";
import { button, element, enable } from "./elements.js";
import { say } from "./language.js";
import { buttonsOf, spacesOf } from "./patchwork.js";

export class Ring {
  // `patches` are the pieces by id; `place` holds the parts #ring-patches, #ring-words and #ring-back.
  constructor(place, patches) {
    this.order = [];
    this.part = (name) => place.querySelector(`#ring-${name}`);
    this.part("patches").replaceChildren(...Object.entries(patches).map(([id, shown]) => this.patch(id, shown)));
    this.part("back").addEventListener("click", () => {
      this.order.pop();
      this.show();
    });
    this.show();
  }

  patch(id, shown) {
    const made = button("", "", () => this.tap(id));
    const { cost, time, income } = shown.printed;
    const [buttons, spaces] = [buttonsOf(cost), spacesOf(time)];
    const words = say("Patch {patch}: {buttons}, {spaces}, income {income}", { patch: shown.label, buttons, spaces, income });
    Object.assign(made.dataset, { patch: id, words });
    made.append(miniature(id, shown), element("small", "", buttons), element("small", "", spaces), element("span", ""));
    return made;
  }

  // A patch that has its place already: from there on it is tapped anew.
  tap(id) {
    const place = this.order.indexOf(id);
    this.order = place < 0 ? [...this.order, id] : this.order.slice(0, place);
    this.show();
  }

  clear() {
    this.order = [];
    this.show();
  }

  show() {
    const all = [...this.part("patches").children];
    for (const made of all) {
      const place = this.order.indexOf(made.dataset.patch);
      made.setAttribute("aria-pressed", String(place >= 0));
      made.querySelector("span").textContent = place >= 0 ? String(place + 1) : "–";
      const { words } = made.dataset;
      made.setAttribute("aria-label", place >= 0 ? say("{number}. {words}", { number: place + 1, words }) : words);
    }
    enable(this.part("back"), this.order.length > 0, () => all[0]);
    const left = all.length - this.order.length;
    this.part("words").textContent = left
      ? say("Tap the patches clockwise, from just after the neutral token. To go: {left}", { left })
      : say("The circle is complete.");
  }
}
