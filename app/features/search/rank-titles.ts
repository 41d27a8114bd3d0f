import { isLatinToken, lettersOf, type NormalisedTitle } from "./text/normalise-title";
import { termWeight, type QueryTerm } from "./parse-query";
import { maxEditDistance, prefixEditDistance, editDistance } from "~/parsing/edit-distance";
import { AS_WRITTEN, KEY_KINDS, QUALIFIERS } from "./title-index/build-title-index";

export interface KeyMatch {
  kind: number;
  key: string;
  raw: string;
  strict: string;
}

/** A name that begins with the query. */
export interface PrefixMatch {
  kind: number;
  /** The length of the key in characters. */
  length: number;
  /** Whether it also begins with the unfolded query. */
  isAlike: boolean;
}

/** Vocabulary terms by query term, with similarities of 0 to 1. */
export type FuzzyTerms = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** A title with its score: 1 and above is an exact name. */
export interface ScoredMatch {
  malId: number;
  popularity: number;
  score: number;
}

export const EXACT_SCORE = 1;
const MIN_SCORE = 0.5;
const MAX_SCORE_GAP = 0.34;
/**
 * The share of a query that a name may lack: beyond it, even a wholly covered name scores at most
 * 0.88 × 0.79^2.5, which is below `MIN_SCORE`.
 */
export const MAX_MISSING_SHARE = 0.21;
/** Popularity decides between similar scores only. */
const POPULARITY_BAND = 0.12;
/** A `2019` or `movie` that matches the year or type only. */
const QUALIFIER_SIMILARITY = 0.95;
/** The score of a misspelt whole name, before its errors are subtracted. */
export const FUZZY_SCORE = 0.92;
/** Ambiguous, so about a prefix. */
const INITIALS_SCORE = 0.86;
const MAX_FOLDED_LETTERS = 2;
/** Another season rather than a typo. */
const NUMBER_MISMATCH_PENALTY = 0.12;
const MIN_FUZZY_PREFIX_LENGTH = 8;
/** The score of a name with all terms, and what the share of the name that they cover adds. */
const NAME_SCORE = 0.7;
const COVERED_SCORE = 0.18;
/** The least score of the beginning of an official name as written. */
export const PREFIX_SCORE = 0.85;
/** A word both unfinished and misspelt has a similarity of `1 - UNFINISHED_ERROR / length`. */
export const UNFINISHED_ERROR = 1.2;
export const MIN_UNFINISHED_LENGTH = 4;
/** Scores a name that contains the query's only word: near a prefix, so that popularity decides. */
const PIECE_SCORE = 0.83;
/** The least score of a name that contains the word as written, whatever its kind and length. */
export const MIN_PIECE_SCORE = PIECE_SCORE - 0.02;
const OTHER_KANA_SCORE = 0.78;
/** The rank at which popularity adds nothing to a score; beyond it, popularity subtracts. */
const MEDIOCRE_POPULARITY_RANK = 40_000;
const MAX_POPULARITY_RANK = 1_000_000;
const DIGIT_0 = 48;

/** Scores official names first, then exact spelling; punctuation counts if the query has some. */
export function scoreExactMatch(query: NormalisedTitle, hit: KeyMatch): number {
  const isAlike = hit.strict === query.strict;
  if (!isAlike && isOverFolded(query)) return 0;
  if (hit.kind === KEY_KINDS.initials) return INITIALS_SCORE;
  if (hit.kind === KEY_KINDS.nickname) return 1.85;
  if (hit.kind >= KEY_KINDS.synonym) return isAlike ? 1.7 : 1.5;
  if (hit.raw === query.raw && /[^\p{L}\p{N}\s]/u.test(query.raw)) return 2;
  if (isAlike) return 1.9;
  return hasPartWord(query.raw) === hasPartWord(hit.raw) ? 1.7 : 1.65;
}

/** `vvvvvvv` means no title with a V. */
function isOverFolded(query: NormalisedTitle): boolean {
  return (
    query.strict.length > query.key.length + MAX_FOLDED_LETTERS && /([a-z])\1\1/u.test(query.strict)
  );
}

/** Season 2 and part 2 have equal keys. */
function hasPartWord(raw: string): boolean {
  return /\b(?:part|cour)\b/u.test(raw);
}

export function prefixScorer(query: NormalisedTitle): (hit: PrefixMatch) => number {
  const isUnlikeScored = !isOverFolded(query);
  const { length } = [...query.key];
  return (hit) => {
    if (!hit.isAlike && !isUnlikeScored) return 0;
    return (
      PREFIX_SCORE +
      0.03 * (length / hit.length) -
      (hit.isAlike ? 0 : 0.11) -
      (hit.kind >= KEY_KINDS.synonym ? 0.03 : 0)
    );
  };
}

