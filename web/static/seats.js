// The people of a scene: whose turn it is, how they stand, and what they hold.

import { miniature } from "./boards.js";
import { colourName } from "./colours.js";
import { element } from "./elements.js";
import { say, sayMany } from "./language.js";
import { svg } from "./shapes.js";

// `onPiece(piece, hand)` makes the pieces of whoever's turn it is into buttons; without it hands are only shown.
export function seatsOf(scene, onPiece) {
  return scene.seats.map((seat) => seatOf(seat, scene, onPiece));
}

function seatOf(seat, scene, onPiece) {
  const section = element("section", `seat${seat.turn ? " turn" : ""}`);
  section.setAttribute("aria-label", seat.called);
  const title = element("h2", "", seat.called);
  if (seat.winner) title.append(element("span", "badge won", scene.puzzle ? say("solved") : say("winner")));
  const head = element("header", "", title);
  if (seat.counted && scene.phase !== "draft") head.append(element("span", "counted", seat.counted));
  section.append(head);
  if (seat.facts.buttons !== undefined) section.append(element("p", "facts", factsOf(seat.facts)));
  for (const hand of seat.hands) section.append(...handOf(hand, seat, scene, onPiece));
  return section;
}

export function factsOf({ time, buttons, income, empty, bonus }) {
  const bought = sayMany(buttons, "{count} button", "{count} buttons");
  const facts = say("{buttons}, income {income}, space {time}, empty {empty}", { buttons: bought, income, time, empty });
  return bonus ? say("{facts}, 7 × 7 bonus", { facts }) : facts;
}

function handOf(hand, seat, scene, onPiece) {
  const parts = [];
  if (hand.colour && (hand.colour !== seat.name || (hand.blocked && scene.phase !== "over"))) {
    const name = element("h3", "colour", colourName(hand.colour));
    name.prepend(swatch(hand.paint));
    if (hand.blocked && scene.phase !== "over") name.append(element("span", "badge stop", say("blocked")));
    parts.push(name);
  } else if (hand.blocked && scene.phase === "placing" && !scene.puzzle) {
    parts.push(element("p", "", element("span", "badge stop", say("blocked"))));
  }
  const list = element("ul", "hand");
  for (const id of hand.pieces) list.append(element("li", "", held(id, hand, scene, onPiece)));
  parts.push(list);
  return parts;
}

function swatch(paint) {
  const spot = svg("svg", { class: "swatch", viewBox: "0 0 1 1", "aria-hidden": "true" });
  spot.append(svg("rect", { width: 1, height: 1, rx: 0.25, fill: paint }));
  return spot;
}

export function held(id, hand, scene, onPiece) {
  const shown = { ...scene.pieces[id], ...(hand.colour ? { paint: hand.paint, label: "" } : {}) };
  const picture = miniature(id, shown);
  const words = nameOf(id, scene, hand.colour);
  if (!onPiece || !hand.turn) {
    const place = element("span", "hold", picture);
    place.setAttribute("role", "img");
    place.setAttribute("aria-label", words);
    return place;
  }
  const made = element("button", "hold", picture);
  made.type = "button";
  made.dataset.piece = id;
  made.title = words;
  made.setAttribute("aria-label", words);
  made.addEventListener("click", () => onPiece(id, hand));
  return made;
}

export function nameOf(id, scene, colour = "") {
  const piece = scene.pieces[id];
  if (scene.time) return say("patch {patch}", { patch: piece.label });
  if (colour) return say("{colour} {piece}", { colour: colourName(colour), piece: piece.name });
  return `${id}${piece.name !== id ? `, ${piece.name}` : ""}`;
}
