// Snapshots as they come: an event stream, opened anew whenever it dies, and plain asking where streams run out.

const PAUSE_MS = 1500;

export function follow(onSnapshot, onConnection) {
  let serial = 0;
  const take = (snapshot) => {
    onConnection(true);
    serial = snapshot.serial;
    onSnapshot(snapshot);
  };

  function open() {
    const events = new EventSource("events");
    events.addEventListener("snapshot", (event) => take(JSON.parse(event.data)));
    events.addEventListener("busy", () => {
      events.close();
      poll();
    });
    events.onerror = () => {
      onConnection(false);
      // A refused stream never comes back by itself.
      if (events.readyState === EventSource.CLOSED) setTimeout(open, PAUSE_MS);
    };
  }

  async function poll() {
    try {
      const snapshot = await (await fetch("api/snapshot")).json();
      if (snapshot.serial !== serial) take(snapshot);
    } catch {
      onConnection(false);
    }
    setTimeout(poll, PAUSE_MS);
  }

  open();
}
