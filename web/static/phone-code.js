// The code that a phone reads to become the camera; shown until pictures come.

import { ask } from "./actions.js";

const NO_ANSWER = { error: "Polyref does not answer. Is it still running?" };

export class PhoneCode {
  constructor(place) {
    this.place = place;
    this.invited = false;
  }

  show({ source, view }) {
    const wanted = source === "phone" && (view === "no_camera" || view === "waiting");
    this.place.hidden = !wanted;
    if (wanted && !this.invited) this.invite();
    if (source !== "phone") this.invited = false;
  }

  async invite() {
    this.invited = true;
    const { address, error } = await ask("phone", NO_ANSWER);
    const part = (name) => this.place.querySelector(`[data-part="${name}"]`);
    const picture = this.place.querySelector("img");
    picture.hidden = Boolean(error);
    part("refused").textContent = error ?? "";
    part("refused").hidden = !error;
    part("address").textContent = address ?? "";
    if (address) Object.assign(part("address"), { href: address });
    if (address) picture.src = `phone.svg?${Date.now()}`;
  }
}
