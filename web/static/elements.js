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
