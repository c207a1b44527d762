// Whoever looks on types the code that is shown at the table, and may play from then on.

import { say } from "./language.js";

export function offerEntering(button, dialog) {
  const form = dialog.querySelector("form");
  const refused = dialog.querySelector('[data-part="refused"]');
  const refuse = (words) => {
    refused.textContent = words;
    refused.hidden = !words;
  };
  button.addEventListener("click", () => {
    refuse("");
    dialog.showModal();
  });
  dialog.querySelector('[data-part="close"]').addEventListener("click", () => dialog.close());
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const body = JSON.stringify({ code: form.elements.code.value });
    const options = { method: "POST", headers: { "Content-Type": "application/json" }, body };
    try {
      const answer = await fetch("/api/code", options);
      if (answer.ok) location.reload();
      else refuse((await answer.json()).error);
    } catch {
      refuse(say("Polyref does not answer. Is it still running?"));
    }
  });
}