/** Scores a match with typos; 0 for too many. */
export function scoreFuzzyMatch(query: NormalisedTitle, hit: KeyMatch): number {
  const folded = normalisedEditDistance(query.key, hit.key);
  const isUnfolded = query.key === query.strict && hit.key === hit.strict;
  const share = isUnfolded
    ? folded
    : Math.min(folded, normalisedEditDistance(query.strict, hit.strict));
  if (share > 1) return 0;
  const numbers = digitsOf(query.key) === digitsOf(hit.key) ? 0 : NUMBER_MISMATCH_PENALTY;
  return FUZZY_SCORE - numbers - 1.1 * share - (hit.kind >= KEY_KINDS.synonym ? 0.03 : 0);
}

/** Short queries are misspelt beginnings of too many names. */
export function isPrefixScored({ key }: NormalisedTitle): boolean {
  return key.length >= MIN_FUZZY_PREFIX_LENGTH;
}

/** The best of `names`; 0 for short queries. */
export function scoreFuzzyPrefixMatch(query: NormalisedTitle, names: readonly string[]): number {
  if (!isPrefixScored(query)) return 0;
  const { key } = query;
  const limit = maxEditDistance(key.length);
  let best = 0;
  for (const name of names) {
    if (name.length - 2 <= key.length || !isName(name)) continue;
    // Rarer than unrelated names.
    if (name[2] !== key[0] && name[name[3] === " " ? 4 : 3] !== key[1]) continue;
    const text = name.slice(2).replaceAll(" ", "");
    if (text.length <= key.length) continue;
    const errors = prefixEditDistance(key, text, limit);
    if (errors > limit) continue;
    const numbers =
      digitsOf(key) === digitsOf(text.slice(0, key.length)) ? 0 : NUMBER_MISMATCH_PENALTY;
    best = Math.max(
      best,
      0.85 - numbers - (1.1 * errors) / key.length - (kindOf(name) >= KEY_KINDS.synonym ? 0.03 : 0),
    );
  }
  return best;
}

/**
 * Scores names by where they contain the query's only word, which is in native script; null for
 * other queries. Kana of the other kind count less.
 */
export function pieceScorer(query: NormalisedTitle): ((names: readonly string[]) => number) | null {
  const [token = "", ...others] = query.tokens;
  if (token === "" || others.length > 0 || isLatinToken(token)) return null;
  const { key } = query;
  const written = lettersOf(query.raw);
  return (names) => {
    let best = 0;
    names.forEach((name, index) => {
      if (!isName(name)) return;
      const text = name.slice(2).replaceAll(" ", "");
      const foldedAt = text.indexOf(key);
      if (foldedAt < 0) return;
      const next = names[index + 1] ?? "";
      const writtenAt = isAsWritten(next) ? next.indexOf(written, 2) - 2 : text.indexOf(written);
      const isWritten = writtenAt >= 0;
      const isBeginning = isWritten ? writtenAt === 0 : foldedAt === 0;
      best = Math.max(
        best,
        (isWritten ? PIECE_SCORE : OTHER_KANA_SCORE) +
          (isBeginning ? 0.01 : 0) +
          0.01 * (key.length / text.length) -
          (kindOf(name) >= KEY_KINDS.synonym ? 0.02 : 0),
      );
    });
    return best;
  };
}

function isAsWritten(name: string): boolean {
  return kindOf(name) === AS_WRITTEN;
}

function isName(name: string): boolean {
  return kindOf(name) < AS_WRITTEN;
}

/** Reads the kind, which is one digit. */
function kindOf(name: string): number {
  return name.charCodeAt(0) - DIGIT_0;
}

/** Returns edits per character, and more than 1 beyond the allowed edits. */
function normalisedEditDistance(a: string, b: string): number {
  const limit = Math.min(maxEditDistance(a.length), maxEditDistance(b.length));
  const errors = editDistance(a, b, limit);
  return errors > limit ? 2 : errors / Math.max(a.length, b.length);
}

function digitsOf(key: string): string {
  return key.replace(/\D/gu, "");
}

/** The best score that terms can give: of a name that has nothing else, in the query's order. */
export function bestTermScore(share: number): number {
  return Math.min(share, 1) ** 2.5 * (NAME_SCORE + COVERED_SCORE);
}

