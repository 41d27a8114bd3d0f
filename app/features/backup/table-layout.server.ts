import type postgres from "postgres";
import type { Manifest } from "./backup-format";

type Connection = Pick<postgres.TransactionSql, "unsafe">;

export async function listTables(sql: Connection): Promise<Manifest["tables"]> {
  return sql.unsafe<Manifest["tables"]>(`
    SELECT c.relname AS name, array_to_json(array_agg(a.attname ORDER BY a.attnum)) AS columns
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
      AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    GROUP BY c.relname ORDER BY c.relname`);
}

/** Sequences are outside of any snapshot, and never behind it. */
export async function listSequences(sql: Connection): Promise<Manifest["sequences"]> {
  return sql.unsafe<Manifest["sequences"]>(`
    SELECT sequencename AS name, coalesce(last_value, start_value)::text AS last_value,
      last_value IS NOT NULL AS is_called
    FROM pg_sequences WHERE schemaname = 'public' ORDER BY sequencename`);
}

/** Referenced tables come before those that refer to them. */
export async function orderByReferences(sql: Connection): Promise<string[]> {
  const references = await sql.unsafe<{ name: string; refers_to: string }[]>(`
    SELECT DISTINCT c.conrelid::regclass::text AS name, c.confrelid::regclass::text AS refers_to
    FROM pg_constraint c
    WHERE c.contype = 'f' AND c.connamespace = 'public'::regnamespace AND c.conrelid <> c.confrelid`);
  const ordered = new Set<string>();
  const visit = (name: string) => {
    if (ordered.has(name)) return;
    for (const reference of references) if (reference.name === name) visit(reference.refers_to);
    ordered.add(name);
  };
  for (const { name } of await listTables(sql)) visit(name);
  return [...ordered];
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export function columnList(columns: readonly string[]): string {
  return columns.map(quoted).join(", ");
}
