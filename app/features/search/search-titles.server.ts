import { sql as fragment, type SQL } from "drizzle-orm";

import type { Sql } from "~db/client.server";

import {
  parseQuery,
  queryTerms,
  buildTsQuery,
  type ParsedQuery,
  type QueryVariant,
  type QueryTerm,
} from "./parse-query";
import {
  EXACT_SCORE,
  scoreExactMatch,
  scoreFuzzyPrefixMatch,
  scoreFuzzyMatch,
  scorePrefixMatch,
  rankMatches,
  scoreTermMatch,
  type FuzzyTerms,
  type ScoredMatch,
} from "./rank-titles";
import {
  maxEditDistance,
  editDistance,
  deletionHashes,
  segmentCandidates,
} from "./text/edit-distance";
import { allowsTypos } from "./title-index/title-index-store.server";
import { KEY_KINDS } from "./title-index/build-title-index";

/** Per query; later ones are not relevant. */
const MAX_CANDIDATES = 1_000;
/** Per query term, by edit distance, then by frequency. */
const MAX_FUZZY_TERMS = 10;
/** Terms of the vocabulary are seldom misspelt. */
const MAX_FUZZY_TERMS_IN_VOCABULARY = 6;
/** From this length and score on, exact matches suffice and the fuzzy search is skipped. */
const MIN_CONFIDENT_LENGTH = 8;
const MIN_CONFIDENT_SCORE = 0.76;
/** Scored in detail, most popular first. */
const MAX_TERM_CANDIDATES = 500;
/** For prefixes of one or two characters, which popularity alone orders. */
const SHORT_PREFIX_SCORE = 0.85;
const NO_FUZZY_TERMS: FuzzyTerms = new Map();
/** The highest code point ends the key range of a prefix. */
const LAST_CHARACTER = "\u{10ffff}";

export interface MatchOptions {
  /** Leaves out mature titles. */
  parentalControl: boolean;
  /** `MAX_CANDIDATES` by default. */
  limit?: number;
}

/** `rank` counts from 1, best first. */
export interface TitleMatch {
  malId: number;
  rank: number;
}

interface SearchContext {
  sql: Sql;
  mature: boolean;
}

type KeyRow = {
  mal_id: number;
  popularity: number;
  kind: number;
  key: string;
  raw: string;
  strict: string;
};
type NameRow = { mal_id: number; popularity: number; names: string[] };
type VocabularyRow = { word: string; titles: number };
/** A row of several lookups in one statement; `form` is the index of the query's form, from 1. */
type ExactCandidate = { lookup: "exact" | "prefix" | "terms"; form: number } & KeyRow & NameRow;
type FuzzyCandidate = { lookup: "key" | "term"; form: number } & KeyRow & VocabularyRow;

/** Best match first. */
export async function matchTitles(
  sql: Sql,
  query: string,
  { parentalControl, limit = MAX_CANDIDATES }: MatchOptions,
): Promise<TitleMatch[]> {
  const parsed = parseQuery(query);
  if (parsed === null) return [];
  const lookup = { sql, mature: !parentalControl };
  const found = await (parsed.length <= 2 ? matchShort(lookup, parsed) : matchLong(lookup, parsed));
  return rankMatches(found, Math.min(limit, MAX_CANDIDATES)).map(({ malId }, index) => ({
    malId,
    rank: index + 1,
  }));
}

/** The matches as `SELECT mal_id, rank`, for a CTE. */
export function candidatesQuery(matches: readonly TitleMatch[]): SQL {
  const ids = `{${matches.map(({ malId }) => malId).join(",")}}`;
  return fragment`
    SELECT found.mal_id, found.rank::int4
    FROM unnest(${ids}::int4[]) WITH ORDINALITY AS found (mal_id, rank)`;
}

/** One or two characters: exact names, then the most popular names with that prefix. */
async function matchShort(
  { sql, mature }: SearchContext,
  { variants, length }: ParsedQuery,
): Promise<ScoredMatch[]> {
  const query = variants[0].title;
  const exact = await sql<KeyRow[]>`
    SELECT mal_id, popularity, kind, key, raw, strict FROM anime_title_keys
    WHERE key = ${query.key} AND (NOT mature OR ${mature})
    ORDER BY popularity LIMIT ${MAX_CANDIDATES}`;
  const beginning =
    length === 1
      ? await sql<KeyRow[]>`
          SELECT mal_id, popularity, strict FROM anime_title_keys
          WHERE "left"(key, 1) = ${query.key}
            AND (NOT mature OR ${mature}) AND kind < ${KEY_KINDS.initials}
          ORDER BY popularity LIMIT ${MAX_CANDIDATES * 2}`
      : await sql<KeyRow[]>`
          SELECT mal_id, popularity, strict FROM anime_title_keys
          WHERE "left"(key, 2) = ${query.key}
            AND (NOT mature OR ${mature}) AND kind < ${KEY_KINDS.initials}
          ORDER BY popularity LIMIT ${MAX_CANDIDATES * 2}`;
  return [
    ...exact
      .filter(({ strict }) => strict === query.strict)
      .map((row) => toMatch(row, scoreExactMatch(query, row))),
    ...beginning
      .filter(({ strict }) => strict.startsWith(query.strict))
      .map((row) => toMatch(row, SHORT_PREFIX_SCORE)),
  ];
}

