import type { Sql } from "~db/client.server";
import { preparedStatement } from "~db/prepared-statement.server";
import { POPULARITY_TIERS } from "~db/schema";
import { buildExactTsQuery, buildTolerantTsQuery } from "./build-ts-query";
import {
  readKeys,
  readNames,
  readPrefixes,
  readTitles,
  SAME,
  type Candidate,
  type KeyCandidate,
  type LookupRow,
  type NameCandidate,
  type PrefixCandidate,
  type QueryForm,
} from "./candidate-lines";
import { isPrefixScored, type FuzzyTerms } from "./rank-titles";
import { fuzzyCandidates } from "./text/fuzzy-hashes";
import { isLatinToken, type NormalisedTitle } from "./text/normalise-title";
import { allowsTypos } from "./title-index/title-index-store.server";
import { KEY_KINDS } from "./title-index/build-title-index";

/** Keys below this length begin too many names. */
export const MIN_PREFIX_LENGTH = 3;
const LAST_CHARACTER = "\u{10ffff}";
/** An index scan looks at all its hashes for each row it finds, so longer lists are split. */
const MAX_HASHES_PER_SCAN = 24;
/** Many names that share a hash or letters with a query are unlike it: more of them are read. */
const MIN_COMPARED_NAMES = 500;

/**
 * How many of the titles that have the only word of a query get their names read, most popular
 * first; the others are not told apart.
 */
export const MAX_NAMED = 120;
const MAX_INTEGER = 2_147_483_647;

interface SearchContext {
  sql: Sql;
  mature: boolean;
  /** How many rows a lookup returns, most popular first; null for all. */
  maxPerLookup: number | null;
}

/** Read once, one at a time: a broad query has thousands. */
export interface Candidates {
  exact: Iterable<KeyCandidate>;
  prefix: Iterable<PrefixCandidate>;
  terms: Iterable<NameCandidate>;
}

/** Each name with the prefix is as written. */
export type ShortCandidates = Omit<Candidates, "prefix"> & { prefix: Iterable<Candidate> };

export interface VocabularyTerm {
  term: string;
  titles: number;
}

export interface TitleLookups {
  /** Finds names by equal keys, by prefixes of keys, and by all terms. */
  findExact(forms: readonly QueryForm[]): Promise<Candidates>;
  findShort(form: QueryForm): Promise<ShortCandidates>;
  /** Names that share a hash with a form. */
  findAlike(forms: readonly QueryForm[]): Promise<Iterable<KeyCandidate>>;
  /** Terms that share a hash with one of a form. */
  findVocabulary(forms: readonly QueryForm[]): Promise<VocabularyTerm[]>;
  /** Finds titles, not found so far, with most of the terms or their expansions. */
  findByTerms(
    forms: readonly QueryForm[],
    options: ByTermsOptions,
  ): Promise<Iterable<NameCandidate>>;
}

export interface ByTermsOptions {
  fuzzyTerms: FuzzyTerms;
  found: ReadonlySet<number>;
  /** A title with a lower score is no result. */
  minScore: number;
}

export function titleLookups(context: SearchContext): TitleLookups {
  return {
    findExact: (forms) => findExactCandidates(context, forms),
    findShort: (form) => findShortCandidates(context, form),
    findAlike: (forms) => findAlikeNames(context, forms),
    findVocabulary: (forms) => findVocabulary(context, forms),
    findByTerms: (...terms) => findTermCandidates(context, ...terms),
  };
}

const IS_SHOWN = "(NOT mature OR {mature}::boolean)";
const IS_NAME = `kind < ${KEY_KINDS.initials}`;
const TITLE_LINE = "concat_ws(E'\\t', mal_id, popularity)";
const KEY_LINE = `concat_ws(E'\\t', mal_id, popularity, kind, key,
  CASE WHEN strict = key THEN '${SAME}' ELSE strict END, raw)`;
const PREFIX_LINE =
  "concat_ws(E'\\t', mal_id, popularity, kind, length(key), starts_with(strict, input.strict)::int)";
