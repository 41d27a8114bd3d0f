import { sql, type SQL } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { termKey, type TermKind } from "~/features/catalog/term-key";

type Column = AnyPgColumn<{ tableName: "listing_entries" }>;

export type BitmapTerm =
  /** Terms without a bitmap: rows are counted. */
  | {
      kind: "keys";
      keys: readonly string[];
      areTerms?: boolean;
      isExcluded?: boolean;
      needsAll?: boolean;
    }
  | { kind: "values"; range: string; values: readonly number[] }
  | { kind: "bound"; range: string; min?: number; max?: number };

export interface Match<Value> {
  condition: (value: Value) => SQL;
  bitmap: (value: Value) => BitmapTerm;
  source: BitmapSource;
}

export interface BitmapSource {
  key: string;
  column: string;
  kind: "term" | "value" | "range" | "score" | "flag";
}

interface TermOptions {
  isExcluded?: boolean;
  /** A title has every one of the terms. */
  needsAll?: boolean;
  expand?: (names: readonly string[]) => readonly string[];
}

export function matchTerms(
  key: TermKind,
  { isExcluded = false, needsAll = false, expand = (names) => names }: TermOptions = {},
): Match<readonly string[]> {
  const keysOf = (names: readonly string[]) => expand(names).map((name) => termKey(key, name));
  return {
    condition: (names) => {
      const keys = sql`${sql.param(keysOf(names))}::text[]`;
      if (needsAll) return sql`e.term_keys @> ${keys}`;
      return isExcluded ? sql`NOT e.term_keys && ${keys}` : sql`e.term_keys && ${keys}`;
    },
    bitmap: (names) => ({
      kind: "keys",
      keys: keysOf(names),
      areTerms: true,
      isExcluded,
      needsAll,
    }),
    source: { key, column: "term_keys", kind: "term" },
  };
}

/** Titles without a value match where values are excluded. */
export function matchValues(
  key: string,
  column: Column,
  { isExcluded = false }: Pick<TermOptions, "isExcluded"> = {},
): Match<readonly string[]> {
  return {
    condition: (values) => {
      const isOne = sql`${entry(column)} = ANY (${sql.param(values)}::text[])`;
      return isExcluded ? sql`(${isOne}) IS NOT TRUE` : isOne;
    },
    bitmap: (values) => ({
      kind: "keys",
      keys: values.map((value) => `${key}:${value}`),
      isExcluded,
    }),
    source: { key, column: column.name, kind: "value" },
  };
}

export function matchNumbers(range: string, column: Column): Match<readonly number[]> {
  return {
    condition: (values) => sql`${entry(column)} = ANY (${sql.param(values)}::int4[])`,
    bitmap: (values) => ({ kind: "values", range, values }),
    source: { key: range, column: column.name, kind: "range" },
  };
}

export function matchBound(
  range: string,
  column: Column,
  bound: "min" | "max",
): Match<number | null> {
  const type = sql.raw(column.getSQLType());
  const operator = sql.raw(bound === "min" ? ">=" : "<=");
  return {
    condition: (value) => sql`${entry(column)} ${operator} ${value}::${type}`,
    bitmap: (value) => ({ kind: "bound", range, ...(value === null ? {} : { [bound]: value }) }),
    source: { key: range, column: column.name, kind: range === "score" ? "score" : "range" },
  };
}

export function matchFlag(key: string, column: Column): Match<boolean> {
  return {
    condition: () => entry(column),
    bitmap: () => ({ kind: "keys", keys: [key] }),
    source: { key, column: column.name, kind: "flag" },
  };
}

/** Titles with the flag, or those without it. */
export function matchEitherFlag(key: string, column: Column): Match<boolean | null> {
  return {
    condition: (isSet) => (isSet === false ? sql`NOT ${entry(column)}` : entry(column)),
    bitmap: (isSet) => ({ kind: "keys", keys: [key], isExcluded: isSet === false }),
    source: { key, column: column.name, kind: "flag" },
  };
}

function entry(column: Column): SQL {
  return sql`e.${sql.identifier(column.name)}`;
}
