// Beginning a match: who plays, and how the pieces are dealt.

import { act } from "./actions.js";

const at = (selector) => document.querySelector(selector);

// `simulated` says whether the table is simulated: there the next game begins by itself.
export function offerBeginning(simulated) {
  const dialog = at("#begin");
  const open = () => (simulated() ? act("match") : dialog.open || dialog.showModal());
  for (const opener of ["#new-match", "#begin-now"]) at(opener).addEventListener("click", open);
  at("#begin-cancel").addEventListener("click", () => dialog.close());
  at("#begin-form").addEventListener("submit", async (event) => {
    event.preventDefault();
    if (await act("match", wishes(new FormData(event.target)))) dialog.close();
    else at("#begin-refusal").textContent = at("#refusal").textContent;
  });
}

function wishes(form) {
  const players = form.getAll("player").map((name) => name.trim()).filter(Boolean);
  return { players, hands: form.get("hands") };
}