const NAMES_LINE = "concat_ws(E'\\t', mal_id, popularity, array_to_string(names, E'\\t'))";
/** Titles beyond `maxNamed` have no names. */
const NAMES_OF_POPULAR_LINE = `concat_ws(E'\\t', mal_id, popularity,
  CASE WHEN place <= input.max_named THEN array_to_string(names, E'\\t') END)`;

/** The lines of a lookup by each form's `input`. */
function lookup(name: string, input: string, line: string, hits: string): string {
  return `
    SELECT '${name}' AS lookup, input.form::int AS form, found.lines
    FROM ${input}, LATERAL (SELECT string_agg(${line}, E'\\n') AS lines FROM (${hits}) AS hit) AS found
    WHERE found.lines IS NOT NULL`;
}

/** The rows of one tier, whose condition is that of an index. */
type TierSelect = (tier: string) => string;

function withTier(select: string): TierSelect {
  return (tier) => `${select} AND ${tier}`;
}

/**
 * The most popular: a tier is read only when those before it have too few, so a broad query costs
 * about as much in a large catalog as in a small one.
 */
function mostPopular(select: TierSelect): string {
  const tiers = POPULARITY_TIERS.map(
    (tier) => `(${select(tier)} ORDER BY popularity LIMIT {max}::int8)`,
  );
  return `SELECT * FROM (${tiers.join(" UNION ALL ")}) AS tiers LIMIT {max}::int8`;
}

/** All, in any order. The indexes are of one tier each. */
function everyTier(select: TierSelect): string {
  return POPULARITY_TIERS.map((tier) => `(${select(tier)})`).join(" UNION ALL ");
}

const KEY_INPUT = "unnest({keys}::text[]) WITH ORDINALITY AS input(key, form)";
const PREFIX_INPUT =
  "unnest({lows}::text[], {highs}::text[], {stricts}::text[]) WITH ORDINALITY AS input(low, high, strict, form)";
const TERMS_INPUT = "unnest({tsQueries}::text[]) WITH ORDINALITY AS input(tsquery, form)";
const EXACT_TERMS_INPUT =
  "unnest({tsQueries}::text[], {rechecked}::text[]) WITH ORDINALITY AS input(tsquery, rechecked, form)";
const WORD_INPUT =
  "unnest({tsQueries}::text[], {rechecked}::text[], {maxNamed}::int[]) WITH ORDINALITY AS input(tsquery, rechecked, max_named, form)";
const PIECES_INPUT = "unnest({pieces}::text[]) WITH ORDINALITY AS input(pieces, form)";

const SAME_KEY = `
  SELECT * FROM anime_title_keys WHERE key = input.key AND ${IS_SHOWN}
  ORDER BY popularity LIMIT {max}::int8`;
const KEY_PREFIX = `
  SELECT * FROM anime_title_keys
  WHERE key > input.low AND key < input.high AND ${IS_NAME} AND ${IS_SHOWN}`;
const HAS_TERMS = `
  SELECT mal_id, popularity, names FROM anime_title_words
  WHERE words @@ input.tsquery::tsquery AND ${IS_SHOWN}`;
/** The concatenation keeps the second condition out of the index. */
const HAS_EXACT_TERMS = `${HAS_TERMS}
  AND (input.rechecked IS NULL OR (words || ''::tsvector) @@ input.rechecked::tsquery)`;
const HAS_UNKNOWN_TERMS = `${HAS_TERMS} AND mal_id NOT IN (SELECT unnest({found}::int[]))`;
/**
 * Finds names that share a piece. The fence makes an index scan for each array, where a large table
 * would be read as a whole.
 */
const SHARES_PIECE = `
  SELECT found.*
  FROM unnest(string_to_array(input.pieces, ' ')) AS scan(pieces),
    LATERAL (SELECT * FROM anime_title_keys
      WHERE pieces && scan.pieces::int[] AND ${IS_SHOWN} OFFSET 0) AS found`;

const findExactWith = (prefixes: string, terms: string) =>
  preparedStatement<LookupRow>(
    [
      lookup("exact", KEY_INPUT, KEY_LINE, SAME_KEY),
      lookup("prefix", PREFIX_INPUT, PREFIX_LINE, prefixes),
      terms,
    ].join(" UNION ALL "),
  );
