// When something was, as people write it here; the page comes with it in universal time.

export function showTimes() {
  for (const time of document.querySelectorAll("time")) {
    const when = new Date(time.dateTime);
    if (!Number.isNaN(when.valueOf())) time.textContent = when.toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
  }
}