async function matchLong(lookup: SearchContext, { variants }: ParsedQuery): Promise<ScoredMatch[]> {
  const forms = variants.map((variant) => ({ ...variant, terms: queryTerms(variant.title) }));
  const written = await findExactCandidates(lookup, forms);
  const matches = written.flatMap((row) => {
    const form = forms[row.form - 1];
    if (form === undefined) return [];
    const score =
      row.lookup === "exact"
        ? scoreExactMatch(form.title, row)
        : row.lookup === "prefix"
          ? scorePrefixMatch(form.title, row)
          : scoreTermMatch(form.terms, row.names, NO_FUZZY_TERMS);
    return [
      { ...toMatch(row, Math.min(form.maxScore, score)), isCertain: isConfident(form, score) },
    ];
  });
  return matches.some((found) => found.isCertain)
    ? matches
    : [...matches, ...(await matchFuzzy(lookup, forms))];
}

/** Whether an exact match makes a fuzzy search unnecessary. */
function isConfident({ title }: QueryForm, quality: number): boolean {
  return (
    quality >= EXACT_SCORE ||
    (title.key.length >= MIN_CONFIDENT_LENGTH && quality >= MIN_CONFIDENT_SCORE)
  );
}

interface QueryForm extends QueryVariant {
  terms: QueryTerm[];
}

/** Matches without typos: equal keys, prefixes, and all terms. */
async function findExactCandidates(
  { sql, mature }: SearchContext,
  forms: readonly QueryForm[],
): Promise<ExactCandidate[]> {
  const keys = forms.map(({ title }) => title.key);
  const ends = keys.map((key) => key + LAST_CHARACTER);
  const tsQueries = forms.map(({ terms }) => buildTsQuery(terms, new Map(), false));
  return sql<ExactCandidate[]>`
    SELECT 'exact' AS lookup, input.form::int AS form, found.*, NULL::text[] AS names
    FROM unnest(${keys}::text[]) WITH ORDINALITY AS input(key, form),
      LATERAL (SELECT mal_id, popularity, kind, key, raw, strict FROM anime_title_keys
        WHERE key = input.key AND (NOT mature OR ${mature})
        ORDER BY popularity LIMIT ${MAX_CANDIDATES}) AS found
    UNION ALL
    SELECT 'prefix', input.form::int, found.*, NULL
    FROM unnest(${keys}::text[], ${ends}::text[]) WITH ORDINALITY AS input(low, high, form),
      LATERAL (SELECT mal_id, popularity, kind, key, NULL, strict FROM anime_title_keys
        WHERE key > input.low AND key < input.high
          AND kind < ${KEY_KINDS.initials} AND (NOT mature OR ${mature})
        ORDER BY popularity LIMIT ${MAX_CANDIDATES}) AS found
    UNION ALL
    SELECT 'terms', input.form::int, found.mal_id, found.popularity, 0, NULL, NULL, NULL, found.names
    FROM unnest(${tsQueries}::text[]) WITH ORDINALITY AS input(tsquery, form),
      LATERAL (SELECT mal_id, popularity, names FROM anime_title_words
        WHERE words @@ input.tsquery::tsquery AND (NOT mature OR ${mature})
        ORDER BY popularity LIMIT ${MAX_TERM_CANDIDATES}) AS found`;
}

