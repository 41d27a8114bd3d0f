import type { AgeLimit, ParentalControl } from "~/features/catalog/parental-control";
import { isAdmittedId } from "~/features/catalog/visibility.server";
import { preparedStatement } from "~db/prepared-statement.server";
import { POPULARITY_TIERS } from "~db/schema";
import { SAME, type LookupRow } from "./candidate-lines";
import { KEY_KINDS } from "./title-index/build-title-index";

/** The condition that the viewer may see the title of a row of the index. */
type ShownCondition = (table: "anime_title_keys" | "anime_title_words") => string;

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

/** Finds names by equal keys, by prefixes of keys, and by all terms. */
function exactStatements(isShown: ShownCondition, sameKey: string) {
  const keyPrefix = `
    SELECT * FROM anime_title_keys
    WHERE key > input.low AND key < input.high AND ${IS_NAME} AND ${isShown("anime_title_keys")}`;
  /** The concatenation keeps the second condition out of the index. */
  const hasExactTerms = `${hasTerms(isShown)}
    AND (input.rechecked IS NULL OR (words || ''::tsvector) @@ input.rechecked::tsquery)`;
  const everyWithTerms = everyTier(withTier(hasExactTerms));
  const findWith = (prefixes: string, terms: string) =>
    preparedStatement<LookupRow>(
      [
        lookup("exact", KEY_INPUT, KEY_LINE, sameKey),
        lookup("prefix", PREFIX_INPUT, PREFIX_LINE, prefixes),
        terms,
      ].join(" UNION ALL "),
    );
  return {
    most: findWith(
      mostPopular(withTier(keyPrefix)),
      lookup("terms", EXACT_TERMS_INPUT, NAMES_LINE, mostPopular(withTier(hasExactTerms))),
    ),
    all: findWith(keyPrefix, lookup("terms", EXACT_TERMS_INPUT, NAMES_LINE, everyWithTerms)),
    /** Looks up one form of a query that is a single word. */
    allWithWord: findWith(
      keyPrefix,
      lookup(
        "terms",
        WORD_INPUT,
        NAMES_OF_POPULAR_LINE,
        `SELECT *, row_number() OVER (ORDER BY popularity, mal_id) AS place
         FROM (${everyWithTerms}) AS found`,
      ),
    ),
  };
}

function hasTerms(isShown: ShownCondition): string {
  return `
    SELECT mal_id, popularity, names FROM anime_title_words
    WHERE words @@ input.tsquery::tsquery AND ${isShown("anime_title_words")}`;
}

/** Finds names of a query of one or two characters. The indexes are on expressions of a length. */
function shortStatements(isShown: ShownCondition, sameKey: string) {
  const beginsWith = (length: number) =>
    preparedStatement<LookupRow>(
      lookup(
        "prefix",
        KEY_INPUT,
        TITLE_LINE,
        `SELECT * FROM (
           SELECT mal_id, popularity, strict FROM anime_title_keys
           WHERE "left"(key, ${length}) = input.key AND ${IS_NAME} AND ${isShown("anime_title_keys")}
           ORDER BY popularity LIMIT {compared}::int8
         ) AS compared
         WHERE starts_with(strict, {strict}::text) ORDER BY popularity LIMIT {max}::int8`,
      ),
    );
  const findWith = (collect: (select: TierSelect) => string) =>
    preparedStatement<LookupRow>(
      [
        lookup("exact", KEY_INPUT, KEY_LINE, sameKey),
        lookup("terms", TERMS_INPUT, NAMES_LINE, collect(withTier(hasTerms(isShown)))),
      ].join(" UNION ALL "),
    );
  return {
    beginsWith: { 1: beginsWith(1), 2: beginsWith(2) },
    short: { most: findWith(mostPopular), all: findWith(everyTier) },
  };
}

/** Finds misspelt names. */
function fuzzyStatements(isShown: ShownCondition) {
  /**
   * Finds names that share a piece. The fence makes an index scan for each array, where a large
   * table would be read as a whole.
   */
  const sharesPiece = `
    SELECT found.*
    FROM unnest(string_to_array(input.pieces, ' ')) AS scan(pieces),
      LATERAL (SELECT * FROM anime_title_keys
        WHERE pieces && scan.pieces::int[] AND ${isShown("anime_title_keys")} OFFSET 0) AS found`;
  const hasUnknownTerms = `${hasTerms(isShown)}
    AND mal_id NOT IN (SELECT unnest({found}::int[]))`;
  const findAlike = (hits: string) =>
    preparedStatement<LookupRow>(lookup("key", PIECES_INPUT, KEY_LINE, hits));
  const findByTerms = (collect: (select: TierSelect) => string) =>
    preparedStatement<LookupRow>(
      lookup("terms", TERMS_INPUT, NAMES_LINE, collect(withTier(hasUnknownTerms))),
    );
  return {
    alike: {
      most: findAlike(`${sharesPiece} ORDER BY popularity LIMIT {max}::int8`),
      all: findAlike(sharesPiece),
    },
    byTerms: { most: findByTerms(mostPopular), all: findByTerms(everyTier) },
  };
}

function statementsFor(isShown: ShownCondition) {
  const sameKey = `
    SELECT * FROM anime_title_keys WHERE key = input.key AND ${isShown("anime_title_keys")}
    ORDER BY popularity LIMIT {max}::int8`;
  return {
    exact: exactStatements(isShown, sameKey),
    ...shortStatements(isShown, sameKey),
    ...fuzzyStatements(isShown),
  };
}

const BY_MATURITY = statementsFor(() => "(NOT mature OR {mature}::boolean)");
const BY_AGE_LIMIT = statementsFor(
  (table) => `(NOT mature AND ${isAdmittedId(`${table}.mal_id`)})`,
);

/** The statements that find only what the viewer may see, which then counts, is scored and cut. */
export function lookupStatements(control: ParentalControl): typeof BY_MATURITY {
  return typeof control === "boolean" ? BY_MATURITY : BY_AGE_LIMIT;
}

/** The values by which those statements know the viewer. */
export function viewerValues(
  control: ParentalControl,
): { mature: boolean } | Pick<AgeLimit, "ratings" | "allowed" | "blocked"> {
  if (typeof control === "boolean") return { mature: !control };
  const { ratings, allowed, blocked } = control;
  return { ratings, allowed, blocked };
}
