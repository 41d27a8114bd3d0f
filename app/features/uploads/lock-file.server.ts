import { sql } from "drizzle-orm";
import type { Transaction } from "~db/client.server";

/** Prevents a deletion between another user's reservation and upload. */
export async function lockFile(tx: Transaction, name: string): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`upload:${name}`}, 0))`);
}
