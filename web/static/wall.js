// The large view, for a screen on the wall: only the board, the players and what the referee says. Remembered.

const KEPT = "polyref-view";
const [SMALLEST, STEP] = [0.3, 0.05];

export function offerWall(button, players) {
  const set = (wall) => {
    document.body.classList.toggle("wall", wall);
    button.setAttribute("aria-pressed", String(wall));
    fit(players);
  };
  set(localStorage.getItem(KEPT) === "wall");
  button.addEventListener("click", () => {
    const wall = !document.body.classList.contains("wall");
    set(wall);
    localStorage.setItem(KEPT, wall ? "wall" : "usual");
  });
  new MutationObserver(() => fit(players)).observe(players, { childList: true });
  // A notice takes of its height too. In the next picture, for hands that become larger may make it higher.
  new ResizeObserver(() => requestAnimationFrame(() => fit(players))).observe(players.parentElement);
}

// Hands become smaller until all players are seen: nobody scrolls a screen on the wall.
function fit(players) {
  const side = players.parentElement;
  players.style.removeProperty("--fit");
  if (!document.body.classList.contains("wall")) return;
  for (let size = 1; size > SMALLEST && side.scrollHeight > side.clientHeight; size -= STEP) players.style.setProperty("--fit", size);
}
