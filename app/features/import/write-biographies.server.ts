import { sql } from "drizzle-orm";
import type { Transaction } from "~db/client.server";
import type { BiographyRow } from "./rows/biography-row";
import type { NamedKind } from "./write-named.server";
import type { WriteResult } from "./write-result";

/** Adds and corrects biographies of existing characters or people, and never clears one. */
export async function writeBiographies(
  tx: Transaction,
  kind: NamedKind,
  rows: readonly BiographyRow[],
): Promise<WriteResult<BiographyRow>> {
  const table = sql.identifier(kind);
  const written = await tx.execute<{ id: number; added: boolean }>(sql`
    UPDATE ${table} n SET about = i.about
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS i (id integer, about text)
      JOIN ${table} o ON o.id = i.id
    WHERE n.id = i.id AND i.about <> coalesce(o.about, '')
    RETURNING n.id, o.about IS NULL AS added`);
  const isAdded = new Map([...written].map(({ id, added }) => [id, added]));
  return {
    added: rows.filter(({ id }) => isAdded.get(id) === true),
    changed: rows.filter(({ id }) => isAdded.get(id) === false),
    rejected: [],
  };
}
