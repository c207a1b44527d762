// The choice of the language: the page comes anew in the one that is chosen, and stays so.

import { onceMeant } from "./choosing.js";

const YEAR_S = 31_536_000;

onceMeant(document.querySelector("#language"), (language) => {
  document.cookie = `polyref-language=${language}; path=/; max-age=${YEAR_S}; samesite=lax`;
  location.reload();
});
