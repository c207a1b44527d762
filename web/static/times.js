// When something was, as people write it here; the page comes with it in universal time.

export function showTimes() {
  const { lang } = document.documentElement;
  const here = navigator.languages.find((tag) => tag.toLowerCase().startsWith(lang.toLowerCase())) ?? lang;
  for (const time of document.querySelectorAll("time")) {
    const when = new Date(time.dateTime);
    if (!Number.isNaN(when.valueOf())) time.textContent = when.toLocaleString(here, { dateStyle: "medium", timeStyle: "short" });
  }
}
