import { sql } from "drizzle-orm";
import type { Transaction } from "~db/client.server";
import type { ImportedEntry } from "./imported-entry";

/** Takes the lowest id in the catalog where a file has several for a title. */
export async function findById(
  tx: Transaction,
  entries: readonly ImportedEntry[],
): Promise<readonly ImportedEntry[]> {
  const ids = entries.flatMap(({ malId, otherMalIds }) =>
    otherMalIds === undefined ? [] : [malId ?? 0, ...otherMalIds],
  );
  if (ids.length === 0) return entries;
  const rows = await tx.execute<{ mal_id: number }>(sql`
    SELECT mal_id FROM animes WHERE mal_id = ANY(${sql.param(`{${ids.join(",")}}`)}::int[])
    UNION SELECT mal_id FROM merged_titles WHERE mal_id = ANY(${sql.param(`{${ids.join(",")}}`)}::int[])`);
  const existing = new Set(rows.map(({ mal_id }) => mal_id));
  return entries.map((entry) => {
    if (entry.malId === null || entry.otherMalIds === undefined) return entry;
    const all = [entry.malId, ...entry.otherMalIds];
    const malId = all.find((id) => existing.has(id)) ?? entry.malId;
    return { ...entry, malId, otherMalIds: all.filter((id) => id !== malId) };
  });
}
