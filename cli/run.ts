import { existsSync } from "node:fs";
import { join } from "node:path";
import { ConfigError, processConfig, type Config } from "~/config/config.server";
import { projectRoot } from "~/config/project-root";
import { connectDatabase, type ConnectedDatabase } from "~db/connect.server";
import { migrateDatabase, type MigrationStep } from "~db/migrate.server";
import { describeBehind, describeNewer, readSchemaState } from "~db/schema-state.server";

export const ROOT = projectRoot();
export const MIGRATIONS = join(ROOT, "db/migrations");
/** The file that the app reads too, so that both use the same database. */
export const SETTINGS_FILE = join(ROOT, ".env");

/** Whether what happens to the database at each command is told too. */
const isVerbose = process.argv.includes("--verbose");

interface CliContext {
  config: Config;
  database: ConnectedDatabase;
  /** The signal that the first Ctrl-C or SIGTERM aborts; the second ends the process. */
  signal: AbortSignal;
}

interface RunOptions {
  /**
   * What the command does about the schema: `current` needs this version's, and creates it in an
   * empty database; `any` takes each one; `migrate` brings it up to date.
   */
  schema?: "current" | "any" | "migrate";
  poolSize?: number;
  /** Called before the database starts, or a new one is made. */
  before?: (config: Config) => Promise<void>;
  /** Whether `before` has begun to move the database to another major version. */
  isUpgrade?: boolean;
}

/**
 * Runs a command against the database without timeouts. Exits with the command's code, 1
 * and a message if it throws, or 130 if interrupted.
 */
export async function runCli(
  command: (context: CliContext) => Promise<number>,
  { schema = "current", poolSize = 2, before, isUpgrade = false }: RunOptions = {},
): Promise<void> {
  await runWithSettings(async ({ config, signal }) => {
    await before?.(config);
    const database = await connectDatabase(config, {
      poolSize,
      applicationName: "akari-cli",
      timeouts: null,
      isUpgrade,
      log: (message, kind) => {
        if (kind !== "detail" || isVerbose) process.stderr.write(`${message}\n`);
      },
    });
    try {
      await prepareSchema(database, schema);
      return await command({ config, database, signal });
    } finally {
      await database.close();
    }
  });
}

/** `runCli` for a command that needs no database. */
export async function runWithSettings(
  command: (context: Omit<CliContext, "database">) => Promise<number>,
): Promise<void> {
  const interrupted = new AbortController();
  const onSignal = () => {
    if (interrupted.signal.aborted) process.exit(130);
    interrupted.abort();
    process.stderr.write("\nStopping after the current step … (press again to stop at once)\n");
  };
  process.on("SIGINT", onSignal).on("SIGTERM", onSignal);
  try {
    if (existsSync(SETTINGS_FILE)) process.loadEnvFile(SETTINGS_FILE);
    const config = processConfig();
    const code = await command({ config, signal: interrupted.signal });
    process.exitCode = interrupted.signal.aborted ? 130 : code;
  } catch (error) {
    process.stderr.write(`${describeError(error)}\n`);
    process.exitCode = 1;
  }
}

/** Migrates only for commands whose purpose it is: the site may run with the version before. */
async function prepareSchema(
  { sql, target }: ConnectedDatabase,
  schema: NonNullable<RunOptions["schema"]>,
): Promise<void> {
  if (schema === "any") return;
  const state = await readSchemaState(sql, MIGRATIONS);
  if (schema === "migrate" || state.kind === "empty")
    return migrateDatabase(target, MIGRATIONS, (step) => {
      if (!step.isNew || step.seconds !== undefined)
        process.stderr.write(`${describeStep(step)}\n`);
    });
  if (state.kind === "behind") throw new Error(describeBehind(state));
  if (state.kind === "incompatible") throw new Error(describeNewer(state));
  if (state.kind === "newer") process.stderr.write(`${describeNewer(state)}\n`);
}

function describeStep({ name, number, total, seconds, isNew }: MigrationStep): string {
  const text = isNew
    ? `The database is set up: ${number} migrations`
    : `Migration ${number} of ${total}: ${name}`;
  return seconds === undefined ? `${text} …` : `${text} (${seconds.toFixed(1)} s)`;
}

/** Prefers the database's message, since a failed query's own contains the query. */
export function describeError(error: unknown): string {
  if (error instanceof ConfigError) return `Invalid settings:\n${error.message}`;
  if (!(error instanceof Error)) return String(error);
  if ("code" in error && error.code === "ENOENT" && "path" in error)
    return `There is no file ${String(error.path)}.`;
  if (error instanceof AggregateError && error.message === "")
    return error.errors.map(describeError).join("; ");
  return error.cause instanceof Error && error.message.startsWith("Failed query")
    ? `The database rejected the statement: ${describeError(error.cause)}`
    : error.message;
}
