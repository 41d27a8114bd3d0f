import { isLatinWord, normaliseTitle, type NormalisedTitle } from "./words/normalise-title";
import { respellRomaji, romanise } from "./words/romanise";
import { editDistance } from "./words/spelling";
import { searchableParts } from "./title-keys/title-keys";

/** A form of a query, with what it costs a match that is not as it was written. */
export interface QueryVariant {
  title: NormalisedTitle;
  /** Highest quality that a match of this form may have. */
  ceiling: number;
}

/** A query and the other forms that may have been meant. */
export interface ParsedQuery {
  /** As written first; never empty. */
  variants: [QueryVariant, ...QueryVariant[]];
  /** Characters of the key; one or two are matched as prefixes only. */
  length: number;
}

/** A word of a query with the weight that it has in the comparison. */
export interface QueryWord {
  word: string;
  weight: number;
  isLast: boolean;
}

/** A season or part that is still being typed. */
const UNFINISHED_SEASON = /\s+(?:se|sea|seas|seaso|season|seasons|s|par|part|cour|シーズン)$/u;
/** Letters that are a numeral at the end of a query, unless they are a letter of the name; the normaliser leaves them. */
const LAST_NUMERAL = /\s(v|x|5|10)$/u;
const OTHER_NUMERALS: Record<string, string> = { v: "5", x: "10", 5: "v", 10: "x" };
const FIRST_PART = /\s(?:part )?1$/u;
const ORDINAL_OR_NUMBER = /^(?:\d{1,2}(?:[a-z]{2})?|first|second|third|fourth|fifth|i{1,3}|iv|v)$/u;
const GLUED_SEASON =
  /^(.{3,}?)(?:(\d{1,2})(?:st|nd|rd|th)season|season(\d{1,2})|part(\d)|s(\d{1,2}))$/u;
const PARTICLES = new Set(
  "no wa ga o ni to de e mo ka na ya the of a an and in on at for from is it i x".split(" "),
);
/** Words that people add and titles seldom hold. */
const FILLERS = new Set(
  "anime tv series show watch online sub dub episodes movie film ova season part cour special".split(
    " ",
  ),
);
const CONTENT_WEIGHT = 2;
/** Words that mean no title at all, whatever else they stand beside. */
const ADDITIONS = new Set(
  "anime tv series show watch online sub subbed dub dubbed episodes episode".split(" "),
);
/** Content words that a retrieval by words combines; more would only make the statement longer. */
const MAX_CONTENT_WORDS = 5;

/** Reads a query; null when it holds nothing that could be found. */
export function parseQuery(query: string): ParsedQuery | null {
  const written = normaliseTitle(query);
  if (written.key === "") return null;
  const variants: ParsedQuery["variants"] = [{ title: written, ceiling: 2 }];
  const add = (text: string, ceiling: number) => {
    const title = normaliseTitle(text);
    if (title.key !== "" && !variants.some(({ title: { key } }) => key === title.key))
      variants.push({ title, ceiling });
  };
  if (written.speltOut !== "" && written.speltOut !== written.key)
    variants.push({ title: { ...written, key: written.speltOut, words: [] }, ceiling: 0.9 });
  add(spellSeasons(written.raw), 1.5);
  if (UNFINISHED_SEASON.test(written.raw)) add(written.raw.replace(UNFINISHED_SEASON, ""), 0.83);
  const numeral = LAST_NUMERAL.exec(written.raw)?.[1];
  if (numeral !== undefined)
    add(written.raw.replace(LAST_NUMERAL, ` ${OTHER_NUMERALS[numeral] ?? numeral}`), 1.5);
  if (FIRST_PART.test(written.raw)) add(written.raw.replace(FIRST_PART, ""), 1.5);
  const kept = written.raw.split(" ").filter((word) => !ADDITIONS.has(word));
  if (kept.length > 0) add(kept.join(" "), 0.95);
  const romaji = romanise(written.words.join(" "));
  if (romaji !== null) add(romaji, 1.5);
  const respelt = respellRomaji(written.words.join(" "));
  if (respelt !== null) add(respelt, 1.5);
  const elsewhere = withoutDistantSeason(written.raw);
  if (elsewhere !== null) add(elsewhere, 0.95);
  return { variants, length: [...written.key].length };
}

