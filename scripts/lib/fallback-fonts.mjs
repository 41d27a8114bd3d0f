import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

/**
 * The scripts of titles that a plain Linux has no font for: the wanted code points of each, and the
 * package that has their glyphs in slices. A code point of an earlier script is left out of later
 * ones.
 */
const SCRIPTS = [
  { name: "Japanese", font: "kosugi", range: "U+2460-27bf,U+2e80-3ffff" },
  {
    name: "Korean",
    font: "nanum-gothic",
    range: "U+1100-11ff,U+3130-318f,U+a960-a97f,U+ac00-d7ff",
  },
  { name: "Chinese", font: "zcool-xiaowei", range: "U+2e80-3ffff" },
  { name: "Thai", font: "noto-sans-thai", range: "U+e00-e7f" },
];

/**
 * Returns the content of `fallback-fonts.css`: a family of slices for each script, as "Fallback
 * Japanese" is. `fonts.css` names the system fonts that make those needless.
 */
export function fallbackFontRules() {
  const covered = new Set();
  return SCRIPTS.flatMap(({ name, font, range }) => {
    const wanted = new Set(range.split(",").flatMap(toCodes));
    return slicesOf(font).flatMap(({ slice, codes }) => {
      const own = codes.filter((code) => wanted.has(code) && !covered.has(code));
      for (const code of own) covered.add(code);
      if (own.length === 0) return [];
      const file = `@fontsource/${font}/files/${font}-${slice}-400-normal.woff2`;
      // This shows boxes until the slice has loaded.
      return `@font-face{font-family:"Fallback ${name}";font-display:block;src:url("${file}") format("woff2");unicode-range:${toRanges(own)}}`;
    });
  }).join("\n");
}

function slicesOf(font) {
  const file = createRequire(import.meta.url).resolve(`@fontsource/${font}/unicode.json`);
  return Object.entries(JSON.parse(readFileSync(file, "utf8"))).map(([slice, ranges]) => ({
    slice: slice.replace(/[[\]]/g, ""),
    codes: ranges.split(",").flatMap(toCodes),
  }));
}

function toCodes(range) {
  const [first, last = first] = range
    .trim()
    .replace(/^U\+/i, "")
    .split("-")
    .map((text) => Number.parseInt(text, 16));
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

function toRanges(codes) {
  const ranges = [];
  for (const code of codes.toSorted((one, other) => one - other)) {
    const range = ranges.at(-1);
    if (range?.last === code - 1) range.last = code;
    else ranges.push({ first: code, last: code });
  }
  const hex = (code) => code.toString(16);
  return ranges
    .map(({ first, last }) => (first === last ? `U+${hex(first)}` : `U+${hex(first)}-${hex(last)}`))
    .join(",");
}
