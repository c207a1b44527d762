// The choice of the language: the page comes anew in the one that is chosen, and stays so.

const YEAR_S = 31_536_000;

document.querySelector("#language").addEventListener("change", ({ target }) => {
  document.cookie = `polyref-language=${target.value}; path=/; max-age=${YEAR_S}; samesite=lax`;
  location.reload();
});
