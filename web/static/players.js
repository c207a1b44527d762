// The players: whose turn it is, what each still holds, and how many squares that would cost.

import { colourName } from "./colours.js";
import { element } from "./elements.js";
import { say, sayMany } from "./language.js";
import { spoken, thumbnail } from "./pieces.js";
import { factsOf } from "./seats.js";
import { svg } from "./shapes.js";

export class Players {
  // `onPiece(id, player)` places a piece by hand; `onLook(id, player)` tells which one is looked at, or none. Without
  // them the pieces can only be looked at.
  constructor(element, { onPiece, onLook } = {}) {
    [this.element, this.onPiece, this.shown] = [element, onPiece, ""];
    if (!onLook) return;
    for (const kind of ["pointerover", "focusin"]) {
      element.addEventListener(kind, (event) => {
        const { hold, holder } = event.target.closest?.("[data-hold]")?.dataset ?? {};
        onLook(hold, holder);
      });
    }
    for (const kind of ["pointerleave", "focusout"]) element.addEventListener(kind, () => onLook());
  }

  // Whoever plays by keyboard goes on from the hand of the player whose turn it is, if one is held.
  next() {
    return this.element.querySelector(".hold:not(:disabled)[data-hold]");
  }

  show({ match, pieces }) {
    const content = JSON.stringify([match, pieces]);
    if (content === this.shown) return;
    this.shown = content;
    const focused = document.activeElement?.dataset?.hold;
    this.element.hidden = !match;
    this.element.replaceChildren(...(match ? cards(match, pieces, this.onPiece) : []));
    if (focused) (this.element.querySelector(`[data-hold="${CSS.escape(focused)}"]:not(:disabled)`) ?? this.next() ?? document.querySelector("#turn")).focus({ preventScroll: true });
  }
}

function cards(match, pieces, onPiece) {
  const people = match.players.map((player) => card(player, match, pieces, onPiece));
  if (match.shared) return [...people, sharedCard(match, pieces, onPiece)];
  if (!match.open_hands) return people;
  const left = element("section", "player shared", element("header", "", element("h2", "name", say("Pieces left"))));
  left.append(hand({ ...match.players[0], used: [] }, match, pieces, onPiece, Boolean(match.to_move)));
  return [...people, left];
}

function card(player, match, pieces, onPiece) {
  const turn = player.name === match.to_move;
  const winner = match.outcome?.winners.includes(player.name);
  const section = element("section", "player");
  section.setAttribute("aria-label", player.called);
  section.classList.toggle("turn", turn);
  section.classList.toggle("blocked", player.blocked);
  section.classList.toggle("winner", Boolean(winner));
  const title = element("h2", "name", player.called);
  if (turn) title.append(element("span", "tag go", match.phase === "draft" ? say("picks now") : say("plays now")));
  if (player.blocked && !match.outcome && !player.colours.length) title.append(element("span", "tag stop", say("blocked")));
  if (winner) title.append(element("span", "tag won", say("winner")));
  const head = element("header", "", title);
  if (!match.open_hands && match.phase !== "draft") head.append(score(player));
  section.append(head);
  if (player.colours.length) section.append(...inColours(player, match, pieces, onPiece));
  else if (match.time) section.append(element("p", "facts", factsOf(player.facts)));
  else if (!match.open_hands) section.append(hand(player, match, pieces, onPiece, turn));
  return section;
}

// The colour that nobody owns: three people play it in turn.
function sharedCard(match, pieces, onPiece) {
  const name = say("{Colour}, shared", { colour: colourName(match.shared.name) });
  const section = element("section", "player shared", element("header", "", element("h2", "name", name)));
  section.setAttribute("aria-label", name);
  section.append(...inColours(match.shared, match, pieces, onPiece));
  return section;
}

// A hand for each colour that somebody plays.
function inColours(player, match, pieces, onPiece) {
  return player.colours.flatMap((colour) => {
    const of = (ids) => ids.filter((id) => pieces[id].colour === colour.name);
    const mine = { ...player, hand: of(player.hand), used: of(player.used) };
    const list = hand(mine, match, pieces, onPiece, colour.turn);
    if (player.name === colour.name && !colour.blocked) return [list];
    const title = element("h3", "colour", swatch(colour.paint), element("span", "", colourName(colour.name)));
    if (colour.turn) title.append(element("span", "tag go", say("plays now")));
    if (colour.blocked && !match.outcome) title.append(element("span", "tag stop", say("blocked")));
    return [title, list];
  });
}

function swatch(paint) {
  const spot = svg("svg", { class: "swatch", viewBox: "0 0 1 1", "aria-hidden": "true" });
  spot.append(svg("rect", { width: 1, height: 1, rx: 0.25, fill: paint }));
  return spot;
}

function score({ squares_left: squares, counted }) {
  if (counted) return element("p", "score", counted);
  const number = element("strong", "", String(squares));
  const [before, after] = sayMany(squares, "{number} square left", "{number} squares left", { number: "\n" }).split("\n");
  return element("p", "score", before, number, after);
}

function hand(player, match, pieces, onPiece, turn) {
  const list = element("ul", "hand");
  const used = new Set(player.used);
  const all = [...player.hand, ...player.used].sort(byKind(pieces));
  for (const id of all) list.append(element("li", "", used.has(id) ? spent(id, pieces) : (onPiece ? held : shown)(id, player, pieces, onPiece, turn)));
  return list;
}

const byKind = (pieces) => (a, b) => pieces[b].kind.localeCompare(pieces[a].kind) || a.localeCompare(b);

function held(id, player, pieces, onPiece, turn) {
  const button = element("button", "hold", thumbnail(id, pieces[id]));
  const words = spoken(id, pieces[id]);
  button.type = "button";
  Object.assign(button.dataset, { hold: id, holder: player.name });
  button.disabled = !turn;
  button.title = turn ? say("{piece}: place it by hand", { piece: words }) : words;
  button.setAttribute("aria-label", turn ? say("Place {piece} by hand", { piece: words }) : words);
  button.addEventListener("click", () => onPiece(id, player.name));
  return button;
}

function shown(id, player, pieces) {
  return picture(id, pieces, "hold", spoken(id, pieces[id]));
}

function spent(id, pieces) {
  return picture(id, pieces, "hold used", say("{piece}, already placed", { piece: spoken(id, pieces[id]) }));
}

function picture(id, pieces, classes, words) {
  const place = element("span", classes, thumbnail(id, pieces[id]));
  place.setAttribute("role", "img");
  place.setAttribute("aria-label", words);
  return place;
}
