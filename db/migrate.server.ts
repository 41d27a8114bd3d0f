import { migrate } from "drizzle-orm/postgres-js/migrator";
import type { DatabaseTarget } from "./client.server";
import { openDatabase } from "./client.server";

/** Any constant will do, as long as every instance uses the same one. */
const MIGRATION_LOCK = 4_210_571;

/**
 * Applies the migrations that the database lacks. An advisory lock makes it safe to start several instances at once: the
 * first one migrates, the others wait and then find nothing to do.
 */
export async function migrateDatabase(
  target: DatabaseTarget,
  migrationsFolder: string,
): Promise<void> {
  const client = openDatabase(target, {
    poolSize: 1,
    applicationName: "akari-migrate",
    patient: true,
  });
  try {
    await client.sql`select pg_advisory_lock(${MIGRATION_LOCK})`;
    try {
      await migrate(client.db, { migrationsFolder });
    } finally {
      await client.sql`select pg_advisory_unlock(${MIGRATION_LOCK})`;
    }
  } finally {
    await client.close();
  }
}
