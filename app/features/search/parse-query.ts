import { normaliseTitle, type NormalisedTitle } from "./text/normalise-title";
import { toHepburn, romanise } from "./text/romanise";
import { editDistance } from "~/parsing/edit-distance";

export interface QueryVariant {
  title: NormalisedTitle;
  maxScore: number;
}

export interface ParsedQuery {
  variants: [QueryVariant, ...QueryVariant[]];
  /** Short queries match beginnings and whole words only. */
  length: number;
}

export interface QueryTerm {
  term: string;
  weight: number;
  isLast: boolean;
}

/** Matches a season that is still being typed. */
const UNFINISHED_SEASON = /\s+(?:se|sea|seas|seaso|season|seasons|s|par|part|cour|シーズン)$/u;
/** A numeral or a letter; the normaliser leaves these. */
const LAST_NUMERAL = /\s(v|x|5|10)$/u;
const NUMERAL_EQUIVALENTS: Record<string, string> = { v: "5", x: "10", 5: "v", 10: "x" };
const FIRST_PART = /\s(?:part )?1$/u;
const ORDINAL_OR_NUMBER = /^(?:\d{1,2}(?:[a-z]{2})?|first|second|third|fourth|fifth|i{1,3}|iv|v)$/u;
const GLUED_SEASON =
  /^(.{3,}?)(?:(\d{1,2})(?:st|nd|rd|th)season|season(\d{1,2})|part(\d)|s(\d{1,2}))$/u;
const PARTICLES = new Set(
  "no wa ga o ni to de e mo ka na ya the of a an and in on at for from is it i x".split(" "),
);
/** Words of queries that are rare in titles. */
const FILLERS = new Set(
  "anime tv series show watch online sub dub episodes movie film ova season part cour special".split(
    " ",
  ),
);
const DIGIT_0 = 48;
const DIGIT_9 = 57;
const STOP_WORDS = new Set(
  "anime tv series show watch online sub subbed dub dubbed episodes episode".split(" "),
);

/** Returns null when nothing can be found. */
export function parseQuery(query: string): ParsedQuery | null {
  const written = normaliseTitle(query);
  if (written.key === "") return null;
  const variants: ParsedQuery["variants"] = [{ title: written, maxScore: 2 }];
  const add = (text: string, maxScore: number) => {
    const title = normaliseTitle(text);
    if (title.key !== "" && !variants.some(({ title: { key } }) => key === title.key))
      variants.push({ title, maxScore });
  };
  if (written.unnumberedKey !== "" && written.unnumberedKey !== written.key)
    variants.push({ title: { ...written, key: written.unnumberedKey, tokens: [] }, maxScore: 0.9 });
  add(correctSeasons(written.raw), 1.5);
  if (UNFINISHED_SEASON.test(written.raw)) add(written.raw.replace(UNFINISHED_SEASON, ""), 0.83);
  const numeral = LAST_NUMERAL.exec(written.raw)?.[1];
  if (numeral !== undefined)
    add(written.raw.replace(LAST_NUMERAL, ` ${NUMERAL_EQUIVALENTS[numeral] ?? numeral}`), 1.5);
  if (FIRST_PART.test(written.raw)) add(written.raw.replace(FIRST_PART, ""), 1.5);
  const content = written.raw.split(" ").filter((word) => !STOP_WORDS.has(word));
  if (content.length > 0) add(content.join(" "), 0.95);
  const romaji = romanise(written.tokens.join(" "));
  if (romaji !== null) add(romaji, 1.5);
  const respelt = toHepburn(written.tokens.join(" "));
  if (respelt !== null) add(respelt, 1.5);
  const elsewhere = removeDetachedSeason(written.raw);
  if (elsewhere !== null) add(elsewhere, 0.95);
  // `second season` has the key `2`.
  const letters = written.unnumberedKey === "" ? written.key : written.unnumberedKey;
  return { variants, length: [...letters].length };
}

/** A misspelt `season` next to a number, or one joined to the title. */
function correctSeasons(raw: string): string {
  const words = raw.split(" ");
  return words
    .map((word, at) => {
      const after = words[at + 1] ?? "";
      if (/^\d{1,2}[a-z]{2}$/u.test(word) && isPrefixOrTypoOf(after, "season", 1))
        return `${word.replace(/\D/gu, "")}th`;
      const besideNumber =
        ORDINAL_OR_NUMBER.test(words[at - 1] ?? "") || ORDINAL_OR_NUMBER.test(after);
      if (at > 0 && besideNumber && isPrefixOrTypoOf(word, "season", 2)) return "season";
      if (at > 0 && besideNumber && word.length >= 3 && isPrefixOrTypoOf(word, "part", 1))
        return "part";
      return splitGluedSeason(word);
    })
    .join(" ");
}

/** Returns null when the query has no detached season. */
function removeDetachedSeason(raw: string): string | null {
  const words = raw.split(" ");
  if (words.length < 3 || !words.some((word) => /^\d{1,2}(?:st|nd|rd|th)?$/u.test(word)))
    return null;
  const others = words.filter((word) => word.length < 5 || !isPrefixOrTypoOf(word, "season", 1));
  return others.length === words.length ? null : others.join(" ");
}

function isPrefixOrTypoOf(word: string, target: string, errors: number): boolean {
  const isBeginning = word !== "" && target.startsWith(word);
  return (
    isBeginning ||
    (Math.abs(word.length - target.length) <= errors &&
      editDistance(word, target, errors) <= errors)
  );
}

function splitGluedSeason(word: string): string {
  const glued = GLUED_SEASON.exec(word);
  if (glued === null) return word;
  const [, rest = "", ordinal, season, part, short] = glued;
  const number = ordinal ?? season ?? part ?? short ?? "";
  return `${splitGluedSeason(rest)} ${part === undefined ? "season" : "part"} ${number}`;
}

/** Particles and fillers count little, numbers as a short word. */
export function queryTerms(title: NormalisedTitle): QueryTerm[] {
  return title.tokens.map((term, index) => ({
    term,
    weight: termWeight(term),
    isLast: index === title.tokens.length - 1,
  }));
}

export function termWeight(term: string): number {
  if (PARTICLES.has(term)) return 0.5;
  if (FILLERS.has(term)) return 1.5;
  const first = term.charCodeAt(0);
  if (first >= DIGIT_0 && first <= DIGIT_9 && /^\d+$/u.test(term)) return 3;
  // Tokens are all Latin or not Latin.
  return Math.min(term.length, 8) + (first < 128 ? 0 : 2);
}
