import { setTimeout as pause } from "node:timers/promises";
import { migrate } from "drizzle-orm/postgres-js/migrator";
import { errorCode } from "~/errors/error-code";
import { rootCause } from "~/errors/error-message";
import type { DatabaseClient, DatabaseTarget } from "./client.server";
import { openDatabase } from "./client.server";

/** The same in every instance. */
export const MIGRATION_LOCK = 4_210_571;

/**
 * How long a migration waits for a lock. Below PostgreSQL's deadlock_timeout of a second: it gives
 * way and begins anew, before a request waits for long or is cancelled as half of a deadlock.
 */
const LOCK_TIMEOUT_MS = 300;
const RETRY_DELAY_MS = 500;
/** Then it insists, since requests may always be in its way. */
const POLITE_ATTEMPTS = 10;
/** SQLSTATE: lock_not_available and deadlock_detected. */
const LOCK_ERRORS = ["55P03", "40P01"];

/** Instances may start together, and beside others that serve. */
export async function migrateDatabase(
  target: DatabaseTarget,
  migrationsFolder: string,
): Promise<void> {
  const client = openDatabase(target, {
    poolSize: 1,
    applicationName: "akari-migrate",
    timeouts: null,
  });
  try {
    await client.sql`SELECT pg_advisory_lock(${MIGRATION_LOCK})`;
    try {
      await migrateBesideRequests(client, migrationsFolder);
    } finally {
      await client.sql`SELECT pg_advisory_unlock(${MIGRATION_LOCK})`;
    }
  } finally {
    await client.close();
  }
}

async function migrateBesideRequests(
  { db, sql }: DatabaseClient,
  migrationsFolder: string,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const timeout = attempt <= POLITE_ATTEMPTS ? LOCK_TIMEOUT_MS : 0;
    await sql`SELECT set_config('lock_timeout', ${String(timeout)}, false)`;
    try {
      return await migrate(db, { migrationsFolder });
    } catch (error) {
      if (!LOCK_ERRORS.includes(errorCode(rootCause(error)))) throw error;
      await pause(RETRY_DELAY_MS);
    }
  }
}
