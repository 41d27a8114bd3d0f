import type { Sql } from "~db/client.server";

import { buildTsQuery, type QueryTerm, type QueryVariant } from "./parse-query";
import type { FuzzyTerms, KeyMatch, pieceScorer } from "./rank-titles";
import { deletionHashes, segmentCandidates } from "./text/edit-distance";
import type { NormalisedTitle } from "./text/normalise-title";
import { allowsTypos } from "./title-index/title-index-store.server";
import { KEY_KINDS } from "./title-index/build-title-index";

/** Shorter keys begin too many names. */
export const MIN_PREFIX_LENGTH = 3;
const LAST_CHARACTER = "\u{10ffff}";

interface SearchContext {
  sql: Sql;
  mature: boolean;
  maxPerLookup: number | null;
}

export interface QueryForm extends QueryVariant {
  terms: QueryTerm[];
  scorePiece: ReturnType<typeof pieceScorer>;
}

interface Candidate {
  form: QueryForm;
  malId: number;
  popularity: number;
}
export type KeyCandidate = Candidate & { key: KeyMatch };
export type NameCandidate = Candidate & { names: string[] };

export interface Candidates {
  exact: KeyCandidate[];
  prefix: KeyCandidate[];
  terms: NameCandidate[];
}

export interface VocabularyTerm {
  term: string;
  titles: number;
}

export interface TitleLookups {
  /** By equal keys, prefixes of keys, and all terms. */
  findExact(forms: readonly QueryForm[]): Promise<Candidates>;
  findShort(form: QueryForm): Promise<Candidates>;
  /** By shared segment or deletion hashes. */
  findFuzzy(
    forms: readonly QueryForm[],
  ): Promise<{ keys: KeyCandidate[]; vocabulary: VocabularyTerm[] }>;
  /** Unknown titles with most of the terms or their expansions. */
  findByTerms(
    forms: readonly QueryForm[],
    fuzzyTerms: FuzzyTerms,
    known: ReadonlySet<number>,
  ): Promise<NameCandidate[]>;
}

export function titleLookups(context: SearchContext): TitleLookups {
  return {
    findExact: (forms) => findExactCandidates(context, forms),
    findShort: (form) => findShortCandidates(context, form),
    findFuzzy: (forms) => findFuzzyCandidates(context, forms),
    findByTerms: (...terms) => findTermCandidates(context, ...terms),
  };
}

/** One text, a tab-separated line per title: a row each costs the driver ten times as much. */
interface LookupRow {
  lookup: string;
  form: number;
  lines: string;
}

async function findExactCandidates(
  { sql, mature, maxPerLookup }: SearchContext,
  forms: readonly QueryForm[],
): Promise<Candidates> {
  const keys = forms.map(({ title }) => title.key);
  const lows = keys.map((key) => ([...key].length < MIN_PREFIX_LENGTH ? null : key));
  const highs = lows.map((key) => (key === null ? null : key + LAST_CHARACTER));
  const tsQueries = forms.map(({ terms }) => buildTsQuery(terms, new Map(), false));
  const rows = await sql<LookupRow[]>`
    SELECT 'exact' AS lookup, input.form::int AS form, found.lines
    FROM unnest(${keys}::text[]) WITH ORDINALITY AS input(key, form),
      LATERAL (SELECT string_agg(concat_ws(E'\t', mal_id, popularity, kind, key, strict, raw), E'\n') AS lines
        FROM (SELECT * FROM anime_title_keys
          WHERE key = input.key AND (NOT mature OR ${mature})
          ORDER BY popularity LIMIT ${maxPerLookup}::int8) AS hit) AS found
    WHERE found.lines IS NOT NULL
    UNION ALL
    SELECT 'prefix', input.form::int, found.lines
    FROM unnest(${lows}::text[], ${highs}::text[]) WITH ORDINALITY AS input(low, high, form),
      LATERAL (SELECT string_agg(concat_ws(E'\t', mal_id, popularity, kind, key, strict), E'\n') AS lines
        FROM (SELECT * FROM anime_title_keys
          WHERE key > input.low AND key < input.high
            AND kind < ${KEY_KINDS.initials} AND (NOT mature OR ${mature})
          ORDER BY popularity LIMIT ${maxPerLookup}::int8) AS hit) AS found
    WHERE found.lines IS NOT NULL
    UNION ALL
    SELECT 'terms', input.form::int, found.lines
    FROM unnest(${tsQueries}::text[]) WITH ORDINALITY AS input(tsquery, form),
      LATERAL (SELECT string_agg(concat_ws(E'\t', mal_id, popularity, array_to_string(names, E'\t')), E'\n') AS lines
        FROM (SELECT mal_id, popularity, names FROM anime_title_words
          WHERE words @@ input.tsquery::tsquery AND (NOT mature OR ${mature})
          ORDER BY popularity LIMIT ${maxPerLookup}::int8) AS hit) AS found
    WHERE found.lines IS NOT NULL`;
  return readCandidates(rows, forms);
}

