import { akariCommand } from "~/config/command";
import { versionText } from "~/config/version";
import { errorMessage } from "~/errors/error-message";
import { createLog, createTerminalOutput } from "~/observability/log.server";
import { createRecentErrors } from "~/observability/recent-errors";
import { ownershipLines, type OwnershipHint } from "./ownership.server";
import type { StartStep } from "./start-progress";
import { startProcess, type ProcessOptions } from "./start-process.server";

/** npm forwards what the terminal has sent. */
const REPEATED_SIGNAL_MS = 1_000;

/**
 * Runs the site until SIGTERM or SIGINT, then exits with 0, or with 1 when something could not be
 * closed. A second signal exits at once.
 */
export async function runProcess(options: ProcessOptions): Promise<void> {
  const { level } = options.config.log;
  const terminal = process.stdout.isTTY && level === "info" ? createTerminalOutput() : null;
  const recentErrors = createRecentErrors();
  const starting = startProcess({
    ...options,
    recentErrors,
    log: createLog(level, terminal?.destination, recentErrors),
    onStep: terminal === null ? () => undefined : printMigrations(),
  });
  let stopRequestedAt: number | null = null;
  const stop = (signal: NodeJS.Signals) => {
    if (stopRequestedAt !== null) {
      if (performance.now() - stopRequestedAt > REPEATED_SIGNAL_MS) process.exit(1);
      return;
    }
    stopRequestedAt = performance.now();
    process.stdout.write(`${signal}: finishing pending requests …\n`);
    starting
      .then((running) => running.stop())
      .then(
        () => process.exit(0),
        (error: unknown) => {
          process.stderr.write(`Stopping failed: ${errorMessage(error)}\n`);
          process.exit(1);
        },
      );
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  const running = await starting;
  await running.ready.catch(async (error: unknown) => {
    await running.stop().catch(() => undefined);
    throw error;
  });
  if (stopRequestedAt === null)
    process.stdout.write(startupMessage(running.url, running.ownership()));
  terminal?.showAll();
}

/** Prints once how many migrations the database gets. */
function printMigrations(): (step: StartStep) => void {
  let isPrinted = false;
  return ({ task, part }) => {
    if (task !== "migrating" || part === undefined || isPrinted) return;
    isPrinted = true;
    const migrations = part.total === 1 ? "1 migration" : `${part.total} migrations`;
    process.stdout.write(`Preparing the database: ${migrations}\n`);
  };
}

function startupMessage(url: string, ownership: OwnershipHint): string {
  return [
    "",
    `Akari is ready at ${url}`,
    `  Version ${versionText()}`,
    "",
    "  Next:  open it in a browser and look around; the demo series plays without the internet",
    `         ${akariCommand("catalog import jikan")}     in a second terminal, brings the whole catalog`,
    "         .env.example and docs/install.md  name every setting",
    "  Stop:  Ctrl-C",
    "",
    ...ownershipLines(url, ownership),
    "",
  ].join("\n");
}
