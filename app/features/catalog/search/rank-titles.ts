import type { NormalisedTitle } from "./words/normalise-title";
import { wordWeight, type QueryWord } from "./parse-query";
import { allowedErrors, beginningDistance, editDistance } from "./words/spelling";
import { KEY_KINDS, QUALIFIERS } from "./title-keys/title-keys";

/** A stored key that a query found. */
export interface KeyHit {
  kind: number;
  key: string;
  raw: string;
  strict: string;
}

/** For a word of the query the spellings it may stand for, with how much they resemble it, from 0 to 1. */
export type Likeness = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** An anime with how well it matches; 1 and above is an exact name. */
export interface Match {
  malId: number;
  popularity: number;
  quality: number;
}

/** From here on a name was written out exactly. */
export const EXACT = 1;
/** Below this a match is chance. */
const WEAKEST = 0.5;
/** Weaker matches than the best by more than this are dropped: they are not what was meant. */
const WIDEST_GAP = 0.34;
/** Popularity moves a match within this band, so that it decides between matches of about the same quality. */
const POPULARITY_BAND = 0.12;
/** A query's `2019` or `movie` that only the anime's year or type answers. */
const QUALIFIER_LIKENESS = 0.95;
/** Initials are a guess: about as good as a beginning. */
const INITIALS_QUALITY = 0.86;
/** Letters that folding may take from a query with letters thrice. */
const MOST_FOLDED = 2;
/** Another number is another season rather than a typing error. */
const OTHER_NUMBER = 0.12;
/** Letters that a beginning with errors has at least. */
const LEAST_MISSPELT_PREFIX = 8;
const LEAST_POPULAR = 40_000;

/**
 * Quality of a key that equals the query's. Official names come first, the more exactly written the better; punctuation counts
 * where the query has some. Between an official name in another spelling and a synonym in this one popularity decides.
 */
export function exactQuality(query: NormalisedTitle, hit: KeyHit): number {
  const isAlike = hit.strict === query.strict;
  if (!isAlike && isOverfolded(query)) return 0;
  if (hit.kind === KEY_KINDS.initials) return INITIALS_QUALITY;
  if (hit.kind === KEY_KINDS.nickname) return 1.85;
  if (hit.kind >= KEY_KINDS.synonym) return isAlike ? 1.7 : 1.5;
  if (hit.raw === query.raw && /[^\p{L}\p{N}\s]/u.test(query.raw)) return 2;
  if (isAlike) return 1.9;
  return namesPart(query.raw) === namesPart(hit.raw) ? 1.7 : 1.65;
}

/** Whether folding has taken so much from a query that what is left says little: `vvvvvvv` means no title with a V. */
function isOverfolded(query: NormalisedTitle): boolean {
  return query.strict.length > query.key.length + MOST_FOLDED && /([a-z])\1\1/u.test(query.strict);
}

/** A season and a part of the same number are equal to the search, but not alike. */
function namesPart(raw: string): boolean {
  return /\b(?:part|cour)\b/u.test(raw);
}

/** Quality of a key that begins with the query's. */
export function prefixQuality(query: NormalisedTitle, hit: KeyHit): number {
  const share = query.key.length / hit.key.length;
  const isAlike = hit.strict.startsWith(query.strict);
  if (!isAlike && isOverfolded(query)) return 0;
  return 0.85 + 0.03 * share - (isAlike ? 0 : 0.11) - (hit.kind >= KEY_KINDS.synonym ? 0.03 : 0);
}

/** Quality of a key that is the query's but for typing errors; 0 when there are too many. */
export function misspeltQuality(query: NormalisedTitle, hit: KeyHit): number {
  const share = Math.min(
    shareOfErrors(query.key, hit.key),
    shareOfErrors(query.strict, hit.strict),
  );
  if (share > 1) return 0;
  const numbers = digitsOf(query.key) === digitsOf(hit.key) ? 0 : OTHER_NUMBER;
  return 0.92 - numbers - 1.1 * share - (hit.kind >= KEY_KINDS.synonym ? 0.03 : 0);
}

/** Quality of the best of an anime's `names` that begins with the query but for typing errors; short beginnings may be anything, so they count as nothing. */
export function misspeltPrefixQuality({ key }: NormalisedTitle, names: readonly string[]): number {
  if (key.length < LEAST_MISSPELT_PREFIX) return 0;
  const limit = allowedErrors(key.length);
  let best = 0;
  for (const name of names) {
    const text = name.slice(2).replaceAll(" ", "");
    // An error in both of the first letters is rarer than a name that has nothing to do with the query.
    if (
      text.length <= key.length ||
      (text[0] !== key[0] && text[1] !== key[1]) ||
      name.startsWith(`${QUALIFIERS}:`)
    )
      continue;
    const errors = beginningDistance(key, text, limit);
    if (errors > limit) continue;
    const numbers = digitsOf(key) === digitsOf(text.slice(0, key.length)) ? 0 : OTHER_NUMBER;
    best = Math.max(
      best,
      0.85 -
        numbers -
        (1.1 * errors) / key.length -
        (Number(name[0]) >= KEY_KINDS.synonym ? 0.03 : 0),
    );
  }
  return best;
}

