// Patchwork before a camera: what no camera sees, the time board, the circle and moving on.

import { button, element } from "./elements.js";
import { say } from "./language.js";
import { drawTrack, showCircle, showMarket } from "./patchwork.js";

export class Quilts {
  // `place` holds the parts; `onPatch` places a patch by hand, `onAdvance` moves on. Without them it can only be looked at.
  constructor(place, aside, { onPatch, onAdvance } = {}) {
    [this.market, this.track, this.circle] = [place, aside.querySelector("#track"), aside.querySelector("#circle")];
    [this.onPatch, this.onAdvance, this.shown] = [onPatch, onAdvance, ""];
  }

  show({ match, pieces }) {
    const content = JSON.stringify([match?.id, match?.length, match?.players.map(({ name }) => name)]);
    if (content === this.shown) return;
    this.shown = content;
    for (const part of [this.market, this.track, this.circle]) part.hidden = !match?.time;
    if (!match?.time) return;
    const seats = match.players.map(({ name, facts }) => ({ name, facts, turn: name === match.to_move }));
    const scene = { phase: match.phase, time: match.time, pieces: looks(pieces), seats };
    const focused = this.market.contains(document.activeElement);
    showMarket(this.market, { scene, fitting: match.fitting }, this.onPatch, this.onAdvance);
    if (match.time.leather_owed && match.phase !== "over" && this.onPatch) this.market.append(this.leather(match, pieces));
    drawTrack(this.track, scene);
    showCircle(this.circle, scene);
    if (focused) this.market.querySelector("button:not(:disabled)")?.focus({ preventScroll: true });
  }

  // A leather patch that the camera does not see can be sewn on by hand.
  leather({ lying }, pieces) {
    const used = new Set(lying.map(({ piece }) => piece));
    const next = Object.keys(pieces).find((id) => pieces[id].kind === "leather" && !used.has(id));
    const made = button(say("Sew on the leather patch by hand"), "", () => this.onPatch(next));
    return element("p", "", made);
  }
}

const looks = (pieces) => Object.fromEntries(Object.entries(pieces).map(([id, piece]) => [id, { ...piece, paint: piece.paint ?? "#8a8f98" }]));
