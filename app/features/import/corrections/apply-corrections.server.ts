import { sql } from "drizzle-orm";
import type { Transaction } from "~db/client.server";
import type { CatalogRow } from "~/features/import/rows/catalog-row";

interface StoredCorrection extends Record<string, unknown> {
  mal_id: number;
  field: string;
  value: unknown;
}

/**
 * Returns the rows with the owners' corrections in place of what the source has, which is stored
 * beside them.
 */
export async function applyCorrections(
  tx: Transaction,
  rows: readonly CatalogRow[],
): Promise<CatalogRow[]> {
  if (rows.length === 0) return [];
  const ids = sql.param(`{${rows.map((row) => row.mal_id).join(",")}}`);
  const stored = await tx.execute<StoredCorrection>(sql`
    SELECT mal_id, field, value FROM title_corrections WHERE mal_id = ANY(${ids}::int[])`);
  if (stored.length === 0) return [...rows];
  const correctionsOf = (row: CatalogRow) => stored.filter(({ mal_id }) => mal_id === row.mal_id);
  const imported = rows.flatMap((row) =>
    correctionsOf(row).map(({ field }) => ({
      mal_id: row.mal_id,
      field,
      imported: toRecord(row)[field] ?? null,
    })),
  );
  await tx.execute(sql`
    UPDATE title_corrections AS c SET imported = i.imported
    FROM json_to_recordset(${JSON.stringify(imported)}::json)
      AS i (mal_id integer, field text, imported jsonb)
    WHERE c.mal_id = i.mal_id AND c.field = i.field AND c.imported IS DISTINCT FROM i.imported`);
  return rows.map((row) => ({
    ...row,
    ...Object.fromEntries(correctionsOf(row).map(({ field, value }) => [field, value])),
  }));
}

function toRecord(row: CatalogRow): Record<string, unknown> {
  return row;
}
