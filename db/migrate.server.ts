import { migrate } from "drizzle-orm/postgres-js/migrator";
import type { DatabaseTarget } from "./client.server";
import { openDatabase } from "./client.server";

/** The same in every instance. */
export const MIGRATION_LOCK = 4_210_571;

/** Instances may start together. */
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
      await migrate(client.db, { migrationsFolder });
    } finally {
      await client.sql`SELECT pg_advisory_unlock(${MIGRATION_LOCK})`;
    }
  } finally {
    await client.close();
  }
}