async function findShortCandidates(
  { sql, mature, maxPerLookup }: SearchContext,
  form: QueryForm,
): Promise<Candidates> {
  const { key } = form.title;
  // Latin prefixes of names are enough where only the best count.
  const isSearched = form.scorePiece !== null || (maxPerLookup === null && isWord(form.title));
  const tsQuery = isSearched ? buildTsQuery(form.terms, new Map(), false) : null;
  // The indexes are on expressions of a length.
  const beginning =
    [...key].length === 1
      ? sql<LookupRow[]>`
          SELECT 'prefix' AS lookup, 1 AS form,
            string_agg(concat_ws(E'\t', mal_id, popularity, kind, key, strict), E'\n') AS lines
          FROM (SELECT * FROM anime_title_keys
            WHERE "left"(key, 1) = ${key} AND kind < ${KEY_KINDS.initials} AND (NOT mature OR ${mature})
            ORDER BY popularity LIMIT ${maxPerLookup}::int8) AS hit`
      : sql<LookupRow[]>`
          SELECT 'prefix' AS lookup, 1 AS form,
            string_agg(concat_ws(E'\t', mal_id, popularity, kind, key, strict), E'\n') AS lines
          FROM (SELECT * FROM anime_title_keys
            WHERE "left"(key, 2) = ${key} AND kind < ${KEY_KINDS.initials} AND (NOT mature OR ${mature})
            ORDER BY popularity LIMIT ${maxPerLookup}::int8) AS hit`;
  const others = sql<LookupRow[]>`
    SELECT 'exact' AS lookup, 1 AS form,
      string_agg(concat_ws(E'\t', mal_id, popularity, kind, key, strict, raw), E'\n') AS lines
    FROM (SELECT * FROM anime_title_keys
      WHERE key = ${key} AND (NOT mature OR ${mature})
      ORDER BY popularity LIMIT ${maxPerLookup}::int8) AS hit
    UNION ALL
    SELECT 'terms', 1,
      string_agg(concat_ws(E'\t', mal_id, popularity, array_to_string(names, E'\t')), E'\n')
    FROM (SELECT mal_id, popularity, names FROM anime_title_words
      WHERE words @@ ${tsQuery}::tsquery AND (NOT mature OR ${mature})
      ORDER BY popularity LIMIT ${maxPerLookup}::int8) AS hit`;
  const rows = (await Promise.all([beginning, others])).flat();
  return readCandidates(rows, [form]);
}

/** Not a `vvvvvvv` folded to one letter. */
export function isWord({ strict }: NormalisedTitle): boolean {
  return [...strict].length <= 2;
}

