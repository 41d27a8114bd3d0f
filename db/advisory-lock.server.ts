import { sql } from "drizzle-orm";
import type { Transaction } from "./client.server";

/** Takes the lock without a timeout, which also lifts those of the rest of the transaction. */
export async function takeAdvisoryLock(tx: Transaction, lock: number): Promise<void> {
  await tx.execute(
    sql`SELECT set_config('lock_timeout', '0', true), set_config('statement_timeout', '0', true)`,
  );
  await tx.execute(sql`SELECT pg_advisory_xact_lock(${lock})`);
}
