import { sql } from "drizzle-orm";

import type { Transaction } from "~db/client.server";

import { fuzzyHashes } from "~/features/search/text/fuzzy-hashes";
import { KEY_KINDS, type TitleIndexEntry } from "./build-title-index";

/** Few round trips, parameters below a few megabytes. */
const BATCH_SIZE = 2_000;
export const SEARCH_TABLES = ["anime_title_keys", "anime_title_words", "title_vocabulary"] as const;
const MAX_FUZZY_TERM_LENGTH = 40;

/**
 * Replaces the rows of titles that exist, also when only popularity or maturity have changed.
 * Leaves withdrawn titles out.
 */
export async function replaceIndexedTitles(
  tx: Transaction,
  rows: readonly TitleIndexEntry[],
): Promise<void> {
  const indexed: TitleIndexEntry[] = [];
  for (let start = 0; start < rows.length; start += BATCH_SIZE) {
    const batch = rows.slice(start, start + BATCH_SIZE);
    await removeBatch(tx, batch);
    const shown = await omitWithdrawn(tx, batch);
    await insertBatch(tx, shown);
    indexed.push(...shown);
  }
  await updateVocabulary(tx, indexed);
}

export async function clearSearchIndex(tx: Transaction): Promise<void> {
  // TRUNCATE would block searches.
  for (const table of SEARCH_TABLES) await tx.execute(sql`DELETE FROM ${sql.identifier(table)}`);
}

const idsOf = (batch: readonly TitleIndexEntry[]): string =>
  `{${batch.map(({ malId }) => malId).join(",")}}`;

async function omitWithdrawn(
  tx: Transaction,
  batch: readonly TitleIndexEntry[],
): Promise<readonly TitleIndexEntry[]> {
  const rows = await tx.execute<{ mal_id: number }>(
    sql`SELECT mal_id FROM animes WHERE hidden AND mal_id = ANY(${idsOf(batch)}::int[])`,
  );
  const withdrawn = new Set(rows.map(({ mal_id }) => mal_id));
  return withdrawn.size === 0 ? batch : batch.filter(({ malId }) => !withdrawn.has(malId));
}

async function removeBatch(tx: Transaction, batch: readonly TitleIndexEntry[]): Promise<void> {
  const ids = idsOf(batch);
  await tx.execute(sql`
    WITH deleted AS (DELETE FROM anime_title_words WHERE mal_id = ANY(${ids}::int[]) RETURNING words),
    lost AS (
      SELECT word, count(*)::int AS titles
      FROM deleted, unnest(tsvector_to_array(words)) AS word GROUP BY word
    )
    UPDATE title_vocabulary v SET titles = greatest(0, v.titles - lost.titles) FROM lost WHERE v.word = lost.word`);
  await tx.execute(sql`DELETE FROM anime_title_keys WHERE mal_id = ANY(${ids}::int[])`);
}

async function insertBatch(tx: Transaction, batch: readonly TitleIndexEntry[]): Promise<void> {
  const keys = batch.flatMap(({ malId, keys: own }) =>
    own.map(({ key, raw, strict, kind }) => ({
      m: malId,
      k: key,
      r: raw,
      s: strict,
      n: kind,
      p: kind === KEY_KINDS.initials ? [] : fuzzyHashes(key),
    })),
  );
  await tx.execute(sql`
    INSERT INTO anime_title_keys (mal_id, key, raw, strict, kind, popularity, mature, pieces)
    SELECT x.m, x.k, x.r, x.s, x.n, coalesce(a.popularity, 2147483647), a.mature, x.p
    FROM jsonb_to_recordset(${JSON.stringify(keys)}::jsonb)
      AS x(m int, k text, r text, s text, n smallint, p int[])
    JOIN animes a ON a.mal_id = x.m`);

  const words = batch.map(({ malId, names, terms: own }) => ({ m: malId, n: names, w: own }));
  await tx.execute(sql`
    INSERT INTO anime_title_words (mal_id, names, words, popularity, mature)
    SELECT x.m, x.n, array_to_tsvector(x.w), coalesce(a.popularity, 2147483647), a.mature
    FROM jsonb_to_recordset(${JSON.stringify(words)}::jsonb) AS x(m int, n text[], w text[])
    JOIN animes a ON a.mal_id = x.m`);
}

async function updateVocabulary(tx: Transaction, batch: readonly TitleIndexEntry[]): Promise<void> {
  const counts = new Map<string, number>();
  for (const { terms } of batch)
    for (const term of terms) if (allowsTypos(term)) counts.set(term, (counts.get(term) ?? 0) + 1);
  // Most are known, and need no hashes: the vocabulary grows far slower than the catalog.
  const existing = await tx.execute<{ word: string }>(sql`
    UPDATE title_vocabulary v SET titles = v.titles + x.t
    FROM jsonb_to_recordset(${JSON.stringify([...counts].map(([term, titles]) => ({ w: term, t: titles })))}::jsonb)
      AS x(w text, t int)
    WHERE v.word = x.w RETURNING v.word`);
  for (const { word } of existing) counts.delete(word);
  if (counts.size === 0) return;
  const rows = [...counts].map(([term, titles]) => ({ w: term, t: titles, v: fuzzyHashes(term) }));
  await tx.execute(sql`
    INSERT INTO title_vocabulary (word, titles, variants)
    SELECT x.w, x.t, x.v
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS x(w text, t int, v int[])
    ON CONFLICT (word) DO UPDATE SET titles = title_vocabulary.titles + excluded.titles`);
}

export function allowsTypos(term: string): boolean {
  return (
    term.length >= 4 &&
    term.length <= MAX_FUZZY_TERM_LENGTH &&
    /^[a-z0-9]*[a-z][a-z0-9]*$/u.test(term)
  );
}