async function findFuzzyCandidates(
  { sql, mature, maxPerLookup }: SearchContext,
  forms: readonly QueryForm[],
): Promise<{ keys: KeyCandidate[]; vocabulary: VocabularyTerm[] }> {
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
  const rows = await sql<(LookupRow & VocabularyTerm)[]>`
    SELECT 'key' AS lookup, hit.form, hit.line AS lines, NULL AS term, 0 AS titles FROM (
      SELECT input.form, found.line
      FROM unnest(
          ${segments.map(({ segment }) => segment)}::int[],
          ${segments.map(({ form }) => form)}::int[]
        ) AS input(segment, form),
        LATERAL (SELECT concat_ws(E'\t', mal_id, popularity, kind, key, strict) AS line FROM anime_title_keys
          WHERE pieces @> ARRAY[input.segment] AND (NOT mature OR ${mature}) OFFSET 0) AS found
      LIMIT ${maxPerLookup}::int8) AS hit
    UNION ALL
    SELECT 'term', 0, NULL, found.word, found.titles
    FROM unnest(${[...new Set(variants)]}::int[]) AS input(variant),
      LATERAL (SELECT word, titles FROM title_vocabulary
        WHERE variants @> ARRAY[input.variant] AND titles > 0 OFFSET 0) AS found`;
  return {
    keys: readKeys(rows, "key", forms),
    vocabulary: rows.filter(({ lookup }) => lookup === "term"),
  };
}

async function findTermCandidates(
  { sql, mature, maxPerLookup }: SearchContext,
  ...[forms, fuzzyTerms, known]: Parameters<TitleLookups["findByTerms"]>
): Promise<NameCandidate[]> {
  const spellings = new Map([...fuzzyTerms].map(([term, similar]) => [term, [...similar.keys()]]));
  const tsQueries = forms.map(({ terms }) => buildTsQuery(terms, spellings, true));
  const rows = await sql<LookupRow[]>`
    SELECT 'terms' AS lookup, input.form::int AS form, found.lines
    FROM unnest(${tsQueries}::text[]) WITH ORDINALITY AS input(tsquery, form),
      LATERAL (SELECT string_agg(concat_ws(E'\t', mal_id, popularity, array_to_string(names, E'\t')), E'\n') AS lines
        FROM (SELECT mal_id, popularity, names FROM anime_title_words
          WHERE words @@ input.tsquery::tsquery AND (NOT mature OR ${mature})
            AND mal_id NOT IN (SELECT unnest(${[...known]}::int[]))
          ORDER BY popularity LIMIT ${maxPerLookup}::int8) AS hit) AS found
    WHERE found.lines IS NOT NULL`;
  return readNames(rows, forms);
}

function readCandidates(rows: readonly LookupRow[], forms: readonly QueryForm[]): Candidates {
  return {
    exact: readKeys(rows, "exact", forms),
    prefix: readKeys(rows, "prefix", forms),
    terms: readNames(rows, forms),
  };
}

function readKeys(
  rows: readonly LookupRow[],
  lookup: string,
  forms: readonly QueryForm[],
): KeyCandidate[] {
  return readLines(rows, lookup, forms, ([kind = "", key = "", strict = "", raw = ""]) => ({
    key: { kind: Number(kind), key, strict, raw },
  }));
}

function readNames(rows: readonly LookupRow[], forms: readonly QueryForm[]): NameCandidate[] {
  return readLines(rows, "terms", forms, (names) => ({ names }));
}

function readLines<Fields>(
  rows: readonly LookupRow[],
  lookup: string,
  forms: readonly QueryForm[],
  read: (fields: string[]) => Fields,
): (Candidate & Fields)[] {
  const candidates: (Candidate & Fields)[] = [];
  for (const row of rows) {
    const form = forms[row.form - 1];
    if (row.lookup !== lookup || row.lines === null || form === undefined) continue;
    for (const line of row.lines.split("\n")) {
      const [malId, popularity, ...fields] = line.split("\t");
      candidates.push({
        form,
        malId: Number(malId),
        popularity: Number(popularity),
        ...read(fields),
      });
    }
  }
  return candidates;
}
