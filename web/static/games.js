// Which game is set up: as the camera recognises it, or as somebody chooses.

import { act, ask } from "./actions.js";
import { say } from "./language.js";

const PAUSE_MS = 2500;
const CHOSEN = `polyref-game-chosen ${location.pathname}`; // at this table

export class Games {
  // `isTouched` says whether somebody has filled in something already: then nothing changes by itself.
  constructor(place, isTouched) {
    [this.choice, this.words] = [place.querySelector("select"), place.querySelector("#game-words")];
    [this.isTouched, this.looked, this.looking, this.inMatch] = [isTouched, 0, false, false];
    this.isChosen = () => Boolean(place.dataset.chosen || sessionStorage.getItem(CHOSEN));
    this.choice.addEventListener("change", () => {
      sessionStorage.setItem(CHOSEN, "yes"); // whoever chooses is not talked over
      this.play(this.choice.value);
    });
  }

  // Looks what game it is while a camera does not find the board of this one.
  hear({ camera, match }) {
    this.inMatch = Boolean(match);
    const unclear = camera.picture && !camera.corners.length && ["camera", "recording"].includes(camera.kind);
    if (!unclear) this.tell("");
    if (!unclear || this.looking || Date.now() - this.looked < PAUSE_MS) return;
    this.look();
  }

  async look() {
    this.looking = true;
    const { game, title } = await ask("game", {});
    [this.looking, this.looked] = [false, Date.now()];
    if (!game || game === this.choice.value) return this.tell("");
    this.tell(say("This looks like the board of {game}.", { game: title }));
    if (this.inMatch || this.isTouched() || this.isChosen()) return undefined;
    return this.play(game);
  }

  tell(words) {
    if (this.words.textContent !== words) this.words.textContent = words;
  }

  async play(game) {
    if (await act("game", { game })) location.reload();
    else this.choice.value = document.body.dataset.game;
  }
}
