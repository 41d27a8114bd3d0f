import { sql } from "drizzle-orm";
import type { Transaction } from "~db/client.server";

/**
 * Until the transaction ends, nobody else claims or removes the same file, or counts the same person's. Without it a file could be removed
 * between somebody's claim to it and its being stored once more.
 */
export async function lockFile(tx: Transaction, name: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`upload:${name}`}, 0))`);
}
