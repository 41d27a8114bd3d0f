import { setImmediate } from "node:timers/promises";
import { sql as fragment, type SQL } from "drizzle-orm";

import type { Sql } from "~db/client.server";

import {
  isOneWord,
  titleLookups,
  type Candidates,
  type TitleLookups,
  type VocabularyTerm,
} from "./candidates.server";
import type { Candidate, NameCandidate, QueryForm } from "./candidate-lines";
import { parseQuery, queryTerms, type ParsedQuery, type QueryVariant } from "./parse-query";
import {
  EXACT_SCORE,
  FUZZY_SCORE,
  MIN_PIECE_SCORE,
  pieceScorer,
  PREFIX_SCORE,
  prefixScorer,
  scoreExactMatch,
  scoreFuzzyPrefixMatch,
  scoreFuzzyMatch,
  minScore,
  rankMatches,
  termScorer,
  type FuzzyTerms,
  type KeyMatch,
  type PrefixMatch,
  type ScoredMatch,
} from "./rank-titles";
import type { ParentalControl } from "~/features/catalog/parental-control";
import { maxEditDistance, editDistance } from "~/parsing/edit-distance";
import { normaliseTitle } from "./text/normalise-title";
import { allowsTypos } from "./title-index/title-index-store.server";

/** Keys of a lookup, most popular first. */
const MAX_PER_LOOKUP = 120;
const BATCH_SIZE = 1_000;
const MAX_FUZZY_TERMS = 10;
/** Terms of the vocabulary are seldom misspelt, so that fewer of them suffice. */
const MAX_FUZZY_TERMS_IN_VOCABULARY = 6;
/** Exact matches of at least this length and score suffice. */
const MIN_CONFIDENT_LENGTH = 8;
const MIN_CONFIDENT_SCORE = 0.76;
const MIN_COMPLETE_SCORE = 0.66;
/**
 * The score of one error in ten characters, thirteen of a synonym: from there on, the query means
 * that name.
 */
const MIN_CORRECTION_SCORE = 0.8;
const MAX_CORRECTIONS = 3;
/** The score of a title whose names are not read, or have the query's only word in two parts. */
const WORD_ONLY_SCORE = MIN_COMPLETE_SCORE;
/** Popularity alone orders them. */
const SHORT_PREFIX_SCORE = 0.85;
const FOLDED_PREFIX_SCORE = 0.8;
/** The penalty of names that contain the romaji of a query in kana: names as written come first. */
const READING_PENALTY = 0.04;
const NO_FUZZY_TERMS: FuzzyTerms = new Map();

export interface MatchOptions {
  parentalControl: ParentalControl;
  limit?: number;
}

export interface TitleMatch {
  malId: number;
  rank: number;
}

/**
 * Finds all matches without a limit, for exact totals. Given one, it leaves obscure titles out of a
 * broad query. What parental control withholds is no candidate: it neither ends the search before
 * misspelt names nor takes the place of others.
 */
export async function matchTitles(
  sql: Sql,
  query: string,
  { parentalControl, limit }: MatchOptions,
): Promise<TitleMatch[]> {
  const lookups = titleLookups({
    sql,
    parentalControl,
    maxPerLookup: limit === undefined ? null : Math.max(limit, MAX_PER_LOOKUP),
  });
  return (await searchTitles(lookups, query)).slice(0, limit);
}

export async function searchTitles(lookups: TitleLookups, query: string): Promise<TitleMatch[]> {
  const parsed = parseQuery(query);
  if (parsed === null) return [];
  const found = await (parsed.length <= 2
    ? matchShort(lookups, parsed)
    : matchLong(lookups, parsed));
  return rankMatches(found).map(({ malId }, index) => ({ malId, rank: index + 1 }));
}

export function candidatesQuery(matches: readonly TitleMatch[]): SQL {
  const ids = `{${matches.map(({ malId }) => malId).join(",")}}`;
  return fragment`
    SELECT found.mal_id, found.rank::int4
    FROM unnest(${ids}::int4[]) WITH ORDINALITY AS found (mal_id, rank)`;
}

