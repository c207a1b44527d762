// The colours of Blokus, as people call them.

import { say } from "./language.js";

const NAMES = {
  blue: say("blue"), yellow: say("yellow"), red: say("red"),
  green: say("green"), purple: say("purple"), orange: say("orange"),
};

export const colourName = (colour) => NAMES[colour] ?? colour;