/** Errors per character between two texts; above 1 when there are more than their length allows. */
function shareOfErrors(a: string, b: string): number {
  const limit = Math.min(allowedErrors(a.length), allowedErrors(b.length));
  const errors = editDistance(a, b, limit);
  return errors > limit ? 2 : errors / Math.max(a.length, b.length);
}

function digitsOf(key: string): string {
  return key.replace(/\D/gu, "");
}

/** Quality of the best of an anime's `names` (`kind:word word`), compared word by word; `likeness` says how much each spelling resembles a query word. */
export function wordsQuality(
  words: readonly QueryWord[],
  names: readonly string[],
  likeness: Likeness,
): number {
  const qualifiers =
    names
      .find((name) => name.startsWith(`${QUALIFIERS}:`))
      ?.slice(2)
      .split(" ") ?? [];
  let best = 0;
  for (const name of names)
    if (!name.startsWith(`${QUALIFIERS}:`))
      best = Math.max(best, nameQuality(words, name, qualifiers, likeness));
  return best;
}

function nameQuality(
  words: readonly QueryWord[],
  name: string,
  qualifiers: readonly string[],
  likeness: Likeness,
): number {
  const titleWords = name.slice(2).split(" ");
  const used = new Array<boolean>(titleWords.length).fill(false);
  let wanted = 0;
  let found = 0;
  let place = -1;
  let isOrdered = true;
  for (const queryWord of words) {
    wanted += queryWord.weight;
    let bestAt = -1;
    let bestLikeness = 0;
    for (let at = 0; at < titleWords.length; at += 1) {
      if (used[at]) continue;
      const alike = wordLikeness(queryWord, titleWords[at] ?? "", likeness);
      if (
        alike > bestLikeness ||
        (alike === bestLikeness && alike > 0 && bestAt < place && at > place)
      ) {
        bestLikeness = alike;
        bestAt = at;
      }
    }
    if (bestAt < 0) {
      if (qualifiers.includes(queryWord.word)) found += queryWord.weight * QUALIFIER_LIKENESS;
      continue;
    }
    used[bestAt] = true;
    found += queryWord.weight * bestLikeness;
    if (bestAt < place) isOrdered = false;
    place = bestAt;
  }
  if (wanted === 0) return 0;
  let whole = 0;
  let covered = 0;
  titleWords.forEach((word, at) => {
    const weight = wordWeight(word);
    whole += weight;
    if (used[at]) covered += weight;
  });
  const kind = name.charCodeAt(0) - 48;
  const share = found / wanted;
  return (
    share ** 2.5 * (0.7 + 0.18 * (covered / whole)) -
    (isOrdered ? 0 : 0.02) -
    (kind >= KEY_KINDS.synonym ? 0.02 : 0)
  );
}

function wordLikeness({ word, isLast }: QueryWord, titleWord: string, likeness: Likeness): number {
  if (word === titleWord) return 1;
  const known = likeness.get(word)?.get(titleWord) ?? 0;
  if (isLast && titleWord.startsWith(word))
    return Math.max(known, 0.9 + 0.1 * (word.length / titleWord.length));
  if (known > 0 || word.length < 4 || titleWord.length < 4) return known;
  if (titleWord.includes(word) && !/^[a-z0-9]+$/u.test(word)) return 0.85;
  if (!isLast || titleWord.length <= word.length) return 0;
  const errors = editDistance(word, titleWord.slice(0, word.length), 1);
  return errors <= 1 ? 1 - 1.2 / word.length : 0;
}

/** The matches in their order, each anime once, without those that are far weaker than the best. */
export function rankMatches(matches: Iterable<Match>, limit: number): Match[] {
  const byId = new Map<number, Match>();
  for (const match of matches) {
    const known = byId.get(match.malId);
    if (match.quality >= WEAKEST && (known === undefined || known.quality < match.quality))
      byId.set(match.malId, match);
  }
  const ranked = [...byId.values()];
  const best = ranked.reduce(
    (highest, { quality }) => Math.max(highest, Math.min(quality, EXACT)),
    0,
  );
  const weakest = Math.max(WEAKEST, Math.min(best, 0.9) - WIDEST_GAP);
  return ranked
    .filter(({ quality }) => quality >= weakest)
    .sort((a, b) => rankValue(b) - rankValue(a) || a.popularity - b.popularity || a.malId - b.malId)
    .slice(0, limit);
}

function rankValue({ quality, popularity }: Match): number {
  const liked = 1 - Math.log(Math.min(popularity, LEAST_POPULAR) + 1) / Math.log(LEAST_POPULAR + 1);
  return quality + (quality >= EXACT ? 0.01 : POPULARITY_BAND) * liked;
}
