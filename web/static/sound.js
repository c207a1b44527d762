// What happens, as short tones: for those who look at the table and not at the screen. Off until it is switched on.

const KEPT = "polyref-sound";
// Each tone: frequency in Hz, when it begins and how long it lasts in seconds, and its wave.
const TUNES = {
  legal: [[660, 0, 0.09, "sine"], [880, 0.09, 0.14, "sine"]],
  illegal: [[196, 0, 0.2, "sawtooth"], [147, 0.2, 0.32, "sawtooth"]],
  question: [[523, 0, 0.12, "triangle"], [523, 0.2, 0.12, "triangle"], [698, 0.4, 0.2, "triangle"]],
  back: [[587, 0, 0.1, "sine"], [440, 0.1, 0.14, "sine"]],
  won: [[523, 0, 0.14, "sine"], [659, 0.14, 0.14, "sine"], [784, 0.28, 0.14, "sine"], [1047, 0.42, 0.4, "sine"]],
};
const LOUD = 0.16;
const LATE_MS = 500; // what comes later than that is not heard at all

export class Sound {
  constructor(button) {
    this.button = button;
    this.before = null;
    this.set(localStorage.getItem(KEPT) === "on");
    button.addEventListener("click", () => {
      this.set(!this.on);
      localStorage.setItem(KEPT, this.on ? "on" : "off");
      if (this.on) this.play("legal");
    });
    // A page that nobody has touched may not be heard: it is woken by the first tap or key, and after a call on a phone.
    for (const kind of ["pointerup", "keydown"]) document.addEventListener(kind, () => this.on && window.AudioContext && this.wake(), true);
  }

  set(on) {
    this.on = on;
    this.button.setAttribute("aria-pressed", String(on));
  }

  hear({ match }) {
    const now = match && summary(match);
    const what = now && this.before?.id === now.id ? change(this.before, now) : null;
    this.before = now;
    if (!what) return;
    document.body.dataset.sounded = what;
    if (this.on) this.play(what);
  }

  // While it may not be heard nothing piles up, to sound all at once when it may.
  async play(what) {
    const asked = { at: performance.now() };
    this.newest = asked;
    if (!(await this.wake()) || this.newest !== asked || performance.now() - asked.at > LATE_MS) return;
    const start = this.context.currentTime + 0.02;
    for (const [hertz, at, long, wave] of TUNES[what]) this.tone(hertz, start + at, long, wave);
  }

  // Whether it can be heard; told only once the browser allows it.
  wake() {
    this.context ??= new AudioContext();
    return this.context.resume().then(() => true, () => false);
  }

  tone(hertz, at, long, wave) {
    const gain = new GainNode(this.context, { gain: 0 });
    const tone = new OscillatorNode(this.context, { type: wave, frequency: hertz });
    gain.gain.setValueAtTime(0, at);
    gain.gain.linearRampToValueAtTime(LOUD, at + 0.015);
    gain.gain.exponentialRampToValueAtTime(0.001, at + long);
    tone.connect(gain).connect(this.context.destination);
    tone.start(at);
    tone.stop(at + long);
  }
}

const summary = (match) => ({
  id: match.id,
  lying: match.lying.length,
  troubles: match.troubles.map((trouble) => trouble.sentence).join(),
  asks: JSON.stringify(match.question),
  won: Boolean(match.outcome),
});

function change(before, now) {
  if (now.won && !before.won) return "won";
  if (now.troubles && now.troubles !== before.troubles) return "illegal";
  if (now.asks !== "null" && now.asks !== before.asks) return "question";
  if (now.lying > before.lying) return "legal";
  return now.lying < before.lying ? "back" : null;
}
