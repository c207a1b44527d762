// Making elements in one line.

export function element(tag, classes = "", ...children) {
  const made = document.createElement(tag);
  if (classes) made.className = classes;
  made.append(...children);
  return made;
}

export function button(words, classes, onClick) {
  const made = element("button", classes, words);
  made.type = "button";
  made.addEventListener("click", onClick);
  return made;
}

// Changes what stands in a place. Whoever was in it with the keyboard goes on from where `next` says.
export function changed(place, change, next) {
  const here = place.contains(document.activeElement);
  change();
  if (here) next()?.focus({ preventScroll: true });
}

// Whether a button can be pressed. Whoever was on it with the keyboard when it no longer can goes on from where `next` says.
export function enable(made, enabled, next) {
  changed(made, () => { made.disabled = !enabled; }, () => (enabled ? null : next()));
}

// Words in a place that may be live: such places speak when their text is set, even to what it was.
export function write(place, words) {
  if (place.textContent !== words) place.textContent = words;
}

// What may still be taken, beginning with what lies where `id` was taken from.
export function pickAfter(place, id) {
  const picks = [...place.querySelectorAll(".pick")];
  const at = picks.findIndex((pick) => pick.dataset.pick === id);
  return [...picks.slice(at), ...picks.slice(0, at)].find((pick) => !pick.disabled);
}
