// Choosing from a list what has consequences at once. By keyboard others are passed on the way to the one that is meant:
// then it counts when Enter is pressed or the list is left.

const OPENED = /^(Mac|iP)/.test(navigator.platform); // there arrow keys open the list, and pass nothing by
const PASSING = OPENED ? /^[^ ]$/ : /^(Arrow|Page|Home$|End$|[^ ]$)/;

// Calls `act` with what is meant, unless it is what was chosen already.
export function onceMeant(list, act) {
  const before = list.value;
  let [passing, waiting] = [false, false];
  const settle = () => {
    if (!waiting) return;
    waiting = false;
    if (list.value !== before) act(list.value);
  };
  list.addEventListener("pointerdown", () => (passing = false));
  list.addEventListener("keydown", (event) => {
    passing = PASSING.test(event.key) && !event.altKey;
    if (event.key !== "Enter" || !waiting) return;
    event.preventDefault();
    settle();
  });
  list.addEventListener("change", () => {
    waiting = true;
    if (!passing) settle();
  });
  list.addEventListener("blur", settle);
}