/** Titles within the allowed edit distance of the query or of its terms. */
async function matchFuzzy(
  lookup: SearchContext,
  forms: readonly QueryForm[],
): Promise<ScoredMatch[]> {
  const rows = await findFuzzyCandidates(lookup, forms);
  const vocabulary = rows.filter(({ lookup }) => lookup === "term");
  const fuzzyTerms = expandTerms(forms, vocabulary);
  const named = await findTermCandidates(lookup, forms, fuzzyTerms);
  const matches: ScoredMatch[] = [];
  for (const row of rows) {
    const form = row.lookup === "key" ? forms[row.form - 1] : undefined;
    if (form !== undefined)
      matches.push(toMatch(row, Math.min(form.maxScore, scoreFuzzyMatch(form.title, row))));
  }
  for (const row of named) {
    const form = forms[row.form - 1];
    if (form === undefined) continue;
    const score = Math.max(
      scoreTermMatch(form.terms, row.names, fuzzyTerms),
      scoreFuzzyPrefixMatch(form.title, row.names),
    );
    matches.push(toMatch(row, Math.min(form.maxScore, score)));
  }
  return matches;
}

/** Keys and vocabulary terms that share a segment or deletion hash with the query's. */
async function findFuzzyCandidates(
  { sql, mature }: SearchContext,
  forms: readonly QueryForm[],
): Promise<FuzzyCandidate[]> {
  const segments = forms.flatMap(({ title }, index) =>
    segmentCandidates(title.key).map((segment) => ({ segment, form: index + 1 })),
  );
  const terms = new Set(
    forms.flatMap((form) => form.terms.map(({ term }) => term)).filter(allowsTypos),
  );
  const variants = [...terms].flatMap((term) => [
    ...deletionHashes(term),
    ...segmentCandidates(term),
  ]);
  return sql<FuzzyCandidate[]>`
    SELECT * FROM (
      SELECT 'key' AS lookup, input.form, found.*, NULL AS word, 0 AS titles
      FROM unnest(
          ${segments.map(({ segment }) => segment)}::int[],
          ${segments.map(({ form }) => form)}::int[]
        ) AS input(segment, form),
        LATERAL (SELECT mal_id, popularity, kind, key, NULL, strict FROM anime_title_keys
          WHERE pieces @> ARRAY[input.segment] AND (NOT mature OR ${mature}) OFFSET 0) AS found
      LIMIT ${MAX_CANDIDATES * 2}) AS keys
    UNION ALL
    SELECT 'term', 0, 0, 0, 0, NULL, NULL, NULL, found.word, found.titles
    FROM unnest(${[...new Set(variants)]}::int[]) AS input(variant),
      LATERAL (SELECT word, titles FROM title_vocabulary
        WHERE variants @> ARRAY[input.variant] AND titles > 0 OFFSET 0) AS found`;
}

/** Titles with most of the query's terms, or with terms that those expand to. */
async function findTermCandidates(
  { sql, mature }: SearchContext,
  forms: readonly QueryForm[],
  fuzzyTerms: FuzzyTerms,
): Promise<({ form: number } & NameRow)[]> {
  const spellings = new Map([...fuzzyTerms].map(([term, similar]) => [term, [...similar.keys()]]));
  const tsQueries = forms.map(({ terms }) => buildTsQuery(terms, spellings, true));
  return sql<({ form: number } & NameRow)[]>`
    SELECT input.form::int AS form, found.*
    FROM unnest(${tsQueries}::text[]) WITH ORDINALITY AS input(tsquery, form),
      LATERAL (SELECT mal_id, popularity, names FROM anime_title_words
        WHERE words @@ input.tsquery::tsquery AND (NOT mature OR ${mature})
        ORDER BY popularity LIMIT ${MAX_TERM_CANDIDATES}) AS found`;
}

function expandTerms(
  forms: readonly QueryForm[],
  vocabulary: readonly VocabularyRow[],
): FuzzyTerms {
  const fuzzyTerms = new Map<string, Map<string, number>>();
  const known = new Map(vocabulary.map(({ word, titles }) => [word, titles]));
  for (const { term } of forms.flatMap((form) => form.terms)) {
    if (fuzzyTerms.has(term) || !allowsTypos(term)) continue;
    const alike = [...known]
      .map(([other, titles]) => {
        const limit = Math.min(maxEditDistance(term.length), maxEditDistance(other.length));
        return { other, titles, limit, errors: editDistance(term, other, limit) };
      })
      .filter(({ errors, limit }) => errors <= limit)
      .sort((a, b) => a.errors - b.errors || b.titles - a.titles)
      .slice(0, known.has(term) ? MAX_FUZZY_TERMS_IN_VOCABULARY + 1 : MAX_FUZZY_TERMS);
    fuzzyTerms.set(
      term,
      new Map(
        alike.map(({ other, errors }) => [other, 1 - errors / Math.max(term.length, other.length)]),
      ),
    );
  }
  return fuzzyTerms;
}

function toMatch(
  { mal_id: malId, popularity }: { mal_id: number; popularity: number },
  score: number,
): ScoredMatch {
  return { malId, popularity, score };
}
