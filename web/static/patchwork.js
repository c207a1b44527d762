// What only Patchwork has: the patches in reach, the circle behind them, and the time board.

import { miniature } from "./boards.js";
import { button, element } from "./elements.js";
import { say, sayMany } from "./language.js";
import { inscribed, svg } from "./shapes.js";

const PER_ROW = 9;

// What the player to move may do: buy one of the next patches, or move on. Without `choose` and `advance` it can only be
// looked at.
export function showMarket(place, { scene, fitting }, choose, advance) {
  const { time } = scene;
  place.hidden = scene.phase === "over";
  if (place.hidden) return;
  const seat = scene.seats.find(({ turn }) => turn);
  const row = element("div", "reach");
  row.append(...time.circle.slice(0, time.reach).map((id) => offer(id, scene, seat, fitting[id], choose)));
  if (!time.leather_owed && advance) row.append(movingOn(scene, seat, advance));
  const words = time.leather_owed ? say("Next, after the leather patch") : say("{player} buys a patch or moves on", { player: seat.name });
  place.replaceChildren(element("h2", "", words), row);
}

function movingOn({ seats, time }, seat, advance) {
  const other = seats.find(({ turn }) => !turn);
  const spaces = Math.min(other.facts.time + 1, time.last) - seat.facts.time;
  const words = [spacesOf(spaces), say("earns {buttons}", { buttons: buttonsOf(spaces) })];
  const made = button("", "advance", advance);
  made.append(element("span", "price", element("strong", "", say("Move on")), ...words.map((word) => element("span", "", word))));
  return made;
}

function offer(id, scene, seat, places, choose) {
  const { printed, label } = scene.pieces[id];
  const words = [buttonsOf(printed.cost), spacesOf(printed.time)];
  if (printed.income) words.push(say("income {income}", { income: printed.income }));
  const dear = printed.cost > seat.facts.buttons;
  if (dear) words.push(say("too dear"));
  else if (!places) words.push(say("fits nowhere"));
  const price = element("span", "price", element("strong", "", say("Patch {patch}", { patch: label })), ...words.map((word) => element("span", "", word)));
  const made = button("", "", () => choose(id));
  made.append(miniature(id, scene.pieces[id]), price);
  made.dataset.piece = id;
  made.disabled = !choose || dear || !places || Boolean(scene.time.leather_owed);
  return made;
}

// The circle behind the patches in reach, clockwise.
export function showCircle(place, { time, pieces, phase }) {
  const rest = time.circle.slice(time.reach);
  place.hidden = phase === "over" || !rest.length;
  const list = element("ol", "circle");
  for (const id of rest) {
    const { cost, time: spaces, income } = pieces[id].printed;
    const facts = { patch: pieces[id].label, buttons: buttonsOf(cost), spaces: spacesOf(spaces), income };
    const words = say("Patch {patch}: {buttons}, {spaces}, income {income}", facts);
    const item = element("li", "", miniature(id, pieces[id]), element("span", "unseen", words));
    item.title = words;
    list.append(item);
  }
  place.replaceChildren(element("h2", "", say("Then come, clockwise")), list);
}

// The time board as a winding track: its marks lie before their spaces, the tokens on theirs.
export function drawTrack(place, scene) {
  const { time, seats } = scene;
  place.hidden = false;
  const rows = Math.ceil((time.last + 1) / PER_ROW);
  const picture = svg("svg", { class: "track", viewBox: `-0.3 -0.1 ${PER_ROW + 0.6} ${rows + 0.2}`, role: "img", "aria-label": spokenTrack(scene) });
  for (let space = 0; space <= time.last; space += 1) picture.append(square(space, time.last));
  for (const space of time.income) picture.append(mark(space, "income"));
  for (const space of time.leather) picture.append(mark(space, "leather"));
  const order = seats.map((seat, i) => [seat, i]).sort(([a]) => (a.name === time.on_top ? 1 : -1));
  const together = seats.every(({ facts }) => facts.time === seats[0].facts.time);
  order.forEach(([seat, i], level) => picture.append(...token(seat, i, together ? level : 0)));
  const legend = element("p", "legend", element("span", "", say("● income")), element("span", "", say("■ leather patch")));
  place.replaceChildren(element("h2", "unseen", say("Time board")), picture, legend);
}

function square(space, last) {
  const [x, y] = spot(space);
  const rect = svg("rect", { class: space === last ? "space end" : "space", x: x + 0.03, y: y + 0.03, width: 0.94, height: 0.94, rx: 0.14 });
  return svg("g", {}, rect, inscribed(String(space), x + 0.5, y + 0.8));
}

function mark(space, kind) {
  const [x, y] = spot(space);
  const [fromX, fromY] = spot(space - 1);
  const [midX, midY] = [(x + fromX + 1) / 2, (y + fromY + 1) / 2];
  if (kind === "income") return svg("circle", { class: "income", cx: midX, cy: midY, r: 0.16 });
  return svg("rect", { class: "leather", x: midX - 0.17, y: midY - 0.17, width: 0.34, height: 0.34 });
}

function token(seat, number, level) {
  const [x, y] = spot(seat.facts.time);
  const at = { cx: x + 0.5 + 0.14 * level, cy: y + 0.4 - 0.14 * level };
  return [
    svg("circle", { class: `token token-${number}`, ...at, r: 0.31 }),
    inscribed(seat.name.slice(0, 1).toUpperCase(), at.cx, at.cy, { class: "initial" }),
  ];
}

// The track runs to and fro, row by row.
function spot(space) {
  const row = Math.floor(space / PER_ROW);
  const along = space % PER_ROW;
  return [row % 2 ? PER_ROW - 1 - along : along, row];
}

export const buttonsOf = (count) => sayMany(count, "{count} button", "{count} buttons");
export const spacesOf = (count) => sayMany(count, "{count} space", "{count} spaces");

function spokenTrack({ time, seats }) {
  const people = seats.map(({ name, facts }) => say("{player} is on space {space}", { player: name, space: facts.time })).join(", ");
  const patches = sayMany(time.leather.length, "{count} leather patch left", "{count} leather patches left");
  return say("Time board of {last} spaces: {people}. {patches}.", { last: time.last, people, patches });
}
