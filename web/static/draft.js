// The draft: all pieces of the set on the table, tapped one after the other.

import { changed, element, pickAfter } from "./elements.js";
import { spoken, takingOf, thumbnail } from "./pieces.js";

let shown = "";

// `onPick` takes a piece; without it they can only be looked at. `onEnd` is called when the last one has been taken by
// keyboard: it needs a place to go on from.
export function showDraft({ match, pieces }, { onPick, onEnd } = {}) {
  const place = document.querySelector("#draft");
  const drafting = match?.phase === "draft";
  const content = drafting ? JSON.stringify([match.players, match.length]) : "";
  document.querySelector("#board").toggleAttribute("hidden", drafting);
  if (content !== shown) {
    const { pick: from } = document.activeElement?.dataset ?? {};
    const picks = drafting ? picksOf(match.players, pieces, onPick) : [];
    changed(place, () => place.replaceChildren(...picks), () => (drafting ? pickAfter(place, from) : onEnd?.()));
  }
  shown = content;
  place.hidden = !drafting;
}

function picksOf(players, pieces, onPick) {
  const holders = new Map(players.flatMap((player) => player.hand.map((id) => [id, player.name])));
  return Object.keys(pieces).map((id) => pick(id, pieces[id], holders.get(id), onPick));
}

function pick(id, piece, holder, onPick) {
  const made = element(onPick ? "button" : "div", "pick", thumbnail(id, piece), element("span", "", holder ?? piece.name));
  if (!onPick) return made;
  made.type = "button";
  made.dataset.pick = id;
  made.disabled = Boolean(holder);
  made.setAttribute("aria-label", takingOf(spoken(id, piece), holder));
  made.addEventListener("click", () => onPick(id));
  return made;
}