/** Corrects a misspelt `season` or `part` beside a number, and divides one that is glued to the title. */
function spellSeasons(raw: string): string {
  const words = raw.split(" ");
  return words
    .map((word, at) => {
      const after = words[at + 1] ?? "";
      if (/^\d{1,2}[a-z]{2}$/u.test(word) && isNearly(after, "season", 1))
        return `${word.replace(/\D/gu, "")}th`;
      const besideNumber =
        ORDINAL_OR_NUMBER.test(words[at - 1] ?? "") || ORDINAL_OR_NUMBER.test(after);
      if (at > 0 && besideNumber && isNearly(word, "season", 2)) return "season";
      if (at > 0 && besideNumber && word.length >= 3 && isNearly(word, "part", 1)) return "part";
      return divideSeason(word);
    })
    .join(" ");
}

/** The query without a `season`, however spelt, that stands away from its number; null when there is none. */
function withoutDistantSeason(raw: string): string | null {
  const words = raw.split(" ");
  if (words.length < 3 || !words.some((word) => /^\d{1,2}(?:st|nd|rd|th)?$/u.test(word)))
    return null;
  const others = words.filter((word) => word.length < 5 || !isNearly(word, "season", 1));
  return others.length === words.length ? null : others.join(" ");
}

function isNearly(word: string, target: string, errors: number): boolean {
  const isBeginning = word !== "" && target.startsWith(word);
  return (
    isBeginning ||
    (Math.abs(word.length - target.length) <= errors &&
      editDistance(word, target, errors) <= errors)
  );
}

function divideSeason(word: string): string {
  const glued = GLUED_SEASON.exec(word);
  if (glued === null) return word;
  const [, rest = "", ordinal, season, part, short] = glued;
  const number = ordinal ?? season ?? part ?? short ?? "";
  return `${divideSeason(rest)} ${part === undefined ? "season" : "part"} ${number}`;
}

/** The words of a query in their order, weighted: particles and fillers count little, numbers as much as a short word. */
export function queryWords(title: NormalisedTitle): QueryWord[] {
  return title.words.map((word, index) => ({
    word,
    weight: wordWeight(word),
    isLast: index === title.words.length - 1,
  }));
}

/** How much a word says about which anime is meant. */
export function wordWeight(word: string): number {
  if (PARTICLES.has(word)) return 0.5;
  if (FILLERS.has(word)) return 1.5;
  if (/^\d+$/u.test(word)) return 3;
  return Math.min(word.length, 8) + (isLatinWord(word) ? 0 : 2);
}

/**
 * The tsquery of titles that hold the query's words, each in one of its `spellings`. With `tolerant` one content word in
 * three may be missing, the last of two, and particles always. Null when there is nothing to look for.
 */
export function wordsQuery(
  words: readonly QueryWord[],
  spellings: ReadonlyMap<string, readonly string[]>,
  tolerant: boolean,
): string | null {
  const content = words.filter(({ weight }) => weight >= CONTENT_WEIGHT);
  const chosen = (content.length > 0 ? content : words).slice();
  if (chosen.length === 0) return null;
  if (!tolerant) return chosen.map((word) => alternatives(word, spellings)).join(" & ");
  const strongest = chosen.sort((a, b) => b.weight - a.weight).slice(0, MAX_CONTENT_WORDS);
  const terms = strongest.map((word) => alternatives(word, spellings));
  const missing = terms.length < 3 ? 0 : terms.length < 5 ? 1 : 2;
  const choices = leavingOut(terms, missing);
  // Of two words the last may be both unfinished and misspelt.
  if (terms.length === 2 && strongest.some(({ isLast }) => isLast))
    choices.push(terms.filter((_, index) => strongest[index]?.isLast === false));
  return choices.map((kept) => `(${kept.join(" & ")})`).join(" | ");
}

function alternatives(
  { word, isLast }: QueryWord,
  spellings: ReadonlyMap<string, readonly string[]>,
): string {
  const own = isLatinWord(word)
    ? `'${word}'${isLast && word.length > 2 ? ":*" : ""}`
    : `(${searchableParts(word)
        .map((part) => `'${part}'${[...part].length === 1 ? ":*" : ""}`)
        .join(" & ")})`;
  const others = (spellings.get(word) ?? [])
    .filter((other) => other !== word)
    .map((other) => `'${other}'`);
  return others.length === 0 ? own : `(${[own, ...others].join(" | ")})`;
}

function leavingOut(terms: readonly string[], missing: number): string[][] {
  if (missing === 0) return [[...terms]];
  return terms.flatMap((_, index) =>
    leavingOut(
      terms.filter((__, other) => other !== index),
      missing - 1,
    ),
  );
}