export interface ScoredTerm extends QueryTerm {
  spellings: ReadonlyMap<string, number> | null;
  /** Matches names with the term, a spelling or a misspelt beginning; null without spellings. */
  likely: RegExp | null;
  /** Native script has no spaces. */
  isWithinTokens: boolean;
  /** Matches names with a misspelt beginning; null if none is looked for. */
  likelyUnfinished: RegExp | null;
}

/**
 * Scores the best of `names` (`kind:word word`), by terms; 0 where too much is missing to count.
 */
export function termScorer(
  terms: readonly QueryTerm[],
  fuzzyTerms: FuzzyTerms,
): (names: readonly string[]) => number {
  const scoredTerms = terms.map((term) => scoredTerm(term, fuzzyTerms.get(term.term)));
  const totalWeight = terms.reduce((sum, { weight }) => sum + weight, 0);
  return (names) => {
    const qualifiers = qualifiersOf(names);
    let best = 0;
    for (const name of names)
      if (isName(name) && maxNameScore(scoredTerms, totalWeight, name, qualifiers) > best)
        best = Math.max(best, scoreName(scoredTerms, totalWeight, name, qualifiers));
    return best;
  };
}

/** `fuzzy` has other spellings of the term, with similarities. */
export function scoredTerm(
  term: QueryTerm,
  fuzzy: ReadonlyMap<string, number> = new Map(),
): ScoredTerm {
  const { isLast, term: text } = term;
  const unfinished =
    isLast && text.length >= MIN_UNFINISHED_LENGTH ? misspeltBeginning(text) : null;
  const patterns = [text, ...fuzzy.keys()].map(escaped).concat(unfinished ?? []);
  return {
    ...term,
    spellings: fuzzy.size === 0 ? null : fuzzy,
    likely: fuzzy.size === 0 ? null : new RegExp(patterns.join("|")),
    isWithinTokens: text.length >= 2 && !isLatinToken(text),
    likelyUnfinished: unfinished === null ? null : new RegExp(unfinished),
  };
}

function escaped(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]/gu, "\\$&");
}

/** Returns at least `scoreName`, without looking at single words. */
export function maxNameScore(
  terms: readonly ScoredTerm[],
  totalWeight: number,
  name: string,
  qualifiers: string,
): number {
  let found = 0;
  let missing = 0;
  let isCovered = false;
  for (const term of terms) {
    let similarity = maxSimilarity(term, name);
    if (similarity > 0) isCovered = true;
    if (similarity < QUALIFIER_SIMILARITY && qualifiers.includes(` ${term.term} `))
      similarity = QUALIFIER_SIMILARITY;
    found += term.weight * similarity;
    if (similarity === 0) missing += term.weight;
    if (missing > totalWeight * MAX_MISSING_SHARE) return 0;
  }
  const covered = isCovered ? COVERED_SCORE : 0;
  return (found / totalWeight) ** 2.5 * (NAME_SCORE + covered) - synonymPenalty(name);
}

/** Returns the similarity of the term with the word of the name that is most like it. */
function maxSimilarity(
  { term, spellings, likely, likelyUnfinished }: ScoredTerm,
  name: string,
): number {
  if (likely?.test(name) === false) return 0;
  if (name.includes(term)) return 1;
  let best = 0;
  if (spellings !== null)
    for (const [spelling, similarity] of spellings)
      if (similarity > best && name.includes(spelling)) best = similarity;
  if (likelyUnfinished?.test(name) === true)
    best = Math.max(best, 1 - UNFINISHED_ERROR / term.length);
  return best;
}

function synonymPenalty(name: string): number {
  return kindOf(name) >= KEY_KINDS.synonym ? 0.02 : 0;
}

function scoreName(
  terms: readonly ScoredTerm[],
  totalWeight: number,
  name: string,
  qualifiers: string,
): number {
  const titleTokens = name.slice(2).split(" ");
  const isUsed: boolean[] = [];
  let missing = 0;
  let found = 0;
  let lastAt = -1;
  let isOrdered = true;
  for (const term of terms) {
    let bestAt = -1;
    let bestSimilarity = 0;
    for (let at = 0; at < titleTokens.length; at += 1) {
      if (isUsed[at] === true) continue;
      const similarity = termSimilarity(term, titleTokens[at] ?? "");
      if (
        similarity > bestSimilarity ||
        (similarity === bestSimilarity && similarity > 0 && bestAt < lastAt && at > lastAt)
      ) {
        bestSimilarity = similarity;
        bestAt = at;
      }
    }
    if (bestAt < 0) {
      if (qualifiers.includes(` ${term.term} `)) found += term.weight * QUALIFIER_SIMILARITY;
      else missing += term.weight;
      if (missing > totalWeight * MAX_MISSING_SHARE) return 0;
      continue;
    }
    isUsed[bestAt] = true;
    found += term.weight * bestSimilarity;
    if (bestAt < lastAt) isOrdered = false;
    lastAt = bestAt;
  }
  let whole = 0;
  let covered = 0;
  for (let at = 0; at < titleTokens.length; at += 1) {
    const weight = termWeight(titleTokens[at] ?? "");
    whole += weight;
    if (isUsed[at] === true) covered += weight;
  }
  const share = found / totalWeight;
  return (
    share ** 2.5 * (NAME_SCORE + COVERED_SCORE * (covered / whole)) -
    (isOrdered ? 0 : 0.02) -
    synonymPenalty(name)
  );
}