const EVERY_WITH_TERMS = everyTier(withTier(HAS_EXACT_TERMS));
const EXACT = {
  most: findExactWith(
    mostPopular(withTier(KEY_PREFIX)),
    lookup("terms", EXACT_TERMS_INPUT, NAMES_LINE, mostPopular(withTier(HAS_EXACT_TERMS))),
  ),
  all: findExactWith(KEY_PREFIX, lookup("terms", EXACT_TERMS_INPUT, NAMES_LINE, EVERY_WITH_TERMS)),
  /** Looks up one form of a query that is a single word. */
  allWithWord: findExactWith(
    KEY_PREFIX,
    lookup(
      "terms",
      WORD_INPUT,
      NAMES_OF_POPULAR_LINE,
      `SELECT *, row_number() OVER (ORDER BY popularity, mal_id) AS place
       FROM (${EVERY_WITH_TERMS}) AS found`,
    ),
  ),
};

async function findExactCandidates(
  { sql, mature, maxPerLookup }: SearchContext,
  forms: readonly QueryForm[],
): Promise<Candidates> {
  const keys = forms.map(({ title }) => title.key);
  const lows = keys.map((key) => ([...key].length < MIN_PREFIX_LENGTH ? null : key));
  const tsQueries = forms.map(({ terms }) => buildExactTsQuery(terms));
  const hasWord = forms.some(isOneWord);
  const find = EXACT[maxPerLookup !== null ? "most" : hasWord ? "allWithWord" : "all"];
  const rows = await find(sql, {
    keys,
    lows,
    highs: lows.map((key) => (key === null ? null : key + LAST_CHARACTER)),
    stricts: forms.map(({ title }) => title.strict),
    tsQueries: tsQueries.map(({ indexed }) => indexed),
    rechecked: tsQueries.map(({ rechecked }) => rechecked),
    maxNamed: forms.map((form) => (isOneWord(form) ? MAX_NAMED : MAX_INTEGER)),
    mature,
    max: maxPerLookup,
  });
  return {
    exact: readKeys(rows, "exact", forms),
    prefix: readPrefixes(rows, forms),
    terms: readNames(rows, forms),
  };
}

/** Tells a query of one word: of several, a title may have each in another name. */
export function isOneWord({ title: { tokens } }: QueryForm): boolean {
  return tokens.length === 1 && tokens.every(isLatinToken);
}

/** The indexes are on expressions of a length. */
const beginsWith = (length: number) =>
  preparedStatement<LookupRow>(
    lookup(
      "prefix",
      KEY_INPUT,
      TITLE_LINE,
      `SELECT * FROM (
         SELECT mal_id, popularity, strict FROM anime_title_keys
         WHERE "left"(key, ${length}) = input.key AND ${IS_NAME} AND ${IS_SHOWN}
         ORDER BY popularity LIMIT {compared}::int8
       ) AS compared
       WHERE starts_with(strict, {strict}::text) ORDER BY popularity LIMIT {max}::int8`,
    ),
  );
const BEGINS_WITH = { 1: beginsWith(1), 2: beginsWith(2) };
const findShortWith = (collect: (select: TierSelect) => string) =>
  preparedStatement<LookupRow>(
    [
      lookup("exact", KEY_INPUT, KEY_LINE, SAME_KEY),
      lookup("terms", TERMS_INPUT, NAMES_LINE, collect(withTier(HAS_TERMS))),
    ].join(" UNION ALL "),
  );
const SHORT = { most: findShortWith(mostPopular), all: findShortWith(everyTier) };

async function findShortCandidates(
  { sql, mature, maxPerLookup }: SearchContext,
  form: QueryForm,
): Promise<ShortCandidates> {
  const { key, strict } = form.title;
  // Latin prefixes of names are enough where only the best count.
  const isSearched = form.scorePiece !== null || (maxPerLookup === null && isWord(form.title));
  const tsQuery = isSearched ? buildExactTsQuery(form.terms).indexed : null;
  const values = { keys: [key], mature, max: maxPerLookup };
  const rows = await Promise.all([
    BEGINS_WITH[[...key].length === 1 ? 1 : 2](sql, {
      ...values,
      strict,
      compared: maxCompared(maxPerLookup),
    }),
    SHORT[maxPerLookup === null ? "all" : "most"](sql, { ...values, tsQueries: [tsQuery] }),
  ]);
  return {
    exact: readKeys(rows.flat(), "exact", [form]),
    prefix: readTitles(rows.flat(), "prefix", [form]),
    terms: readNames(rows.flat(), [form]),
  };
}

