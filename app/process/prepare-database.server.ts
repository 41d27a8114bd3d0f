import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Config } from "~/config/config.server";
import { errorMessage, rootErrorMessage } from "~/errors/error-message";
import { buildMissingFranchises } from "~/features/franchise/rebuild-franchises.server";
import { loadStarter } from "~/features/import/load-starter.server";
import { rebuildListingBitmaps } from "~/features/listing/bitmaps/rebuild-bitmaps.server";
import { ensureSearchIndex } from "~/features/search/title-index/rebuild-search-index.server";
import type { Log } from "~/observability/log.server";
import { SecretError, type Keyring } from "~/secrets/keyring.server";
import { countSealed } from "~/secrets/reseal.server";
import {
  checkDatabase,
  hasStatementTimeout,
  toUnusableDatabase,
  UnusableDatabase,
} from "~db/check-database.server";
import type { Database } from "~db/client.server";
import { migrateDatabase, type MigrationStep } from "~db/migrate.server";
import { describeNewer, readSchemaState } from "~db/schema-state.server";
import type { ProcessDatabases } from "./open-databases.server";
import type { StartProgress } from "./start-progress";

const RETRY_MS = 1_000;

interface StartTools {
  log: Log;
  progress: StartProgress;
}

/** Logs each reason once. Throws `UnusableDatabase` when retrying cannot help. */
export async function retryUntilUsable(
  work: () => Promise<void>,
  stopped: AbortSignal,
  { log, progress }: StartTools,
): Promise<void> {
  let lastReason = "";
  while (!stopped.aborted) {
    try {
      return await work();
    } catch (thrown) {
      const error = toUnusableDatabase(thrown);
      if (error instanceof UnusableDatabase) throw error;
      const reason = rootErrorMessage(error);
      if (reason !== lastReason) log.warn({ err: reason }, "waiting for the database");
      lastReason = reason;
      progress.show({ task: "reaching" });
      await sleep(RETRY_MS);
    }
  }
}

/** Throws `UnusableDatabase` for one that lacks what the site needs. */
export async function checkDatabases(
  { requests, setup }: ProcessDatabases,
  { database }: Config,
  log: Log,
): Promise<void> {
  await checkDatabase(setup.sql);
  if (database.direct !== null && !(await hasStatementTimeout(requests.sql)))
    log.warn("the pooler's connections have no statement_timeout: see docs/scaling.md");
}

/**
 * Throws `UnusableDatabase` while a secret is stored whose key is missing: what needs it would fail
 * for users later, and a key that was set wrongly is found at once.
 */
export async function checkStoredSecrets(
  { setup }: ProcessDatabases,
  keyring: Keyring,
): Promise<void> {
  try {
    await countSealed(setup.db, keyring);
  } catch (error) {
    if (!(error instanceof SecretError)) throw error;
    throw new UnusableDatabase(error.message, { cause: error });
  }
}

/** Logs each migration of an update, which may take long, and those of a new site once. */
function logMigration(log: Log, { name, number, total, seconds, isNew }: MigrationStep): void {
  if (isNew) {
    if (seconds === undefined) log.info(`setting up the database: ${number} migrations`);
    return;
  }
  log.info(
    { migration: name, number, total, ...(seconds === undefined ? {} : { seconds }) },
    seconds === undefined ? "migrating the database" : "database migrated",
  );
}

/** Brings the schema and the search index up to date, and a new site its first titles. */
export async function fillDatabase(
  { setup, target }: ProcessDatabases,
  { root, log, progress }: StartTools & { root: string },
): Promise<void> {
  const migrations = join(root, "db/migrations");
  await migrateDatabase(target, migrations, (step) => {
    progress.show({ task: "migrating", part: { number: step.number, total: step.total } });
    logMigration(log, step);
  });
  progress.show({ task: "indexing" });
  const state = await readSchemaState(setup.sql, migrations);
  if (state.kind === "newer") log.warn(describeNewer(state));
  if (await ensureSearchIndex(setup.db)) log.info("search index rebuilt");
  const starter = await loadStarter(setup.db, join(root, "db/starter"), (number, total) =>
    progress.show({ task: "filling", part: { number, total } }),
  );
  if (starter !== null)
    log.info(
      { counts: starter.counts, rejections: starter.rejections },
      "the starter catalog is loaded",
    );
}

/**
 * Builds what the catalog lacks after an update, while the site runs: until then totals are exact
 * but slower, and franchises are missing. Never rejects.
 */
export async function renewCatalog(db: Database, log: Log, onRenewed: () => void): Promise<void> {
  try {
    const renewed = await Promise.all([rebuildListingBitmaps(db), buildMissingFranchises(db)]);
    if (renewed.includes(true)) onRenewed();
  } catch (error) {
    log.warn({ err: errorMessage(error) }, "rebuilding bitmaps or franchises failed");
  }
}