/** Matches exact names, names with the prefix, names with the word or native characters. */
async function matchShort(
  lookups: TitleLookups,
  { variants }: ParsedQuery,
): Promise<ScoredMatch[]> {
  const form = queryForm(variants[0]);
  const { title, scorePiece } = form;
  const prefixScore = scorePiece === null ? SHORT_PREFIX_SCORE : FOLDED_PREFIX_SCORE;
  const { exact, prefix, terms } = await lookups.findShort(form);
  return [
    ...scoreEach(exact, ({ key }) =>
      key.strict === title.strict ? scoreExactMatch(title, key) : 0,
    ),
    ...scoreEach(prefix, () => prefixScore),
    ...(await scoreInBatches(terms, ({ names }) => scoreWords(form, names))),
  ];
}

function queryForm(variant: QueryVariant): QueryForm {
  const terms = queryTerms(variant.title);
  return {
    ...variant,
    terms,
    scorePrefix: prefixScorer(variant.title),
    scorePiece: pieceScorer(variant.title),
    scoreTerms: termScorer(terms, NO_FUZZY_TERMS),
  };
}

function scoreWords({ scorePiece, scoreTerms }: QueryForm, names: string): number {
  return names === "" ? 0 : (scorePiece ?? scoreTerms)(names.split("\t"));
}

async function matchLong(lookups: TitleLookups, { variants }: ParsedQuery): Promise<ScoredMatch[]> {
  const forms = variants.map(queryForm);
  const [written] = forms;
  const candidates = await lookups.findExact(forms);
  let isCertain = false;
  const noteCertain = (form: QueryForm, score: number): number => {
    isCertain ||= isConfident(form, score);
    return score;
  };
  const matches = [
    ...scoreEach(candidates.exact, ({ form, key }) =>
      noteCertain(form, scoreExactMatch(form.title, key)),
    ),
    ...(await scoreParts(
      candidates,
      (form, score) =>
        noteCertain(form, score) -
        (form === written || written?.scorePiece === null ? 0 : READING_PENALTY),
    )),
  ];
  if (isCertain) return matches;
  return [...matches, ...(await matchFuzzy(lookups, forms, matches))];
}

/** Names that begin with a form, or have its words. */
async function scoreParts(
  { prefix, terms }: Candidates,
  adjust: (form: QueryForm, score: number) => number,
): Promise<ScoredMatch[]> {
  const begun = new Map<QueryForm, Set<number>>();
  const matches = scoreEach(prefix, ({ form, malId, key }) => {
    const score = scoreBeginning(form, key);
    // Its words would hardly score more.
    if (score >= PREFIX_SCORE) addTo(begun, form, malId);
    return adjust(form, score);
  });
  const isBegun = ({ form, malId }: NameCandidate) => begun.get(form)?.has(malId) === true;
  return [
    ...matches,
    ...(await scoreInBatches(terms, (title) => {
      if (isBegun(title)) return 0;
      const { form, names } = title;
      return adjust(form, scoreWords(form, names) || (isOneWord(form) ? WORD_ONLY_SCORE : 0));
    })),
  ];
}

function addTo<K, V>(sets: Map<K, Set<V>>, key: K, value: V): void {
  const existing = sets.get(key);
  if (existing === undefined) sets.set(key, new Set([value]));
  else existing.add(value);
}

/** Names in native script tell whether they begin as the query is written; keys are folded. */
function scoreBeginning({ scorePrefix, scorePiece }: QueryForm, key: PrefixMatch): number {
  const score = scorePrefix(key);
  return scorePiece === null ? score : Math.min(score, FOLDED_PREFIX_SCORE);
}

function isConfident({ title: { key }, scorePiece }: QueryForm, score: number): boolean {
  if (scorePiece !== null && score >= MIN_PIECE_SCORE) return true;
  return (
    score >= EXACT_SCORE || (key.length >= MIN_CONFIDENT_LENGTH && score >= MIN_CONFIDENT_SCORE)
  );
}

/** A name that the query misspells. */
interface Correction {
  name: KeyMatch;
  popularity: number;
  score: number;
}

