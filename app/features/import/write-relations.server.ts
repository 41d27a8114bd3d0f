import { sql } from "drizzle-orm";
import type { Transaction } from "~db/client.server";
import { listMergedInto } from "~/features/catalog/merged-titles.server";
import type { RelationRow } from "./rows/relation-row";
import type { WriteResult } from "./write-result";

/** The related title may be imported later. Those of merged titles are their successors'. */
export async function writeRelations(
  tx: Transaction,
  given: readonly RelationRow[],
): Promise<WriteResult<RelationRow>> {
  const merged = await listMergedInto(
    tx,
    given.flatMap((row) => [row.mal_id, row.related_mal_id]),
  );
  const rows = given
    .map((row) => ({
      ...row,
      mal_id: merged.get(row.mal_id) ?? row.mal_id,
      related_mal_id: merged.get(row.related_mal_id) ?? row.related_mal_id,
    }))
    .filter((row) => row.mal_id !== row.related_mal_id);
  const ids = [...new Set(rows.map((row) => row.mal_id))];
  const existing = await tx.execute<{ mal_id: number }>(sql`
    SELECT mal_id FROM animes WHERE mal_id = ANY(${sql.param(`{${ids.join(",")}}`)}::int[])`);
  const existingIds = new Set(existing.map((row) => row.mal_id));
  const accepted = rows.filter((row) => existingIds.has(row.mal_id));
  const written =
    accepted.length === 0
      ? []
      : await tx.execute<{ mal_id: number; related_mal_id: number; relation: string }>(sql`
          INSERT INTO anime_relations (mal_id, related_mal_id, relation)
          SELECT mal_id, related_mal_id, relation
          FROM json_to_recordset(${JSON.stringify(accepted)}::json) AS incoming (mal_id integer, related_mal_id integer, relation text)
          ON CONFLICT DO NOTHING
          RETURNING mal_id, related_mal_id, relation`);
  const added = new Set(written.map(relationKey));
  return {
    added: accepted.filter((row) => added.has(relationKey(row))),
    changed: [],
    rejected: rows
      .filter((row) => !existingIds.has(row.mal_id))
      .map((row) => ({
        row,
        reason: `mal_id ${row.mal_id} is not in the catalog`,
        isOfUnknownTitle: true,
      })),
  };
}

export function relationKey(row: RelationRow): string {
  return `${row.mal_id} ${row.relation} ${row.related_mal_id}`;
}
