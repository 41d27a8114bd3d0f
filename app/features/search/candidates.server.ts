import type { Sql } from "~db/client.server";
import { preparedStatement } from "~db/prepared-statement.server";
import type { ParentalControl } from "~/features/catalog/parental-control";
import { buildExactTsQuery, buildTolerantTsQuery } from "./build-ts-query";
import {
  readKeys,
  readNames,
  readPrefixes,
  readTitles,
  type Candidate,
  type KeyCandidate,
  type NameCandidate,
  type PrefixCandidate,
  type QueryForm,
} from "./candidate-lines";
import { lookupStatements, viewerValues } from "./lookup-statements.server";
import { isPrefixScored, type FuzzyTerms } from "./rank-titles";
import { fuzzyCandidates } from "./text/fuzzy-hashes";
import { isLatinToken, type NormalisedTitle } from "./text/normalise-title";
import { allowsTypos } from "./title-index/title-index-store.server";

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
  parentalControl: ParentalControl;
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

async function findExactCandidates(
  { sql, parentalControl, maxPerLookup }: SearchContext,
  forms: readonly QueryForm[],
): Promise<Candidates> {
  const keys = forms.map(({ title }) => title.key);
  const lows = keys.map((key) => ([...key].length < MIN_PREFIX_LENGTH ? null : key));
  const tsQueries = forms.map(({ terms }) => buildExactTsQuery(terms));
  const hasWord = forms.some(isOneWord);
  const { exact } = lookupStatements(parentalControl);
  const find = exact[maxPerLookup !== null ? "most" : hasWord ? "allWithWord" : "all"];
  const rows = await find(sql, {
    keys,
    lows,
    highs: lows.map((key) => (key === null ? null : key + LAST_CHARACTER)),
    stricts: forms.map(({ title }) => title.strict),
    tsQueries: tsQueries.map(({ indexed }) => indexed),
    rechecked: tsQueries.map(({ rechecked }) => rechecked),
    maxNamed: forms.map((form) => (isOneWord(form) ? MAX_NAMED : MAX_INTEGER)),
    ...viewerValues(parentalControl),
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

async function findShortCandidates(
  { sql, parentalControl, maxPerLookup }: SearchContext,
  form: QueryForm,
): Promise<ShortCandidates> {
  const { key, strict } = form.title;
  // Latin prefixes of names are enough where only the best count.
  const isSearched = form.scorePiece !== null || (maxPerLookup === null && isWord(form.title));
  const tsQuery = isSearched ? buildExactTsQuery(form.terms).indexed : null;
  const values = { keys: [key], ...viewerValues(parentalControl), max: maxPerLookup };
  const { beginsWith, short } = lookupStatements(parentalControl);
  const rows = await Promise.all([
    beginsWith[[...key].length === 1 ? 1 : 2](sql, {
      ...values,
      strict,
      compared: maxCompared(maxPerLookup),
    }),
    short[maxPerLookup === null ? "all" : "most"](sql, { ...values, tsQueries: [tsQuery] }),
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

async function findAlikeNames(
  { sql, parentalControl, maxPerLookup }: SearchContext,
  forms: readonly QueryForm[],
): Promise<Iterable<KeyCandidate>> {
  const rows = await lookupStatements(parentalControl).alike[
    maxPerLookup === null ? "all" : "most"
  ](sql, {
    pieces: forms.map(({ title }) => scansOf(fuzzyCandidates(title.key)).join(" ")),
    ...viewerValues(parentalControl),
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

async function findTermCandidates(
  { sql, parentalControl, maxPerLookup }: SearchContext,
  ...[forms, { found, ...options }]: Parameters<TitleLookups["findByTerms"]>
): Promise<Iterable<NameCandidate>> {
  const tsQueries = forms.map(({ title, terms }) =>
    buildTolerantTsQuery(terms, { ...options, isPrefixScored: isPrefixScored(title) }),
  );
  if (tsQueries.every((tsQuery) => tsQuery === null)) return [];
  const rows = await lookupStatements(parentalControl).byTerms[
    maxPerLookup === null ? "all" : "most"
  ](sql, {
    tsQueries,
    found: [...found],
    ...viewerValues(parentalControl),
    max: maxPerLookup,
  });
  return readNames(rows, forms);
}
