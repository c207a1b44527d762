// Asking for something that is to be done once: a key goes with it, so that it may arrive twice. Where no answer comes it is
// sent again; what is asked for twice at the same time, as by a double click, is one asking.

const AGAIN_MS = 500;
const ANSWER_MS = 30_000; // longer than the referee is waited for
const FILE_MS = 180_000;
const underWay = new Map();

// The answer to a POST of a text or a file; fails where none comes.
export function once(address, body, type = "application/json") {
  if (typeof body !== "string") return sent(address, body, type);
  const asked = `${address} ${body}`;
  if (!underWay.has(asked)) underWay.set(asked, sent(address, body, type).finally(() => underWay.delete(asked)));
  return underWay.get(asked).then((answer) => answer.clone());
}

async function sent(address, body, type) {
  const patience = typeof body === "string" ? ANSWER_MS : FILE_MS;
  const request = { method: "POST", headers: { "Content-Type": type, "Idempotency-Key": key() }, body };
  try {
    return await fetch(address, { ...request, signal: AbortSignal.timeout?.(patience) });
  } catch {
    await new Promise((later) => setTimeout(later, AGAIN_MS));
    return fetch(address, { ...request, signal: AbortSignal.timeout?.(patience) });
  }
}

export function key() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (octet) => octet.toString(16).padStart(2, "0")).join("");
}
