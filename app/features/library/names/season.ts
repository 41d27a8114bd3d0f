export interface SeasonedTitle {
  base: string;
  season: number | null;
  part: number | null;
}

const ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth".split(" ");
const NUMBERS = "one two three four five six seven eight nine ten".split(" ");
const ROMAN = "i ii iii iv v vi vii viii ix x".split(" ");
const KANJI = "一二三四五六七八九十";
const ORDINAL = `(\\d{1,2})(?:st|nd|rd|th)|${ORDINALS.join("|")}`;
const NUMBER = `\\d{1,2}|${NUMBERS.join("|")}|[ivx]{1,4}`;
const SEASON = "seasons?|saison|temporada|staffel|stagione|sezon|シーズン|시즌";
const PART = "part|pt\\.?|cour|parte|partie|パート|クール";
const BEFORE = "(?<![\\p{L}\\p{N}])";
const AFTER = "(?![\\p{L}\\p{N}])";

const SEASON_PATTERNS = [
  new RegExp(`${BEFORE}(?<n>${ORDINAL})[\\s-]+(?:${SEASON})${AFTER}`, "iu"),
  new RegExp(`${BEFORE}(?:${SEASON})[\\s:#.-]*(?<n>${NUMBER})${AFTER}`, "iu"),
  new RegExp(`(?<!['’\\p{L}\\p{N}])S(?<n>\\d{1,2})${AFTER}`, "u"),
  new RegExp(`第?\\s*(?<n>\\d{1,2}|[${KANJI}]{1,3})\\s*[期季]`, "u"),
  // A title may begin with the Korean counter.
  new RegExp(
    `(?:(?<=[\\p{L}\\p{N}].*\\s)|^\\s*)(?:제\\s?)?(?<n>\\d{1,2})\\s?기(?:(?<=\\s.*)(?![\\p{L}\\p{N}])|\\s*$)`,
    "u",
  ),
];
const PART_PATTERNS = [
  new RegExp(`${BEFORE}(?<n>${ORDINAL})[\\s-]+(?:cour|part)${AFTER}`, "iu"),
  new RegExp(`${BEFORE}(?:${PART})[\\s:#.-]*(?<n>${NUMBER})${AFTER}`, "iu"),
  new RegExp(`第\\s*(?<n>\\d{1,2}|[${KANJI}]{1,3})\\s*(?:クール|部)`, "u"),
];

/** Matches `S02 P2` and `S2P2`. */
const SEASON_AND_PART =
  /(?<![\p{L}\p{N}])S(\d{1,2})[\s._-]?P(?:art|t)?[\s.]?(\d)(?![\p{L}\p{N}])/gu;

/** Splits `Title 2nd Season Part 2`; other numbers stay in the base. */
export function splitSeason(title: string): SeasonedTitle {
  const season = take(title.replace(SEASON_AND_PART, " S$1 Part $2 "), SEASON_PATTERNS);
  const part = take(season.rest, PART_PATTERNS);
  const base = tidy(part.rest);
  // A bare season names no series.
  return { base, season: season.number, part: part.number };
}

function take(text: string, patterns: readonly RegExp[]): { rest: string; number: number | null } {
  for (const pattern of patterns) {
    const match = pattern.exec(text);
    const written = match?.groups?.["n"];
    if (match === null || written === undefined) continue;
    const number = toNumber(written);
    if (number === null || number > 40) continue;
    return {
      rest: `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}`,
      number,
    };
  }
  return { rest: text, number: null };
}

/** Reads digits, words, roman numerals and kanji. */
export function toNumber(written: string): number | null {
  const text = written.toLowerCase();
  const digits = /^\d+/.exec(text)?.[0];
  if (digits !== undefined) return Number(digits);
  for (const list of [ORDINALS, NUMBERS, ROMAN])
    if (list.includes(text)) return list.indexOf(text) + 1;
  const ten = text.indexOf("十");
  if (ten >= 0)
    return (
      (ten === 0 ? 1 : KANJI.indexOf(text[ten - 1] ?? "") + 1) * 10 +
      (KANJI.indexOf(text[ten + 1] ?? "") + 1)
    );
  const kanji = KANJI.indexOf(text);
  return text !== "" && kanji >= 0 ? kanji + 1 : null;
}

export function tidy(text: string): string {
  return text
    .replace(/\(\s*\)|\[\s*\]/gu, " ")
    .replace(/\s+/gu, " ")
    .replace(/^(?:\s|[-–—_.,:;~+|/](?=\s|$))+/u, "")
    .replace(/\s[-–—_.,:;~+|/\s]*$/u, "")
    .replace(/[\s,:;_|/+–—-]+$/u, "");
}
