// The large view, for a screen on the wall: only the board, the players and what the referee says. Remembered.

const KEPT = "polyref-view";

export function offerWall(button) {
  const set = (wall) => {
    document.body.classList.toggle("wall", wall);
    button.setAttribute("aria-pressed", String(wall));
  };
  set(localStorage.getItem(KEPT) === "wall");
  button.addEventListener("click", () => {
    const wall = !document.body.classList.contains("wall");
    set(wall);
    localStorage.setItem(KEPT, wall ? "wall" : "usual");
  });
}
