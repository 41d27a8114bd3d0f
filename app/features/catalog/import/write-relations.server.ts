import { sql } from "drizzle-orm";
import type { Transaction } from "~db/client.server";
import type { RelationRow } from "./rows/relation-row";
import type { Written } from "./write-rows";

/** Writes relations; one that is there already stays as it is. The related title may come with a later import. */
export async function writeRelations(
  tx: Transaction,
  rows: readonly RelationRow[],
): Promise<Written<RelationRow>> {
  const ids = [...new Set(rows.map((row) => row.mal_id))];
  const known = await tx.execute<{ mal_id: number }>(sql`
    select mal_id from animes where mal_id = any(${sql.param(`{${ids.join(",")}}`)}::int[])`);
  const present = new Set(known.map((row) => row.mal_id));
  const placed = rows.filter((row) => present.has(row.mal_id));
  const written =
    placed.length === 0
      ? []
      : await tx.execute<{ mal_id: number; related_mal_id: number; relation: string }>(sql`
          insert into anime_relations (mal_id, related_mal_id, relation)
          select mal_id, related_mal_id, relation
          from json_to_recordset(${JSON.stringify(placed)}::json) as incoming (mal_id integer, related_mal_id integer, relation text)
          on conflict do nothing
          returning mal_id, related_mal_id, relation`);
  const added = new Set(written.map(relationKey));
  return {
    added: placed.filter((row) => added.has(relationKey(row))),
    changed: [],
    rejected: rows
      .filter((row) => !present.has(row.mal_id))
      .map((row) => ({ row, reason: `mal_id ${row.mal_id} is not in the catalog` })),
  };
}

/** What identifies a relation, as one text. */
export function relationKey(row: RelationRow): string {
  return `${row.mal_id} ${row.relation} ${row.related_mal_id}`;
}
