import type { QueryTerm, QueryVariant } from "./parse-query";
import type { KeyMatch, pieceScorer, PrefixMatch, prefixScorer, termScorer } from "./rank-titles";

export interface QueryForm extends QueryVariant {
  terms: QueryTerm[];
  scorePrefix: ReturnType<typeof prefixScorer>;
  scorePiece: ReturnType<typeof pieceScorer>;
  scoreTerms: ReturnType<typeof termScorer>;
}

export interface Candidate {
  form: QueryForm;
  malId: number;
  popularity: number;
}
export type KeyCandidate = Candidate & { key: KeyMatch };
export type PrefixCandidate = Candidate & { key: PrefixMatch };
/** `names` are separated by tabs, and empty for a title beyond `MAX_NAMED`. */
export type NameCandidate = Candidate & { names: string };

/** One text, a tab-separated line per title: a row each costs the driver ten times as much. */
export interface LookupRow {
  lookup: string;
  form: number;
  lines: string | null;
}

/** Stands for a `strict` that is the key, as most are; none has punctuation. */
export const SAME = "=";

/** Titles of a lookup, one at a time. */
export function* readTitles(
  rows: readonly LookupRow[],
  lookup: string,
  forms: readonly QueryForm[],
): Generator<Candidate> {
  for (const { form, lines } of formLines(rows, lookup, forms))
    for (const line of lines) {
      const [malId, popularity] = line.split("\t");
      yield { form, malId: Number(malId), popularity: Number(popularity) };
    }
}

/** Titles with the key that matched. */
export function* readKeys(
  rows: readonly LookupRow[],
  lookup: string,
  forms: readonly QueryForm[],
): Generator<KeyCandidate> {
  for (const { form, lines } of formLines(rows, lookup, forms))
    for (const line of lines) {
      const [malId, popularity, kind, key = "", strict = "", raw = ""] = line.split("\t");
      yield {
        form,
        malId: Number(malId),
        popularity: Number(popularity),
        key: { kind: Number(kind), key, strict: strict === SAME ? key : strict, raw },
      };
    }
}

/** Titles with a key that begins with the query. */
export function* readPrefixes(
  rows: readonly LookupRow[],
  forms: readonly QueryForm[],
): Generator<PrefixCandidate> {
  for (const { form, lines } of formLines(rows, "prefix", forms))
    for (const line of lines) {
      const [malId, popularity, kind, length, isAlike] = line.split("\t");
      yield {
        form,
        malId: Number(malId),
        popularity: Number(popularity),
        key: { kind: Number(kind), length: Number(length), isAlike: isAlike === "1" },
      };
    }
}

/** Titles with their names. */
export function* readNames(
  rows: readonly LookupRow[],
  forms: readonly QueryForm[],
): Generator<NameCandidate> {
  for (const { form, lines } of formLines(rows, "terms", forms))
    for (const line of lines) {
      const afterId = line.indexOf("\t");
      const end = line.indexOf("\t", afterId + 1);
      const afterPopularity = end < 0 ? line.length : end;
      yield {
        form,
        malId: Number(line.slice(0, afterId)),
        popularity: Number(line.slice(afterId + 1, afterPopularity)),
        names: line.slice(afterPopularity + 1),
      };
    }
}

function* formLines(
  rows: readonly LookupRow[],
  lookup: string,
  forms: readonly QueryForm[],
): Generator<{ form: QueryForm; lines: string[] }> {
  for (const row of rows) {
    const form = forms[row.form - 1];
    if (row.lookup === lookup && row.lines !== null && form !== undefined)
      yield { form, lines: row.lines.split("\n") };
  }
}
