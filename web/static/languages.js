// The choice of the language: the page comes anew in the one that is chosen, and stays so.

import { chosen } from "./choosing.js";

const YEAR_S = 31_536_000;

chosen(document.querySelector("#language"), (language) => {
  document.cookie = `polyref-language=${language}; path=/; max-age=${YEAR_S}; samesite=lax`;
  location.reload();
});
