import { sql as fragment, type SQL } from "drizzle-orm";

import type { Sql } from "~db/client.server";

import {
  parseQuery,
  queryWords,
  wordsQuery,
  type ParsedQuery,
  type QueryVariant,
  type QueryWord,
} from "./parse-query";
import {
  EXACT,
  exactQuality,
  misspeltPrefixQuality,
  misspeltQuality,
  prefixQuality,
  rankMatches,
  wordsQuality,
  type Likeness,
  type Match,
} from "./rank-titles";
import { allowedErrors, editDistance, omissions, soughtPieces } from "./words/spelling";
import { isTolerant } from "./title-keys/title-key-store.server";
import { KEY_KINDS } from "./title-keys/title-keys";

/** More animes than this never match one query: what comes later is not what was meant. */
const MAX_CANDIDATES = 1_000;
/** Spellings of one word that are tried, nearest and most frequent first. */
const MAX_SPELLINGS = 10;
/** A word that titles hold as it is written is seldom a misspelling, so fewer others are tried. */
const MAX_OTHER_SPELLINGS = 6;
/** From this length and quality on a match without errors is taken as meant, and errors are not looked for. */
const CERTAIN_LENGTH = 8;
const CERTAIN_QUALITY = 0.76;
/** Titles that a lookup by words compares in detail, the most popular first. */
const MAX_NAMED = 500;
/** Of a name that begins with the one or two characters of the query; popularity alone decides between them. */
const BEGINNING_QUALITY = 0.85;
const NOTHING_ALIKE: Likeness = new Map();
/** A character beyond every text, which ends the range of a prefix. */
const BEYOND = "\u{10ffff}";

export interface MatchOptions {
  /** With parental control on, mature titles do not take part at all. */
  parentalControl: boolean;
  /** At most this many, `MAX_CANDIDATES` by default. */
  limit?: number;
}

/** An anime that a query means, in the order of relevance; `rank` counts from 1. */
export interface TitleMatch {
  malId: number;
  rank: number;
}

