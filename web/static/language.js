// What the page says by itself, in its language. The English words stand in the code; the server has them in others.

const { lang } = document.documentElement;
const { words, forms } = lang === "en" ? { words: {}, forms: "" } : await catalogue();

async function catalogue() {
  try {
    return await (await fetch(`/languages/${lang}.json`)).json();
  } catch {
    return { words: {}, forms: "" }; // better in English than not at all
  }
}

// say("{player} plays", { player: "Ann" }); {Player} begins with a capital letter.
export function say(english, names = {}) {
  return filled(words[english] ?? english, names);
}

// sayMany(3, "{count} square", "{count} squares"): other languages may have more forms than two.
export function sayMany(count, one, many, names = {}) {
  const number = Math.abs(count);
  const known = words[one]?.[forms[number < 100 ? number : 100 + (number % 100)]];
  return filled(known ?? (number === 1 ? one : many), { count, ...names });
}

function filled(sentence, names) {
  return sentence.replace(/\{(\w+)\}/g, (braces, name) => {
    const small = name.charAt(0).toLowerCase() + name.slice(1);
    if (!(small in names)) return braces;
    const text = String(names[small]);
    return small === name ? text : text.charAt(0).toUpperCase() + text.slice(1);
  });
}
