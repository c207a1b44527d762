// The way to the phone that is the camera: a tap that connects it, and the code that it reads. The code is shown while
// no pictures come, and later whenever somebody asks for it.

import { act, ask } from "./actions.js";
import { write } from "./elements.js";
import { say } from "./language.js";
import { wordsOf } from "./sources.js";

const NO_ANSWER = { error: say("Polyref does not answer. Is it still running?") };
const COMING = new Set(["settled", "moving", "occluded", "no_board", "slow", "fault"]); // what a picture may show
const ASLEEP = "asleep";
const AGAIN = say("Connect the phone again");
const INSTEAD = say("Use a phone as the camera");
const CODE = say("Code for the phone");

export class PhoneCode {
  // `instead`: a phone is offered where another camera sees nothing, too. `tried`: while a match goes on it only shows
  // what it sees.
  constructor(place, { instead = false, tried = false } = {}) {
    this.place = place;
    [this.instead, this.tried] = [instead, tried];
    this.invited = this.asked = false;
    this.button = place.querySelector("button");
    this.button.addEventListener("click", () => this.tapped());
  }

  show({ source, kind, view }) {
    this.camera = { source, kind, view };
    const phone = wordsOf(source).includes("phone");
    const comes = COMING.has(view);
    const asleep = phone && view === ASLEEP; // chosen some other day: nothing is open to the network yet
    const lacking = this.instead && !phone && !comes && (kind === "camera" || kind === "none") && view !== "waiting";
    const code = phone && !asleep && (!comes || this.asked);
    this.button.hidden = !(asleep || lacking || (this.instead && phone && comes));
    if (!this.button.hidden) this.label(asleep ? AGAIN : lacking ? INSTEAD : CODE);
    this.button.setAttribute("aria-expanded", String(code));
    this.place.querySelector(".phone-code").hidden = !code;
    this.place.hidden = this.button.hidden && !code;
    if (code && !this.invited) this.invite();
    if (!phone) this.invited = this.asked = false;
  }

  label(words) {
    write(this.button, words);
  }

  tapped() {
    if (!wordsOf(this.camera.source).includes("phone") || this.camera.view === ASLEEP) {
      const source = wordsOf(this.camera.source).includes("phone") ? this.camera.source : "phone";
      act("source", { source, tried: this.tried });
      return;
    }
    this.asked = !this.asked;
    if (this.asked) this.invited = false; // the address may have changed since
    this.show(this.camera);
  }

  async invite() {
    this.invited = true;
    const { address, error, lacking } = await ask("phone", NO_ANSWER);
    const part = (name) => this.place.querySelector(`[data-part="${name}"]`);
    const picture = this.place.querySelector("img");
    picture.hidden = Boolean(error);
    part("refused").textContent = error || lacking || "";
    part("refused").hidden = !(error || lacking);
    part("address").textContent = address ?? "";
    if (address) Object.assign(part("address"), { href: address });
    if (address) picture.src = `phone.svg?${Date.now()}`;
  }
}
