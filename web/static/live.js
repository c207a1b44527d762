// Snapshots as they come: an event stream, opened anew whenever it dies, and plain asking where streams run out.

import { say } from "./language.js";

const PAUSE_MS = 1500;
const ASKS = 20; // so often it is asked before a stream is tried again
const ANSWER_MS = 15_000;
const [BEATS, LEAST_MS] = [2.5, 10_000]; // a stream that is silent for so many of its beats, or for so long, is dead

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
    let silence = LEAST_MS;
    let watch = null;
    const heard = () => {
      clearTimeout(watch);
      watch = setTimeout(dead, silence);
    };
    const close = () => {
      clearTimeout(watch);
      events.close();
    };
    // A connection can die without a word, as when a computer sleeps: no error comes of that.
    const dead = () => {
      close();
      lost();
      again();
    };
    heard();
    events.addEventListener("still", ({ data }) => {
      silence = Math.max(BEATS * 1000 * JSON.parse(data).next_s, LEAST_MS);
      heard();
    });
    events.addEventListener("snapshot", (event) => {
      heard();
      take(JSON.parse(event.data));
    });
    events.addEventListener("busy", () => {
      close();
      poll(ASKS);
    });
    events.addEventListener("right", ({ data }) => {
      close();
      changed(data);
    });
    events.onerror = () => {
      lost();
      // A refused stream never comes back by itself.
      if (events.readyState !== EventSource.CLOSED) return;
      close();
      setTimeout(again, PAUSE_MS);
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
    const answer = await asked("api/snapshot").catch(() => null);
    if (answer && !answer.ok) onConnection(false, (await answer.json()).error);
    if (answer?.ok) open();
    else setTimeout(again, PAUSE_MS);
  }

  async function poll(left) {
    try {
      const answer = await asked(`api/snapshot?since=${serial}`);
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

const asked = (address) => fetch(address, { signal: AbortSignal.timeout?.(ANSWER_MS) });
