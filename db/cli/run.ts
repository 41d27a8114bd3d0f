import { existsSync } from "node:fs";
import { join } from "node:path";
import { ConfigError, processConfig, type Config } from "~/config/config.server";
import { connectDatabase, type ConnectedDatabase } from "~db/connect.server";
import { migrateDatabase } from "~db/migrate.server";

const MIGRATIONS = join(import.meta.dirname, "../migrations");
/** The file from which the app takes its settings too: both must mean the same database. */
const SETTINGS = join(import.meta.dirname, "../../.env");

interface CliContext {
  config: Config;
  database: ConnectedDatabase;
  /** Aborted at the first Ctrl-C or SIGTERM; a second one ends the process at once. */
  signal: AbortSignal;
}

/**
 * Runs a command against a migrated database, with patient time-outs, and closes what it opened. Ends with the command's exit
 * code, with 1 and one sentence when it throws, or with 130 when it was interrupted.
 */
export async function runCli(command: (context: CliContext) => Promise<number>): Promise<void> {
  const interrupted = new AbortController();
  const onSignal = () => {
    if (interrupted.signal.aborted) process.exit(130);
    interrupted.abort();
    process.stderr.write("\nStopping after what is under way … (once more to stop at once)\n");
  };
  process.on("SIGINT", onSignal).on("SIGTERM", onSignal);
  try {
    if (existsSync(SETTINGS)) process.loadEnvFile(SETTINGS);
    const config = processConfig();
    const database = await connectDatabase(config, {
      poolSize: 2,
      applicationName: "akari-cli",
      patient: true,
      log: (message) => process.stderr.write(`${message}\n`),
    });
    try {
      await migrateDatabase(database.target, MIGRATIONS);
      const code = await command({ config, database, signal: interrupted.signal });
      process.exitCode = interrupted.signal.aborted ? 130 : code;
    } finally {
      await database.close();
    }
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`);
    process.exitCode = 1;
  }
}

/** One sentence about a failure. The message of a failed query holds the query, so the database's own words are preferred. */
export function explain(error: unknown): string {
  if (error instanceof ConfigError) return `The settings have problems:\n${error.message}`;
  if (!(error instanceof Error)) return String(error);
  if ("code" in error && error.code === "ENOENT" && "path" in error)
    return `There is no file ${String(error.path)}.`;
  if (error instanceof AggregateError && error.message === "")
    return error.errors.map(explain).join("; ");
  return error.cause instanceof Error && error.message.startsWith("Failed query")
    ? `The database refused: ${explain(error.cause)}`
    : error.message;
}
