import { sql } from "drizzle-orm";

import type { Transaction } from "~db/client.server";

import { allowedErrors, omissions, storedPieces } from "~/features/catalog/search/words/spelling";
import { KEY_KINDS, type TitleKeys } from "./title-keys";

/** Animes per statement: large enough that the round trip does not count, small enough that one parameter stays under a few megabytes. */
const BATCH_SIZE = 2_000;
/** The tables that hold what the search knows. */
export const SEARCH_TABLES = ["anime_title_keys", "anime_title_words", "title_vocabulary"] as const;
/** Longest word that tolerates errors. */
const MAX_VARIANT_WORD = 40;

/**
 * Replaces what the search knows about these animes, which must be in `animes` already: popularity and maturity are
 * copied from there. Also to be called when only those two changed.
 */
export async function replaceTitleKeys(tx: Transaction, rows: readonly TitleKeys[]): Promise<void> {
  for (let start = 0; start < rows.length; start += BATCH_SIZE)
    await replaceBatch(tx, rows.slice(start, start + BATCH_SIZE));
  await countWords(tx, rows);
}

/** Forgets everything, vocabulary included. */
export async function clearTitleKeys(tx: Transaction): Promise<void> {
  // Not TRUNCATE, which would make every search wait until the new rows are there.
  for (const table of SEARCH_TABLES) await tx.execute(sql`DELETE FROM ${sql.identifier(table)}`);
}

async function replaceBatch(tx: Transaction, batch: readonly TitleKeys[]): Promise<void> {
  const ids = `{${batch.map(({ malId }) => malId).join(",")}}`;
  await tx.execute(sql`
    WITH gone AS (DELETE FROM anime_title_words WHERE mal_id = ANY(${ids}::int[]) RETURNING words),
    lost AS (SELECT word, count(*)::int AS titles FROM gone, unnest(tsvector_to_array(words)) AS word GROUP BY word)
    UPDATE title_vocabulary v SET titles = greatest(0, v.titles - lost.titles) FROM lost WHERE v.word = lost.word`);
  await tx.execute(sql`DELETE FROM anime_title_keys WHERE mal_id = ANY(${ids}::int[])`);

  const keys = batch.flatMap(({ malId, keys: own }) =>
    own.map(({ key, raw, strict, kind }) => ({
      m: malId,
      k: key,
      r: raw,
      s: strict,
      n: kind,
      p: kind === KEY_KINDS.initials ? [] : storedPieces(key),
    })),
  );
  await tx.execute(sql`
    INSERT INTO anime_title_keys (mal_id, key, raw, strict, kind, popularity, mature, pieces)
    SELECT x.m, x.k, x.r, x.s, x.n, coalesce(a.popularity, 2147483647), a.mature, x.p
    FROM jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) AS x(m int, k text, r text, s text, n smallint, p int[])
    JOIN animes a ON a.mal_id = x.m`);

  const words = batch.map(({ malId, names, words: own }) => ({ m: malId, n: names, w: own }));
  await tx.execute(sql`
    INSERT INTO anime_title_words (mal_id, names, words, popularity, mature)
    SELECT x.m, x.n, array_to_tsvector(x.w), coalesce(a.popularity, 2147483647), a.mature
    FROM jsonb_to_recordset(${JSON.stringify(words)}::jsonb) AS x(m int, n text[], w text[])
    JOIN animes a ON a.mal_id = x.m`);
}

async function countWords(tx: Transaction, batch: readonly TitleKeys[]): Promise<void> {
  const counts = new Map<string, number>();
  for (const { words } of batch)
    for (const word of words) if (isTolerant(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const rows = [...counts].map(([word, titles]) => ({ w: word, t: titles, v: wordVariants(word) }));
  await tx.execute(sql`
    INSERT INTO title_vocabulary (word, titles, variants)
    SELECT x.w, x.t, x.v FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS x(w text, t int, v int[])
    ON CONFLICT (word) DO UPDATE SET titles = title_vocabulary.titles + excluded.titles`);
}

/** Whether misspelt forms of a word are looked up: Latin words of four letters and more. */
export function isTolerant(word: string): boolean {
  return (
    word.length >= 4 && word.length <= MAX_VARIANT_WORD && /^[a-z0-9]*[a-z][a-z0-9]*$/u.test(word)
  );
}

/** What a word is stored and looked up by. Words that may hold two errors and more have their pieces besides the omissions. */
export function wordVariants(word: string): number[] {
  return allowedErrors(word.length) < 2
    ? omissions(word)
    : [...omissions(word), ...storedPieces(word)];
}
