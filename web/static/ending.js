// The end of a match: the table of squares left, a picture to keep, and the next match at one tap.

import { button, changed, element } from "./elements.js";
import { say } from "./language.js";
import { thumbnail } from "./pieces.js";

let shown = "";

// Without a set-up to begin the next match there is only the table.
export function showEnding({ match, pieces, camera }, setup) {
  const place = document.querySelector("#ending");
  const content = match?.outcome ? JSON.stringify([match.id, match.length, pieces, camera.source]) : "";
  if (content === shown) return;
  shown = content;
  const now = content ? parts(match, pieces, camera, setup) : [];
  changed(place, () => place.replaceChildren(...now), () => place.querySelector("button") ?? document.querySelector("#turn"));
  place.hidden = !content;
}

function parts(match, pieces, camera, setup) {
  const counts = !match.open_hands && match.players.length > 1;
  if (!setup) return counts ? [results(match, pieces)] : [];
  const next = button(say("Play again"), "main", () => setup.again(sameAgain(match, camera)));
  const links = [
    link(say("See it again"), `/matches/${match.id}`),
    link(say("Keep the picture"), `/matches/${match.id}/board.png`, `match-${match.id}.png`),
    link(say("as a drawing (SVG)"), `/matches/${match.id}/board.svg`, `match-${match.id}.svg`),
  ];
  const made = [element("p", "after", next, ...links)];
  return counts ? [results(match, pieces), ...made] : made;
}

function sameAgain(match, camera) {
  const dealt = match.open_hands ? "open" : "random";
  const players = match.players.map((player) => player.name);
  return { players, hands: match.drafted ? "draft" : dealt, rules: match.rules, ...(camera.source ? { source: camera.source } : {}) };
}

function link(words, address, file) {
  const made = element("a", "", words);
  made.href = address;
  if (file) made.download = file;
  return made;
}

function results(match, pieces) {
  // Hands of many pieces are shown beside the board anyway, and have no room here.
  const columns = match.players[0].counted ? [say("Player"), say("Points")] : [say("Player"), say("Squares left"), say("Pieces left")];
  const head = element("tr", "", ...columns.map((words) => header(words, "col")));
  const { scores } = match.outcome;
  const best = match.players[0].counted ? (a, b) => scores[b.name] - scores[a.name] : (a, b) => a.squares_left - b.squares_left;
  const players = [...match.players].sort(best);
  const rows = players.map((player) => row(player, match, pieces));
  const counted = match.players[0].counted ? say("Points") : say("Squares and pieces left in hand");
  const caption = element("caption", "unseen", counted);
  return element("div", "results", element("table", "", caption, element("thead", "", head), element("tbody", "", ...rows)));
}

function header(words, scope) {
  const made = element("th", "", words);
  made.scope = scope;
  return made;
}

function row(player, match, pieces) {
  const { counted } = player;
  const left = element("td", "left", ...player.hand.map((id) => thumbnail(id, pieces[id])));
  if (!player.hand.length) left.append(say("none"));
  const made = element("tr", "", header(player.called, "row"), element("td", "number", String(counted ? match.outcome.scores[player.name] : player.squares_left)), ...(counted ? [] : [left]));
  made.classList.toggle("winner", match.outcome.winners.includes(player.name));
  return made;
}
