// Beginning a match from a page, which then goes to it. However often that is pressed until the page has gone, it is one match:
// on a slow machine a second press comes when the first has been answered already.

import { say } from "./language.js";
import { once } from "./once.js";

let begun = null;

addEventListener("pageshow", ({ persisted }) => {
  if (persisted) begun = null; // a page gone back to may begin another
});

// Goes to the match that a POST of `wished` begins. Why it does not, in words; empty where it does.
export function beginMatch(address, wished) {
  begun ??= begin(address, wished).then((refusal) => {
    if (refusal) begun = null;
    return refusal;
  });
  return begun;
}

async function begin(address, wished) {
  try {
    const answer = await once(address, JSON.stringify(wished));
    const told = await answer.json();
    if (!answer.ok) return told.error;
    location.assign(`/by-hand/${told.id}`);
    return "";
  } catch {
    return say("Polyref does not answer. Is it still running?");
  }
}
