import type { QueryTerm } from "./parse-query";
import {
  bestTermScore,
  MAX_MISSING_SHARE,
  MIN_UNFINISHED_LENGTH,
  UNFINISHED_ERROR,
  type FuzzyTerms,
} from "./rank-titles";
import { isLatinToken } from "./text/normalise-title";
import { bigrams } from "./title-index/build-title-index";

const CONTENT_WEIGHT = 2;
/** Further terms would only lengthen the statement. */
const MAX_CONTENT_TERMS = 5;
/** The number of long words that are in few titles even if the last term is left out. */
const MIN_SELECTIVE_TERMS = 2;
const MIN_SELECTIVE_LENGTH = 5;

export interface ExactTsQuery {
  /** What the index looks up; null when there is nothing. */
  indexed: string | null;
  /** What the titles found have to match as well. */
  rechecked: string | null;
}

export interface TolerantOptions {
  fuzzyTerms: FuzzyTerms;
  /** A title with a lower score is no result. */
  minScore: number;
  /** Names with a misspelt beginning count whatever their terms. */
  isPrefixScored: boolean;
}

/**
 * All content terms, the last one as a prefix. An index reads every title with a word of that
 * prefix before it combines the terms, so with other selective terms the prefix is rechecked.
 */
export function buildExactTsQuery(terms: readonly QueryTerm[]): ExactTsQuery {
  const chosen = contentTerms(terms);
  if (chosen.length === 0) return { indexed: null, rechecked: null };
  const whole = chosen.map((term) => spelledAs(term, [])).join(" & ");
  const finished = chosen.filter((term) => !isPrefix(term));
  const isRechecked =
    finished.length < chosen.length && finished.filter(isSelective).length >= MIN_SELECTIVE_TERMS;
  return isRechecked
    ? { indexed: finished.map((term) => spelledAs(term, [])).join(" & "), rechecked: whole }
    : { indexed: whole, rechecked: null };
}

/**
 * Content terms in their likely spellings, of which some may be missing: one of three or more, two
 * of five if they are light enough for a score, and the last of two. Null when it would find what
 * the exact query finds.
 */
export function buildTolerantTsQuery(
  terms: readonly QueryTerm[],
  options: TolerantOptions,
): string | null {
  const { fuzzyTerms, minScore, isPrefixScored } = options;
  const chosen = contentTerms(terms)
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MAX_CONTENT_TERMS);
  if (chosen.length === 0) return null;
  const totalWeight = sumWeights(terms);
  /** Tells whether a similarity suffices if all other terms are found, or nearly all. */
  const canMatch = ({ weight }: QueryTerm, similarity: number, others: number): boolean =>
    bestTermScore((weight * similarity + others) / totalWeight) >= minScore;
  const spellingsOf = (term: QueryTerm, others: number): string[] =>
    [...(fuzzyTerms.get(term.term) ?? [])]
      .filter(([other, similarity]) => other !== term.term && canMatch(term, similarity, others))
      .map(([other]) => other);
  const spelled = chosen.map((term) => {
    const spellings = spellingsOf(term, isPrefixScored ? Infinity : totalWeight - term.weight);
    return { weight: term.weight, text: spelledAs(term, spellings), isLoose: spellings.length > 0 };
  });
  const isLoose = spelled.some((term) => term.isLoose);
  if (chosen.length > 2)
    return allBut(spelled, chosen.length < MAX_CONTENT_TERMS ? 1 : 2, totalWeight);
  const all = spelled.map(({ text }) => text).join(" & ");
  const first = chosen.find((term) => !term.isLast);
  const last = chosen.find((term) => term.isLast);
  const unfinished =
    chosen.length === 2 && first !== undefined && last !== undefined
      ? foundWithoutLast(first, last, totalWeight, isPrefixScored)
      : null;
  if (first === undefined || unfinished === null) return isLoose ? all : null;
  return `${all} | ${spelledAs(first, spellingsOf(first, unfinished))}`;
}

/**
 * The weight found besides the first of two terms where the last is both unfinished and misspelt,
 * or may be missing; null when that is no match.
 */
function foundWithoutLast(
  first: QueryTerm,
  last: QueryTerm,
  totalWeight: number,
  isPrefixScored: boolean,
): number | null {
  const others = totalWeight - first.weight - last.weight;
  if (last.weight <= totalWeight * MAX_MISSING_SHARE) return totalWeight - first.weight;
  if (last.term.length < MIN_UNFINISHED_LENGTH && !isPrefixScored) return null;
  return others + last.weight * (1 - UNFINISHED_ERROR / last.term.length);
}

function contentTerms(terms: readonly QueryTerm[]): QueryTerm[] {
  const content = terms.filter(({ weight }) => weight >= CONTENT_WEIGHT);
  return content.length > 0 ? content : [...terms];
}

interface SpelledTerm {
  weight: number;
  text: string;
}

/**
 * Builds queries that lack up to `missing` terms; a second one only within the share that a score
 * allows. They share beginnings: a choice of all combinations would be twice as long, and as slow.
 */
function allBut(terms: readonly SpelledTerm[], missing: number, totalWeight: number): string {
  const build = (
    rest: readonly SpelledTerm[],
    left: number,
    canMiss: (weight: number) => boolean,
  ): string | null => {
    const [term, ...others] = rest;
    if (term === undefined) return null;
    if (left === 0) return rest.map(({ text }) => text).join(" & ");
    const found = [term.text, inParentheses(build(others, left, canMiss))].filter(
      (part) => part !== null,
    );
    const kept = found.join(" & ");
    if (!canMiss(term.weight)) return kept;
    const without = build(
      others,
      left - 1,
      (weight) => weight + term.weight <= totalWeight * MAX_MISSING_SHARE,
    );
    // Nothing else is needed.
    return without === null ? null : `${kept} | ${without}`;
  };
  return build(terms, missing, () => true) ?? "";
}

function inParentheses(query: string | null): string | null {
  return query?.includes(" | ") === true ? `(${query})` : query;
}

function sumWeights(terms: readonly QueryTerm[]): number {
  return terms.reduce((sum, { weight }) => sum + weight, 0);
}

function isPrefix({ term, isLast }: QueryTerm): boolean {
  return isLast && term.length > 2 && isLatinToken(term);
}

function isSelective({ term, weight }: QueryTerm): boolean {
  return term.length >= MIN_SELECTIVE_LENGTH && weight >= MIN_SELECTIVE_LENGTH;
}

function spelledAs(term: QueryTerm, spellings: readonly string[]): string {
  const own = isLatinToken(term.term)
    ? `'${term.term}'${isPrefix(term) ? ":*" : ""}`
    : `(${bigrams(term.term)
        .map((part) => `'${part}'${[...part].length === 1 ? ":*" : ""}`)
        .join(" & ")})`;
  const others = spellings.map((other) => `'${other}'`);
  return others.length === 0 ? own : `(${[own, ...others].join(" | ")})`;
}
