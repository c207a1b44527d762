// Snapshots as they come: an event stream, opened anew whenever it dies, and plain asking where streams run out.

import { say } from "./language.js";

const PAUSE_MS = 1500;
const ASKS = 20; // so often it is asked before a stream is tried again

// `onConnection(false, words)` says why nothing comes; without words because nobody answers.
export function follow(onSnapshot, onConnection) {
  let serial = 0;
  let ended = false; // those who shared the game do so no more, and have said so
  const take = (snapshot) => {
    ended = false;
    onConnection(true);
    serial = snapshot.serial;
    onSnapshot(snapshot);
  };
  const lost = () => ended || onConnection(false);

  function open() {
    const events = new EventSource("events");
    events.addEventListener("snapshot", (event) => take(JSON.parse(event.data)));
    events.addEventListener("busy", () => {
      events.close();
      poll(ASKS);
    });
    events.addEventListener("right", ({ data }) => {
      events.close();
      changed(data);
    });
    events.onerror = () => {
      lost();
      // A refused stream never comes back by itself.
      if (events.readyState === EventSource.CLOSED) setTimeout(again, PAUSE_MS);
    };
  }

  // What the reader of the page may do is not what it was made for; who may nothing more keeps what was seen last.
  function changed(right) {
    if (right !== "none") return location.reload();
    ended = true;
    onConnection(false, say("This game is not shared just now. Ask at the table."));
    setTimeout(again, PAUSE_MS);
  }

  // Unless that is refused, and why is said instead.
  async function again() {
    const answer = await fetch("api/snapshot").catch(() => null);
    if (answer && !answer.ok) onConnection(false, (await answer.json()).error);
    if (answer?.ok) open();
    else setTimeout(again, PAUSE_MS);
  }

  async function poll(left) {
    try {
      const answer = await fetch(`api/snapshot?since=${serial}`);
      if (!answer.ok) onConnection(false, (await answer.json()).error);
      else if (answer.status === 204) onConnection(true);
      else take(await answer.json());
    } catch {
      lost();
    }
    setTimeout(() => (left ? poll(left - 1) : open()), PAUSE_MS);
  }

  open();
}