/** Lists qualifiers, each between spaces. */
function qualifiersOf(names: readonly string[]): string {
  const qualifiers = names.find((name) => kindOf(name) === QUALIFIERS);
  return qualifiers === undefined ? "" : ` ${qualifiers.slice(2)} `;
}

function termSimilarity(
  { term, isLast, spellings, isWithinTokens, likelyUnfinished }: ScoredTerm,
  titleToken: string,
): number {
  if (term === titleToken) return 1;
  const share = spellings?.get(titleToken) ?? 0;
  if (isLast && titleToken.startsWith(term))
    return Math.max(share, 0.9 + 0.1 * (term.length / titleToken.length));
  if (share > 0) return share;
  if (isWithinTokens && titleToken.includes(term)) return 0.85;
  if (likelyUnfinished === null || titleToken.length <= term.length) return 0;
  return beginsWithOneEdit(titleToken, term) ? 1 - UNFINISHED_ERROR / term.length : 0;
}

/** A pattern: a wrong letter leaves one half of the term in place; a swap may be across both. */
function misspeltBeginning(term: string): string {
  const middle = term.length >> 1;
  const before = term.slice(0, middle - 1);
  const swapped = `${term[middle] ?? ""}${term[middle - 1] ?? ""}`;
  const beginnings = [
    escaped(term.slice(0, middle)),
    `.{${middle}}${escaped(term.slice(middle))}`,
    escaped(`${before}${swapped}${term.slice(middle + 1)}`),
  ];
  return `[: ](?:${beginnings.join("|")})`;
}

/** One letter, or one adjacent swap. */
function beginsWithOneEdit(text: string, beginning: string): boolean {
  // Most words: no edit changes both letters, other than a swap.
  if (text[0] !== beginning[0] && text[1] !== beginning[1] && text[0] !== beginning[1])
    return false;
  let at = 0;
  while (at < beginning.length && text[at] === beginning[at]) at += 1;
  if (text.startsWith(beginning.slice(at + 1), at + 1)) return true;
  return (
    text[at] === beginning[at + 1] &&
    text[at + 1] === beginning[at] &&
    text.startsWith(beginning.slice(at + 2), at + 2)
  );
}

/** A title that scores less than the best of `matches` by so much is no result. */
export function minScore(matches: Iterable<ScoredMatch>): number {
  let best = 0;
  for (const { score } of matches) best = Math.max(best, score);
  return Math.max(MIN_SCORE, Math.min(best, 0.9) - MAX_SCORE_GAP);
}

/** One per title, without those far below the best. */
export function rankMatches(matches: Iterable<ScoredMatch>): ScoredMatch[] {
  const byId = new Map<number, ScoredMatch>();
  for (const match of matches) {
    const existing = byId.get(match.malId);
    if (match.score >= MIN_SCORE && (existing === undefined || existing.score < match.score))
      byId.set(match.malId, match);
  }
  const ranked = [...byId.values()];
  const weakest = minScore(ranked);
  return ranked
    .filter(({ score }) => score >= weakest)
    .map((match) => ({ match, rank: rankScore(match) }))
    .sort(
      (a, b) =>
        b.rank - a.rank || a.match.popularity - b.match.popularity || a.match.malId - b.match.malId,
    )
    .map(({ match }) => match);
}

/** The score that popularity has raised or lowered. */
export function rankScore({ score, popularity }: ScoredMatch): number {
  const liked =
    1 -
    Math.log(Math.min(popularity, MAX_POPULARITY_RANK) + 1) /
      Math.log(MEDIOCRE_POPULARITY_RANK + 1);
  return score + (score >= EXACT_SCORE ? 0.01 : POPULARITY_BAND) * liked;
}
