// Letting others look on: the host's panel, with the address as a code to be read and the code to be typed.

import { changed, write } from "./elements.js";
import { say, sayMany } from "./language.js";

const LOOK_MS = 2000;
const NO_ANSWER = { error: say("Polyref does not answer. Is it still running?") };

export class Sharing {
  constructor(button, dialog) {
    [this.button, this.dialog, this.table, this.shown] = [button, dialog, 0, ""];
    this.part = (name) => dialog.querySelector(`[data-part="${name}"]`);
    button.addEventListener("click", () => this.open());
    this.part("close").addEventListener("click", () => dialog.close());
    this.part("begin").addEventListener("click", () => this.tell("", { on: true }));
    this.part("end").addEventListener("click", () => this.tell("", { on: false }));
    this.part("renew").addEventListener("click", () => this.tell("/code", {}));
    dialog.addEventListener("close", () => clearInterval(this.looking));
    this.ask();
  }

  // Others are led to the table that the host looks at.
  hear({ table }) {
    this.table = table;
  }

  open() {
    this.dialog.showModal();
    this.ask();
    clearInterval(this.looking);
    this.looking = setInterval(() => this.ask(), LOOK_MS);
  }

  ask() {
    return this.answered(fetch(this.path("")));
  }

  tell(path, body) {
    const options = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
    return this.answered(fetch(this.path(path), options));
  }

  path(rest) {
    return `/api/sharing${rest}?table=${this.table}`;
  }

  async answered(request) {
    const state = await request.then((answer) => answer.json()).catch(() => NO_ANSWER);
    const words = state.error || state.lacking || "";
    write(this.part("refused"), words);
    this.part("refused").hidden = !words;
    if (!state.error) this.show(state);
  }

  show({ on, address, code, viewers }) {
    this.button.setAttribute("aria-pressed", String(on));
    const turn = () => {
      this.part("private").hidden = on;
      this.part("shared").hidden = !on;
    };
    changed(this.part(on ? "private" : "shared"), turn, () => this.part("close"));
    if (!on) return;
    if (address !== this.shown) this.part("picture").src = `/share.svg?table=${this.table}&${encodeURIComponent(address)}`;
    this.shown = address;
    Object.assign(this.part("address"), { textContent: address, href: address });
    const words = viewers ? sayMany(viewers, "{count} is looking on.", "{count} are looking on.") : say("Nobody is looking on yet.");
    write(this.part("viewers"), words);
    write(this.part("code"), `${code.slice(0, 3)} ${code.slice(3)}`);
  }
}
