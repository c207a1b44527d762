// What people do on the page, sent to the referee. A refusal is shown in words and changes nothing.

import { say } from "./language.js";
import { once } from "./once.js";

let length = 0;

// How long the record was when this page last heard of it: the referee refuses what was meant for an older one.
export function heard(snapshot) {
  length = snapshot.match ? snapshot.match.length : 0;
}

const underWay = new Set();

// Whether it is done. What is asked twice at once, as by a double click, is asked once. `refused` hears the status of a
// refusal.
export async function act(name, body = {}, refused = () => {}) {
  const asked = JSON.stringify([name, body]);
  if (underWay.has(asked)) return false;
  underWay.add(asked);
  const done = await sent(name, body, refused);
  underWay.delete(asked);
  return done;
}

async function sent(name, body, refused) {
  try {
    const answer = await once(`api/${name}`, JSON.stringify({ ...body, length }));
    if (answer.ok) return tell("");
    const { error } = await answer.json();
    refused(answer.status);
    return tell(error);
  } catch {
    return tell(say("Polyref does not answer. Is it still running?"));
  }
}

// What the server knows, by name; `otherwise` where it does not answer.
export async function ask(name, otherwise) {
  try {
    return await (await fetch(`api/${name}`)).json();
  } catch {
    return otherwise;
  }
}

// Says a sentence wherever people are looking; whether there was nothing to say.
export function tell(sentence) {
  for (const place of document.querySelectorAll(".refusal:not([data-part])")) {
    place.textContent = sentence;
    place.hidden = !sentence;
  }
  return !sentence;
}