interface Lookup {
  sql: Sql;
  /** Whether mature titles take part. */
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
/** Rows of several lookups in one answer: `form` is the variant of the query, `how` the lookup, the rest as that lookup fills it. */
type WrittenRow = { how: "exact" | "prefix" | "words"; form: number } & KeyRow & NameRow;
type LikeRow = { how: "key" | "word"; form: number } & KeyRow & VocabularyRow;

/** The animes that a query means, best first. An empty list when it means none. */
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

/** The matches as a statement that yields `(mal_id, rank)`, to be embedded as a CTE: the whole matching set, so that counts over it are exact. */
export function candidatesTable(matches: readonly TitleMatch[]): SQL {
  const ids = `{${matches.map(({ malId }) => malId).join(",")}}`;
  return fragment`SELECT found.mal_id, found.rank::int4 FROM unnest(${ids}::int4[]) WITH ORDINALITY AS found (mal_id, rank)`;
}

/** One or two characters: exact names, then the most popular names that begin so. */
async function matchShort(
  { sql, mature }: Lookup,
  { variants, length }: ParsedQuery,
): Promise<Match[]> {
  const query = variants[0].title;
  const exact = await sql<KeyRow[]>`
    SELECT mal_id, popularity, kind, key, raw, strict FROM anime_title_keys
    WHERE key = ${query.key} AND (NOT mature OR ${mature}) ORDER BY popularity LIMIT ${MAX_CANDIDATES}`;
  const beginning =
    length === 1
      ? await sql<KeyRow[]>`
          SELECT mal_id, popularity, strict FROM anime_title_keys
          WHERE "left"(key, 1) = ${query.key} AND (NOT mature OR ${mature}) AND kind < ${KEY_KINDS.initials} ORDER BY popularity LIMIT ${MAX_CANDIDATES * 2}`
      : await sql<KeyRow[]>`
          SELECT mal_id, popularity, strict FROM anime_title_keys
          WHERE "left"(key, 2) = ${query.key} AND (NOT mature OR ${mature}) AND kind < ${KEY_KINDS.initials} ORDER BY popularity LIMIT ${MAX_CANDIDATES * 2}`;
  return [
    ...exact
      .filter(({ strict }) => strict === query.strict)
      .map((row) => matchOf(row, exactQuality(query, row))),
    ...beginning
      .filter(({ strict }) => strict.startsWith(query.strict))
      .map((row) => matchOf(row, BEGINNING_QUALITY)),
  ];
}

async function matchLong(lookup: Lookup, { variants }: ParsedQuery): Promise<Match[]> {
  const forms = variants.map((variant) => ({ ...variant, words: queryWords(variant.title) }));
  const written = await lookUpWritten(lookup, forms);
  const matches = written.flatMap((row) => {
    const form = forms[row.form - 1];
    if (form === undefined) return [];
    const quality =
      row.how === "exact"
        ? exactQuality(form.title, row)
        : row.how === "prefix"
          ? prefixQuality(form.title, row)
          : wordsQuality(form.words, row.names, NOTHING_ALIKE);
    return [
      { ...matchOf(row, Math.min(form.ceiling, quality)), isCertain: isCertain(form, quality) },
    ];
  });
  return matches.some((found) => found.isCertain)
    ? matches
    : [...matches, ...(await matchMisspelt(lookup, forms))];
}

/** Whether a match without errors is surely meant: an exact name, or one of a query so long that an error in it would be a strange chance. */
function isCertain({ title }: QueryForm, quality: number): boolean {
  return quality >= EXACT || (title.key.length >= CERTAIN_LENGTH && quality >= CERTAIN_QUALITY);
}

interface QueryForm extends QueryVariant {
  words: QueryWord[];
}

/** Names that are, begin with, or hold all words of a form of the query, without any error. */
async function lookUpWritten(
  { sql, mature }: Lookup,
  forms: readonly QueryForm[],
): Promise<WrittenRow[]> {
  const keys = forms.map(({ title }) => title.key);
  const ends = keys.map((key) => key + BEYOND);
  const questions = forms.map(({ words }) => wordsQuery(words, new Map(), false));
  return sql<WrittenRow[]>`
    SELECT 'exact' AS how, sought.form::int AS form, found.*, NULL::text[] AS names
    FROM unnest(${keys}::text[]) WITH ORDINALITY AS sought(key, form),
      LATERAL (SELECT mal_id, popularity, kind, key, raw, strict FROM anime_title_keys
        WHERE key = sought.key AND (NOT mature OR ${mature}) ORDER BY popularity LIMIT ${MAX_CANDIDATES}) AS found
    UNION ALL
    SELECT 'prefix', sought.form::int, found.*, NULL
    FROM unnest(${keys}::text[], ${ends}::text[]) WITH ORDINALITY AS sought(low, high, form),
      LATERAL (SELECT mal_id, popularity, kind, key, NULL, strict FROM anime_title_keys
        WHERE key > sought.low AND key < sought.high AND kind < ${KEY_KINDS.initials} AND (NOT mature OR ${mature})
        ORDER BY popularity LIMIT ${MAX_CANDIDATES}) AS found
    UNION ALL
    SELECT 'words', sought.form::int, found.mal_id, found.popularity, 0, NULL, NULL, NULL, found.names
    FROM unnest(${questions}::text[]) WITH ORDINALITY AS sought(question, form),
      LATERAL (SELECT mal_id, popularity, names FROM anime_title_words
        WHERE words @@ sought.question::tsquery AND (NOT mature OR ${mature}) ORDER BY popularity LIMIT ${MAX_NAMED}) AS found`;
}

/** Titles that the query or its words resemble, so far as typing errors explain the difference. */
async function matchMisspelt(lookup: Lookup, forms: readonly QueryForm[]): Promise<Match[]> {
  const rows = await lookUpLike(lookup, forms);
  const vocabulary = rows.filter(({ how }) => how === "word");
  const likeness = likeWords(forms, vocabulary);
  const named = await lookUpNamed(lookup, forms, likeness);
  const matches: Match[] = [];
  for (const row of rows) {
    const form = row.how === "key" ? forms[row.form - 1] : undefined;
    if (form !== undefined)
      matches.push(matchOf(row, Math.min(form.ceiling, misspeltQuality(form.title, row))));
  }
  for (const row of named) {
    const form = forms[row.form - 1];
    if (form === undefined) continue;
    const quality = Math.max(
      wordsQuality(form.words, row.names, likeness),
      misspeltPrefixQuality(form.title, row.names),
    );
    matches.push(matchOf(row, Math.min(form.ceiling, quality)));
  }
  return matches;
}

/** Keys and words of the vocabulary that share a piece or an omission with the query's. */
async function lookUpLike(
  { sql, mature }: Lookup,
  forms: readonly QueryForm[],
): Promise<LikeRow[]> {
  const pieces = forms.flatMap(({ title }, index) =>
    soughtPieces(title.key).map((piece) => ({ piece, form: index + 1 })),
  );
  const words = new Set(
    forms.flatMap((form) => form.words.map(({ word }) => word)).filter(isTolerant),
  );
  const variants = [...words].flatMap((word) => [...omissions(word), ...soughtPieces(word)]);
  return sql<LikeRow[]>`
    SELECT * FROM (
      SELECT 'key' AS how, sought.form, found.*, NULL AS word, 0 AS titles
      FROM unnest(${pieces.map(({ piece }) => piece)}::int[], ${pieces.map(({ form }) => form)}::int[]) AS sought(piece, form),
        LATERAL (SELECT mal_id, popularity, kind, key, NULL, strict FROM anime_title_keys
          WHERE pieces @> ARRAY[sought.piece] AND (NOT mature OR ${mature}) OFFSET 0) AS found
      LIMIT ${MAX_CANDIDATES * 2}) AS keys
    UNION ALL
    SELECT 'word', 0, 0, 0, 0, NULL, NULL, NULL, found.word, found.titles
    FROM unnest(${[...new Set(variants)]}::int[]) AS sought(variant),
      LATERAL (SELECT word, titles FROM title_vocabulary WHERE variants @> ARRAY[sought.variant] AND titles > 0 OFFSET 0) AS found`;
}

/** Titles that hold most of the query's words, each in one of its likely spellings. */
async function lookUpNamed(
  { sql, mature }: Lookup,
  forms: readonly QueryForm[],
  likeness: Likeness,
): Promise<({ form: number } & NameRow)[]> {
  const spellings = new Map([...likeness].map(([word, alike]) => [word, [...alike.keys()]]));
  const questions = forms.map(({ words }) => wordsQuery(words, spellings, true));
  return sql<({ form: number } & NameRow)[]>`
    SELECT sought.form::int AS form, found.*
    FROM unnest(${questions}::text[]) WITH ORDINALITY AS sought(question, form),
      LATERAL (SELECT mal_id, popularity, names FROM anime_title_words
        WHERE words @@ sought.question::tsquery AND (NOT mature OR ${mature}) ORDER BY popularity LIMIT ${MAX_NAMED}) AS found`;
}

/** For each word of the query the words of the vocabulary that it may be a misspelling of, with their likeness from 0 to 1. */
function likeWords(forms: readonly QueryForm[], vocabulary: readonly VocabularyRow[]): Likeness {
  const likeness = new Map<string, Map<string, number>>();
  const known = new Map(vocabulary.map(({ word, titles }) => [word, titles]));
  for (const { word } of forms.flatMap((form) => form.words)) {
    if (likeness.has(word) || !isTolerant(word)) continue;
    const alike = [...known]
      .map(([other, titles]) => {
        const limit = Math.min(allowedErrors(word.length), allowedErrors(other.length));
        return { other, titles, limit, errors: editDistance(word, other, limit) };
      })
      .filter(({ errors, limit }) => errors <= limit)
      .sort((a, b) => a.errors - b.errors || b.titles - a.titles)
      .slice(0, known.has(word) ? MAX_OTHER_SPELLINGS + 1 : MAX_SPELLINGS);
    likeness.set(
      word,
      new Map(
        alike.map(({ other, errors }) => [other, 1 - errors / Math.max(word.length, other.length)]),
      ),
    );
  }
  return likeness;
}

function matchOf(
  { mal_id: malId, popularity }: { mal_id: number; popularity: number },
  quality: number,
): Match {
  return { malId, popularity, quality };
}
