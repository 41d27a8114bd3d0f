import { sql } from "drizzle-orm";
import type { Transaction } from "~db/client.server";
import { listMergedInto } from "~/features/catalog/merged-titles.server";

/**
 * The rows of titles in the catalog, those of merged titles given to their successors. The last
 * row of a key wins.
 */
export async function withExistingTitles<Row extends { mal_id: number }>(
  tx: Transaction,
  given: readonly Row[],
  key: (row: Row) => string | number,
): Promise<{ accepted: Row[]; rejected: { row: Row; reason: string }[] }> {
  const merged = await listMergedInto(
    tx,
    given.map((row) => row.mal_id),
  );
  const rows = given.map((row) => ({ ...row, mal_id: merged.get(row.mal_id) ?? row.mal_id }));
  const ids = [...new Set(rows.map((row) => row.mal_id))];
  const existing = await tx.execute<{ mal_id: number }>(sql`
    SELECT mal_id FROM animes WHERE mal_id = ANY(${sql.param(`{${ids.join(",")}}`)}::int[])`);
  const existingIds = new Set(existing.map((row) => row.mal_id));
  return {
    accepted: [
      ...new Map(
        rows.filter((row) => existingIds.has(row.mal_id)).map((row) => [key(row), row]),
      ).values(),
    ],
    rejected: rows
      .filter((row) => !existingIds.has(row.mal_id))
      .map((row) => ({ row, reason: `mal_id ${row.mal_id} is not in the catalog` })),
  };
}
