// The draft: all pieces of the set on the table, tapped one after the other.

import { act } from "./actions.js";
import { element } from "./elements.js";
import { spoken, thumbnail } from "./pieces.js";

let shown = "";

export function showDraft({ match, pieces }) {
  const place = document.querySelector("#draft");
  const drafting = match?.phase === "draft";
  place.hidden = !drafting;
  document.querySelector("#board").toggleAttribute("hidden", drafting);
  const content = drafting ? JSON.stringify([match.players, match.length]) : "";
  if (content === shown) return;
  shown = content;
  if (!drafting) return;
  const holders = new Map(match.players.flatMap((player) => player.hand.map((id) => [id, player.name])));
  place.replaceChildren(...Object.keys(pieces).map((id) => pick(id, pieces[id], holders.get(id))));
}

function pick(id, piece, holder) {
  const made = element("button", "pick", thumbnail(id, piece), element("span", "", holder ?? piece.name));
  made.type = "button";
  made.disabled = Boolean(holder);
  made.setAttribute("aria-label", holder ? `${spoken(id, piece)}, taken by ${holder}` : `Take ${spoken(id, piece)}`);
  made.addEventListener("click", () => act("draft", { piece: id }));
  return made;
}
