import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sql as sqlText } from "drizzle-orm";
import { errorCode } from "~/errors/error-code";
import { rootCause } from "~/errors/error-message";
import { ADVISORY_LOCKS } from "./advisory-lock.server";
import { UnusableDatabase } from "./check-database.server";
import type { DatabaseClient, DatabaseTarget } from "./client.server";
import { openDatabase } from "./client.server";
import {
  oldestUnderstood,
  readMigrations,
  readWholeSchema,
  type Migration,
  type WholeSchema,
} from "./migration-files.server";
import { describeNewer, readSchemaState } from "./schema-state.server";

/**
 * How long a migration waits for a lock. Below PostgreSQL's deadlock_timeout of a second: it gives
 * way and begins anew, before a request waits for long or is cancelled as half of a deadlock.
 */
const LOCK_TIMEOUT_MS = 300;
const RETRY_DELAY_MS = 500;
/** The attempts after which a migration insists, since requests may always be in its way. */
const POLITE_ATTEMPTS = 10;
/** The SQLSTATEs `lock_not_available` and `deadlock_detected`. */
const LOCK_ERRORS = ["55P03", "40P01"];

/** One of `total` migrations that have to run; `seconds` once it has run. */
export interface MigrationStep {
  name: string;
  number: number;
  total: number;
  seconds?: number;
  /** Whether it stands for all before it too, whose schema an empty database gets in one piece. */
  isNew: boolean;
}

/**
 * Brings the database to the newest migration, each in a transaction of its own, or an empty one in
 * one piece. Instances may start together, and beside others that serve. Throws `UnusableDatabase`
 * when a newer release has made changes that this one does not understand.
 */
export async function migrateDatabase(
  target: DatabaseTarget,
  migrationsFolder: string,
  onStep: (step: MigrationStep) => void = () => undefined,
): Promise<void> {
  const client = openDatabase(target, {
    poolSize: 1,
    applicationName: "akari-migrate",
    timeouts: null,
  });
  try {
    await client.sql`SELECT pg_advisory_lock(${ADVISORY_LOCKS.migration})`;
    try {
      const state = await readSchemaState(client.sql, migrationsFolder);
      if (state.kind === "incompatible") throw new UnusableDatabase(describeNewer(state));
      await createTables(client);
      const total = state.pending.length;
      const run = async (step: MigrationStep, work: () => Promise<void>) => {
        onStep(step);
        const startedAt = performance.now();
        await work();
        onStep({ ...step, seconds: Math.round(performance.now() - startedAt) / 1000 });
      };
      const whole =
        state.kind === "empty" ? readWholeSchema(migrationsFolder, state.pending) : null;
      const covered = whole?.covered ?? [];
      if (whole !== null)
        await run(
          { name: covered.at(-1)?.name ?? "", number: covered.length, total, isNew: true },
          () => createInOnePiece(client, whole),
        );
      for (const [index, migration] of state.pending.slice(covered.length).entries())
        await run(
          { name: migration.name, number: covered.length + index + 1, total, isNew: false },
          () => migrateBesideRequests(client, migration),
        );
      // A newer release has functions of its own.
      if (state.unknown === 0) await finishMigration(client, migrationsFolder);
    } finally {
      await client.sql`SELECT pg_advisory_unlock(${ADVISORY_LOCKS.migration})`;
    }
  } finally {
    await client.close();
  }
}

/** The names are those of Drizzle, whose migrator made them in databases of earlier releases. */
async function createTables({ sql }: DatabaseClient): Promise<void> {
  await sql`CREATE SCHEMA IF NOT EXISTS drizzle`;
  await sql`
    CREATE TABLE IF NOT EXISTS drizzle.__drizzle_migrations (
      id serial PRIMARY KEY, hash text NOT NULL, created_at bigint)`;
}

/** Nothing of it stays when it fails. */
async function createInOnePiece({ db }: DatabaseClient, whole: WholeSchema): Promise<void> {
  await db.transaction(async (tx) => {
    // Functions come before the tables that they name.
    await tx.execute(sqlText`SET LOCAL check_function_bodies = off`);
    await tx.execute(sqlText.raw(whole.statements));
    for (const migration of whole.covered) await recordMigration(tx, migration);
  });
}

const recordMigration = (
  tx: Pick<DatabaseClient["db"], "execute">,
  { hash, createdAt }: Migration,
) =>
  tx.execute(sqlText`
    INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES (${hash}, ${createdAt})`);

async function migrateBesideRequests(
  { db, sql }: DatabaseClient,
  migration: Migration,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const timeout = attempt <= POLITE_ATTEMPTS ? LOCK_TIMEOUT_MS : 0;
    await sql`SELECT set_config('lock_timeout', ${String(timeout)}, false)`;
    try {
      return await db.transaction(async (tx) => {
        for (const statement of migration.statements) await tx.execute(sqlText.raw(statement));
        await recordMigration(tx, migration);
      });
    } catch (error) {
      if (!LOCK_ERRORS.includes(errorCode(rootCause(error)))) throw error;
      await pause(RETRY_DELAY_MS);
    }
  }
}

/**
 * Replaces the functions of triggers and columns by the definitions in `functions/`, whatever
 * migrations have written, and says which releases understand the schema.
 */
async function finishMigration({ db }: DatabaseClient, migrationsFolder: string): Promise<void> {
  const folder = join(migrationsFolder, "functions");
  const oldest = oldestUnderstood(readMigrations(migrationsFolder));
  await db.transaction(async (tx) => {
    if (existsSync(folder))
      for (const name of readdirSync(folder).sort())
        await tx.execute(sqlText.raw(readFileSync(join(folder, name), "utf8")));
    await tx.execute(sqlText`
      CREATE TABLE IF NOT EXISTS drizzle.akari_compatibility (
        id integer PRIMARY KEY DEFAULT 1 CHECK (id = 1), oldest_migration bigint NOT NULL)`);
    await tx.execute(sqlText`
      INSERT INTO drizzle.akari_compatibility (oldest_migration) VALUES (${oldest})
      ON CONFLICT (id) DO UPDATE SET oldest_migration = excluded.oldest_migration`);
  });
}
