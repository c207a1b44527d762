// Which game is set up: as the camera recognises it, or as somebody chooses.

import { act, ask } from "./actions.js";
import { onceMeant } from "./choosing.js";
import { write } from "./elements.js";
import { say } from "./language.js";

const PAUSE_MS = 2500;
const LEFT = `polyref-game-left ${location.pathname}`;
const CHOSEN = `polyref-game-chosen ${location.pathname}`; // at this table

export class Games {
  // `isTouched` says whether somebody has filled in something already: then nothing changes by itself.
  constructor(place, isTouched) {
    [this.choice, this.words] = [place.querySelector("select"), place.querySelector("#game-words")];
    [this.isTouched, this.looked, this.looking] = [isTouched, 0, false];
    this.isChosen = () => Boolean(place.dataset.chosen || sessionStorage.getItem(CHOSEN));
    onceMeant(this.choice, (game) => {
      sessionStorage.setItem(CHOSEN, "yes"); // whoever chooses is not talked over
      this.play(game);
    });
  }

  // Looks what game it is while a camera does not find the board of this one.
  hear({ camera, match }) {
    this.match = match;
    if (match) sessionStorage.removeItem(LEFT);
    const unclear = camera.picture && !camera.corners.length && ["camera", "recording"].includes(camera.kind);
    if (!unclear) this.tell(this.waiting());
    if (!unclear || this.looking || Date.now() - this.looked < PAUSE_MS) return;
    this.look();
  }

  async look() {
    this.looking = true;
    const { game, title } = await ask("game", {});
    [this.looking, this.looked] = [false, Date.now()];
    if (!game || game === this.choice.value) return this.tell(this.waiting());
    this.tell(say("This looks like the board of {game}.", { game: title }));
    const choosing = document.activeElement === this.choice;
    if (this.match || choosing || this.isTouched() || this.isChosen()) return undefined;
    return this.play(game);
  }

  // The match that was on here goes on as soon as its game is chosen again.
  waiting() {
    const left = [...this.choice.options].find(({ value }) => value === sessionStorage.getItem(LEFT));
    return left && !left.selected ? say("Your match of {game} waits: choose {game} again to go on with it.", { game: left.text }) : "";
  }

  tell(words) {
    write(this.words, words);
  }

  async play(game) {
    const { game: before } = document.body.dataset;
    if (await act("game", { game })) {
      if (this.match && !this.match.outcome) sessionStorage.setItem(LEFT, before);
      location.reload();
    } else {
      this.choice.value = before;
    }
  }
}
