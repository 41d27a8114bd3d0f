import { sql, type SQL } from "drizzle-orm";
import { akariCommand } from "~/config/command";
import type { Database, Transaction } from "~db/client.server";
import { missingKey, sealedPattern, SecretError, type Keyring } from "./keyring.server";

export interface ResealReport {
  /** How many values are sealed, with whichever key. */
  values: number;
  resealed: number;
}

/** Rows that are locked together until the batch is stored. */
const BATCH = 500;

/**
 * Seals every value anew that another key sealed, a batch per transaction, so that it can be
 * interrupted and repeated. The columns are those whose names end in `_sealed`. Throws
 * `SecretError`: before anything changed if a key is missing.
 */
export async function resealAll(
  db: Database,
  keyring: Keyring,
  signal: AbortSignal,
): Promise<ResealReport> {
  const columns = await listSealedColumns(db);
  const report: ResealReport = { values: 0, resealed: 0 };
  report.values = await countSealed(db, keyring);
  for (const column of columns) {
    for (let isLast = false; !isLast && !signal.aborted;) {
      const resealed = await db.transaction((tx) => resealBatch(tx, column, keyring));
      report.resealed += resealed;
      isLast = resealed < BATCH;
    }
  }
  return report;
}

/**
 * Deletes every row with a value that a key sealed, after the secret of that key was lost. Returns
 * how many of each table.
 */
export async function forgetSealed(
  tx: Transaction,
  keyId: string,
): Promise<Record<string, number>> {
  const deleted: Record<string, number> = {};
  for (const { table, column } of await listSealedColumns(tx)) {
    const rows = await tx.execute(sql`
      DELETE FROM ${sql.identifier(table)}
      WHERE ${sql.identifier(column)} LIKE ${sealedPattern(keyId)}`);
    deleted[table] = (deleted[table] ?? 0) + rows.count;
  }
  return deleted;
}

/** How many sealed values there are. Throws `SecretError` if a key of one is missing. */
export async function countSealed(db: Database, keyring: Keyring): Promise<number> {
  let values = 0;
  for (const column of await listSealedColumns(db))
    values += await countOpenable(db, column, keyring);
  return values;
}

interface SealedColumn extends Record<string, unknown> {
  table: string;
  column: string;
  /** The columns of the primary key. */
  key: string[];
}

/** Asks the database, so that no list can lack a column. */
async function listSealedColumns(db: Database | Transaction): Promise<SealedColumn[]> {
  const columns = await db.execute<SealedColumn>(sql`
    SELECT t.relname AS table, c.attname AS column,
      array_to_json(array_agg(k.attname ORDER BY i.position)) AS key
    FROM pg_class t
    JOIN pg_attribute c ON c.attrelid = t.oid AND c.attname LIKE '%\\_sealed' AND NOT c.attisdropped
    JOIN pg_constraint p ON p.conrelid = t.oid AND p.contype = 'p'
    CROSS JOIN unnest(p.conkey) WITH ORDINALITY AS i (number, position)
    JOIN pg_attribute k ON k.attrelid = t.oid AND k.attnum = i.number
    WHERE t.relnamespace = 'public'::regnamespace AND t.relkind = 'r'
    GROUP BY t.relname, c.attname ORDER BY t.relname, c.attname`);
  return [...columns];
}

async function countOpenable(
  db: Database,
  { table, column }: SealedColumn,
  keyring: Keyring,
): Promise<number> {
  const sealed = sql.identifier(column);
  const rows = await db.execute<{ key_id: string; count: number }>(sql`
    SELECT split_part(${sealed}, '.', 2) AS key_id, count(*)::int AS count
    FROM ${sql.identifier(table)} WHERE ${sealed} IS NOT NULL GROUP BY 1`);
  for (const { key_id: keyId, count } of rows)
    if (!keyring.has(keyId))
      throw new SecretError(
        `${count} stored ${count === 1 ? "secret does" : "secrets do"} not open (${table}.${column}): ${missingKey(keyId)} ` +
          `If it is lost, ${akariCommand(`secrets forget ${keyId}`)} deletes what it sealed.`,
      );
  return [...rows].reduce((total, { count }) => total + count, 0);
}

async function resealBatch(
  tx: Transaction,
  { table, column, key }: SealedColumn,
  keyring: Keyring,
): Promise<number> {
  const sealed = sql.identifier(column);
  const row = rowKey(key);
  const rows = await tx.execute<{ row: string[]; sealed: string }>(sql`
    SELECT array_to_json(${row}) AS row, ${sealed} AS sealed FROM ${sql.identifier(table)}
    WHERE ${sealed} NOT LIKE ${sealedPattern(keyring.keyId)}
    ORDER BY ${row} LIMIT ${BATCH} FOR UPDATE`);
  const changes = [...rows].map((found) => {
    const place = { table, column, row: found.row };
    return { row: found.row, sealed: keyring.seal(keyring.open(found.sealed, place), place) };
  });
  if (changes.length > 0)
    await tx.execute(sql`
      UPDATE ${sql.identifier(table)} SET ${sealed} = changed.sealed
      FROM json_to_recordset(${JSON.stringify(changes)}::json) AS changed (row text[], sealed text)
      WHERE ${row} = changed.row`);
  return changes.length;
}

/** The primary key as the place of a sealed value has it. */
function rowKey(key: readonly string[]): SQL {
  const columns = key.map((name) => sql`${sql.identifier(name)}::text`);
  return sql`ARRAY[${sql.join(columns, sql`, `)}]`;
}
