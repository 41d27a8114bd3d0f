import { sql, type SQL } from "drizzle-orm";

const MARK = "/* prepared */";

/**
 * Marks a statement, whole or in part, that is sent often and whose best plan depends on no value:
 * each connection prepares it once, and then sends it in one round trip instead of two, without
 * having it parsed again.
 */
export function prepared(part: SQL | undefined): SQL {
  return sql`${sql.raw(MARK)} ${part}`;
}

export function isPrepared(statement: string): boolean {
  return statement.includes(MARK);
}
