// Importing records, chosen or dropped.

import { say, sayMany } from "./language.js";
import { once } from "./once.js";
import { showTimes } from "./times.js";

const at = (selector) => document.querySelector(selector);

showTimes();

// One file after the other; each is taken in wholly or not at all.
async function take(files) {
  const said = [];
  const refused = [];
  for (const file of files) {
    if (file.size > Number(at("#files").dataset.most)) {
      refused.push(say("{file} is too large to be a record; nothing of it has been kept.", { file: file.name }));
      continue;
    }
    try {
      const answer = await once("/api/matches", file, "application/x-ndjson");
      const { ids, new: fresh, error } = await answer.json();
      if (answer.ok) said.push(...wordsOf(file.name, fresh.length, ids.length - fresh.length));
      else refused.push(`${file.name}: ${error}`);
    } catch {
      refused.push(`${file.name}: ${say("Polyref does not answer. Is it still running?")}`);
    }
  }
  tell(said.join(" "), refused.join(" "));
}

function wordsOf(file, imported, known) {
  const words = [];
  if (imported) words.push(sayMany(imported, "{file}: {count} match imported.", "{file}: {count} matches imported.", { file }));
  if (known) words.push(sayMany(known, "{file}: {count} match is kept here already.", "{file}: {count} matches are kept here already.", { file }));
  return words;
}

async function tell(said, refused) {
  if (said) await renew();
  at("#told").textContent = said;
  at("#refusal").textContent = refused;
  at("#refusal").hidden = !refused;
  at("#files").value = "";
}

// The list as it is now, without leaving the page.
async function renew() {
  const text = await (await fetch("/matches")).text();
  const fresh = new DOMParser().parseFromString(text, "text/html");
  at(".cards").replaceWith(fresh.querySelector(".cards"));
  at("#export").hidden = fresh.querySelector("#export").hidden;
  at(".nothing")?.remove();
  showTimes();
}

at("#files").addEventListener("change", (event) => take(event.target.files));
for (const name of ["dragover", "dragleave", "drop"]) {
  document.addEventListener(name, (event) => {
    event.preventDefault();
    document.body.classList.toggle("dropping", name === "dragover");
    if (name === "drop" && event.dataTransfer.files.length) take(event.dataTransfer.files);
  });
}
