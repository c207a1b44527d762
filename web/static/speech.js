// One sentence at a time from the browser's own voices. Only those are used that live on this device: the others send
// what they say to somebody's server.

import { say } from "./language.js";

const CALM_MS = 150; // what is said at once after a cancel is lost in some browsers
const LONGEST_MS = 12_000; // and some never tell that they have come to the end
const LOADING_MS = 2500; // voices are found after the page

const NO_VOICE = say("This device has no voice for this language. Voices from the internet are not used.");
const NOT_YET = say("Tap anywhere once: only then the browser lets this page speak.");

const tagOf = (voice) => voice.lang.replace("_", "-"); // Android writes en_GB

export class Speech {
  // `complain` takes a sentence that says why nothing is heard; an empty one when that is over.
  constructor(complain) {
    this.engine = window.speechSynthesis ?? null;
    this.complain = complain;
    this.now = null; // what is being said; kept, for an utterance that nobody holds never ends
    this.next = null; // what waits until then: the newest only
    this.refusedLast = null; // what the browser did not let it say
    this.touched = null;
    this.quietSince = 0;
    // Safari before 16 tells of no events here; it knows its voices at once.
    this.engine?.addEventListener?.("voiceschanged", () => this.voice() && complain(""));
    window.addEventListener("pagehide", () => this.hush());
  }

  // The voice for the language of the page, in the accent that the browser prefers; none before they are found.
  voice() {
    const { lang } = document.documentElement;
    const speaks = (voice, tag) => tagOf(voice).toLowerCase().startsWith(tag.toLowerCase());
    const own = (this.engine?.getVoices() ?? []).filter((voice) => voice.localService && speaks(voice, lang));
    const preferred = navigator.languages.find((tag) => own.some((voice) => speaks(voice, tag)));
    const near = own.filter((voice) => speaks(voice, preferred ?? lang));
    return near.find((voice) => voice.default) ?? near[0];
  }

  // Says so if there is no voice, once the browser has had time to find them.
  check() {
    setTimeout(() => !this.voice() && this.complain(NO_VOICE), this.engine ? LOADING_MS : 0);
  }

  // What is `urgent` interrupts anything; what is not waits for what is, and takes the place of what waited.
  say(words, urgent = false) {
    const sentence = { words, urgent };
    if (this.now?.urgent && !urgent) {
      this.next = sentence;
      return;
    }
    this.stop();
    this.begin(sentence);
  }

  hush() {
    this.next = this.refusedLast = null;
    this.stop();
  }

  // What was urgent is so no longer.
  calm() {
    if (!this.now?.urgent) return;
    const { next } = this;
    this.hush();
    if (next) this.begin(next);
  }

  stop() {
    if (!this.now) return;
    clearTimeout(this.now.timer);
    this.now = null;
    this.quietSince = performance.now();
    this.engine.cancel();
  }

  begin(sentence) {
    const voice = this.voice();
    if (!voice) return;
    const utterance = new SpeechSynthesisUtterance(sentence.words);
    Object.assign(utterance, { voice, lang: tagOf(voice) });
    utterance.onend = () => this.ended(sentence);
    utterance.onerror = ({ error }) => this.failed(sentence, error);
    this.now = Object.assign(sentence, { utterance });
    sentence.timer = setTimeout(() => this.speak(sentence), Math.max(0, this.quietSince + CALM_MS - performance.now()));
  }

  // Safari on phones refuses without a word: then nothing is on its way.
  speak(sentence) {
    this.engine.speak(sentence.utterance);
    if (this.now !== sentence) return;
    if (!this.engine.speaking && !this.engine.pending) this.refused(sentence);
    else sentence.timer = setTimeout(() => this.cut(sentence), LONGEST_MS);
  }

  failed(sentence, error) {
    if (this.now !== sentence) return;
    if (error === "not-allowed") this.refused(sentence);
    else this.ended(sentence);
  }

  cut(sentence) {
    this.engine.cancel();
    this.ended(sentence);
  }

  ended(sentence) {
    if (this.now !== sentence) return;
    clearTimeout(sentence.timer);
    const { next } = this;
    this.now = this.next = null;
    this.quietSince = performance.now();
    if (next) this.begin(next);
  }

  // A page that nobody has touched yet may not speak: it says so, and begins with the first tap or key.
  refused({ words, urgent }) {
    this.hush();
    this.refusedLast = { words, urgent };
    this.complain(NOT_YET);
    if (this.touched) return;
    this.touched = new AbortController();
    for (const kind of ["pointerup", "keyup"]) document.addEventListener(kind, () => this.allowed(), { signal: this.touched.signal });
  }

  allowed() {
    const { refusedLast } = this;
    this.touched.abort();
    this.touched = this.refusedLast = null;
    this.complain("");
    if (refusedLast && !this.now) this.begin(refusedLast);
  }
}
