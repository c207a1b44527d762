// What happens, said aloud in short sentences: whose turn it is, what is wrong, what is asked, who has won. For those who
// look at the table and not at the screen. Off until it is switched on.

import { Speech } from "./speech.js";

const KEPT = "polyref-voice";

export class Voice {
  constructor(button, words) {
    this.button = button;
    this.words = words;
    this.speech = new Speech((sentence) => this.tell(this.on ? sentence : ""));
    this.before = undefined; // null while there is no match
    this.greeting = false; // owed, until it is known what to say
    this.set(localStorage.getItem(KEPT) === "on");
    button.addEventListener("click", () => {
      this.set(!this.on);
      localStorage.setItem(KEPT, this.on ? "on" : "off");
      if (this.on) this.greet();
    });
  }

  set(on) {
    this.on = on;
    this.button.setAttribute("aria-pressed", String(on));
    if (on) {
      this.speech.check();
    } else {
      this.speech.hush();
      this.tell("");
    }
  }

  // Whoever switches it on hears at once that it works.
  greet() {
    const now = this.before;
    this.greeting = now === undefined;
    if (this.greeting) return;
    const words = now && (now.ending || [...now.alarms.values(), now.turn].join(" "));
    this.speech.say(words || document.title, true);
  }

  // The first snapshot of a page is not news, nor is what a page that was cut off has said already.
  hear({ match, paused, aloud }) {
    const now = match && summary(match, aloud);
    const { before } = this;
    if (paused && !now?.ending && before !== undefined) {
      this.speech.hush(); // what happens meanwhile is told when the match goes on
      return;
    }
    this.before = now;
    if (this.greeting && this.on) this.greet();
    if (before === undefined || !this.on) return;
    if (!now || before?.id !== now.id) this.speech.hush();
    if (now) this.tellNews(before?.id === now.id ? before : NOTHING, now);
  }

  // Something was refused on the page.
  warn(words) {
    if (this.on) this.speech.say(words, true);
  }

  tellNews(before, now) {
    if (now.ending !== before.ending && now.ending) {
      this.speech.say(now.ending, true);
      return;
    }
    const alarms = [...now.alarms.keys()].filter((key) => !before.alarms.has(key)).map((key) => now.alarms.get(key));
    const urgent = now.question && now.asks !== before.asks ? [...alarms, now.question] : alarms;
    const calmed = (before.alarms.size || before.question) && !now.alarms.size && !now.question;
    if (calmed) this.speech.calm(); // what is right again is not complained about any longer
    if (urgent.length) this.speech.say(urgent.join(" "), true);
    const blocked = now.blocked.filter((sentence) => !before.blocked.includes(sentence));
    if (now.turn && (now.turn !== before.turn || blocked.length)) this.speech.say([...blocked, now.turn].join(" "));
  }

  tell(sentence) {
    this.words.textContent = sentence;
    this.words.hidden = !sentence;
  }
}

const NOTHING = { id: null, turn: "", blocked: [], alarms: new Map(), question: "", asks: "null", ending: "" };

// An alarm is the same while its piece is in the same trouble: its words may change with what the camera sees of it.
const summary = (match, aloud) => ({
  ...aloud,
  id: match.id,
  alarms: new Map(match.troubles.map(({ kind, piece }, i) => [`${kind} ${piece}`, aloud.alarms[i]])),
  asks: JSON.stringify(match.question?.cells ?? null),
});