function maxCompared(maxPerLookup: number | null): number | null {
  return maxPerLookup === null ? null : Math.max(maxPerLookup, MIN_COMPARED_NAMES);
}

/** Looks at the unfolded text, since `vvvvvvv` is folded to one letter. */
export function isWord({ strict }: NormalisedTitle): boolean {
  return [...strict].length <= 2;
}

const findAlikeWith = (hits: string) =>
  preparedStatement<LookupRow>(lookup("key", PIECES_INPUT, KEY_LINE, hits));
const ALIKE = {
  most: findAlikeWith(`${SHARES_PIECE} ORDER BY popularity LIMIT {max}::int8`),
  all: findAlikeWith(SHARES_PIECE),
};

async function findAlikeNames(
  { sql, mature, maxPerLookup }: SearchContext,
  forms: readonly QueryForm[],
): Promise<Iterable<KeyCandidate>> {
  const rows = await ALIKE[maxPerLookup === null ? "all" : "most"](sql, {
    pieces: forms.map(({ title }) => scansOf(fuzzyCandidates(title.key)).join(" ")),
    mature,
    max: maxCompared(maxPerLookup),
  });
  return readKeys(rows, "key", forms);
}

const VOCABULARY = preparedStatement<{ lines: string | null }>(`
  SELECT string_agg(concat_ws(E'\\t', word, titles), E'\\n') AS lines
  FROM unnest({variants}::text[]) AS input(variants),
    LATERAL (SELECT word, titles FROM title_vocabulary
      WHERE variants && input.variants::int[] AND titles > 0 OFFSET 0) AS found`);

async function findVocabulary(
  { sql }: SearchContext,
  forms: readonly QueryForm[],
): Promise<VocabularyTerm[]> {
  const terms = new Set(
    forms.flatMap((form) => form.terms.map(({ term }) => term)).filter(allowsTypos),
  );
  if (terms.size === 0) return [];
  const [row] = await VOCABULARY(sql, { variants: scansOf([...terms].flatMap(fuzzyCandidates)) });
  const lines = row?.lines?.split("\n") ?? [];
  return lines.map((line) => {
    const [term = "", titles] = line.split("\t");
    return { term, titles: Number(titles) };
  });
}

/** An array of hashes for each index scan. */
function scansOf(groups: readonly (readonly number[])[]): string[] {
  const scans: number[][] = [];
  for (const group of groups) {
    const last = scans.at(-1);
    if (last !== undefined && last.length + group.length <= MAX_HASHES_PER_SCAN)
      last.push(...group);
    else scans.push([...group]);
  }
  return scans.map((hashes) => `{${hashes.join(",")}}`);
}

const findByTermsWith = (collect: (select: TierSelect) => string) =>
  preparedStatement<LookupRow>(
    lookup("terms", TERMS_INPUT, NAMES_LINE, collect(withTier(HAS_UNKNOWN_TERMS))),
  );
const BY_TERMS = { most: findByTermsWith(mostPopular), all: findByTermsWith(everyTier) };

async function findTermCandidates(
  { sql, mature, maxPerLookup }: SearchContext,
  ...[forms, { found, ...options }]: Parameters<TitleLookups["findByTerms"]>
): Promise<Iterable<NameCandidate>> {
  const tsQueries = forms.map(({ title, terms }) =>
    buildTolerantTsQuery(terms, { ...options, isPrefixScored: isPrefixScored(title) }),
  );
  if (tsQueries.every((tsQuery) => tsQuery === null)) return [];
  const rows = await BY_TERMS[maxPerLookup === null ? "all" : "most"](sql, {
    tsQueries,
    found: [...found],
    mature,
    max: maxPerLookup,
  });
  return readNames(rows, forms);
}