async function matchFuzzy(
  lookups: TitleLookups,
  forms: readonly QueryForm[],
  matches: readonly ScoredMatch[],
): Promise<ScoredMatch[]> {
  const corrections: Correction[] = [];
  const likeKeys = scoreEach(await lookups.findAlike(forms), ({ form, key: name, popularity }) => {
    const score = Math.min(form.maxScore, scoreFuzzyMatch(form.title, name));
    // A query that goes on after a name does not misspell it.
    if (score >= MIN_CORRECTION_SCORE && !form.title.key.startsWith(name.key))
      corrections.push({ name, popularity, score });
    return score;
  });
  if (corrections.length > 0) return [...likeKeys, ...(await matchCorrected(lookups, corrections))];
  const fuzzyTerms = expandTerms(forms, await lookups.findVocabulary(forms));
  const scorers = new Map(forms.map((form) => [form, termScorer(form.terms, fuzzyTerms)]));
  const complete = matches.filter(({ score }) => score >= MIN_COMPLETE_SCORE);
  const named = await lookups.findByTerms(forms, {
    fuzzyTerms,
    found: new Set(complete.map(({ malId }) => malId)),
    minScore: Math.max(minScore(matches), minScore(likeKeys)),
  });
  return [
    ...likeKeys,
    ...(await scoreInBatches(named, ({ form, names: text }) => {
      const names = text.split("\t");
      return Math.max(scorers.get(form)?.(names) ?? 0, scoreFuzzyPrefixMatch(form.title, names));
    })),
  ];
}

/** Sequels, and others with a name that the query misspells; `corrections` are matches already. */
async function matchCorrected(
  lookups: TitleLookups,
  corrections: readonly Correction[],
): Promise<ScoredMatch[]> {
  const best = new Map<string, Correction>();
  for (const correction of corrections.toSorted(compareCorrections))
    if (!best.has(correction.name.key)) best.set(correction.name.key, correction);
  const forms = [...best.values()].slice(0, MAX_CORRECTIONS).map(({ name: { key, raw }, score }) =>
    // The raw text of a part may have another key.
    queryForm({ title: { ...normaliseTitle(raw), key }, maxScore: score }),
  );
  return scoreParts(
    await lookups.findExact(forms),
    ({ maxScore }, score) => score - (FUZZY_SCORE - maxScore),
  );
}

/** The same for rows in any order. */
function compareCorrections(one: Correction, other: Correction): number {
  const [text, otherText] = [
    `${one.name.key} ${one.name.raw}`,
    `${other.name.key} ${other.name.raw}`,
  ];
  return (
    other.score - one.score || one.popularity - other.popularity || (text < otherText ? -1 : 1)
  );
}

/** Omits candidates that score nothing. */
function scoreEach<C extends Candidate>(
  candidates: Iterable<C>,
  score: (candidate: C) => number,
): ScoredMatch[] {
  const matches: ScoredMatch[] = [];
  for (const candidate of candidates) addMatch(matches, candidate, score(candidate));
  return matches;
}

/** A broad query has thousands. */
async function scoreInBatches(
  candidates: Iterable<NameCandidate>,
  score: (candidate: NameCandidate) => number,
): Promise<ScoredMatch[]> {
  const matches: ScoredMatch[] = [];
  let count = 0;
  for (const candidate of candidates) {
    if (count > 0 && count % BATCH_SIZE === 0) await setImmediate();
    count += 1;
    addMatch(matches, candidate, score(candidate));
  }
  return matches;
}

function addMatch(
  matches: ScoredMatch[],
  { form, malId, popularity }: Candidate,
  score: number,
): void {
  if (score > 0) matches.push({ malId, popularity, score: Math.min(form.maxScore, score) });
}

function expandTerms(
  forms: readonly QueryForm[],
  vocabulary: readonly VocabularyTerm[],
): FuzzyTerms {
  const fuzzyTerms = new Map<string, Map<string, number>>();
  const titlesOfTerm = new Map(vocabulary.map(({ term, titles }) => [term, titles]));
  for (const { term } of forms.flatMap((form) => form.terms)) {
    if (fuzzyTerms.has(term) || !allowsTypos(term)) continue;
    const alike = [...titlesOfTerm]
      .map(([other, titles]) => {
        const limit = Math.min(maxEditDistance(term.length), maxEditDistance(other.length));
        return { other, titles, limit, errors: editDistance(term, other, limit) };
      })
      .filter(({ errors, limit }) => errors <= limit)
      .sort((a, b) => a.errors - b.errors || b.titles - a.titles || (a.other < b.other ? -1 : 1))
      .slice(0, titlesOfTerm.has(term) ? MAX_FUZZY_TERMS_IN_VOCABULARY + 1 : MAX_FUZZY_TERMS);
    fuzzyTerms.set(
      term,
      new Map(
        alike.map(({ other, errors }) => [other, 1 - errors / Math.max(term.length, other.length)]),
      ),
    );
  }
  return fuzzyTerms;
}
