import { akariCommand } from "~/config/command";
import { versionText } from "~/config/version";
import { errorMessage } from "~/errors/error-message";
import { ownershipLines, type OwnershipHint } from "./ownership.server";
import { startProcess, type ProcessOptions } from "./start-process.server";

/** npm forwards what the terminal has sent. */
const REPEATED_SIGNAL_MS = 1_000;

/**
 * Runs the site until SIGTERM or SIGINT, then exits with 0, or with 1 when something could not be
 * closed. A second signal exits at once.
 */
export async function runProcess(options: ProcessOptions): Promise<void> {
  const starting = startProcess(options);
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
}

function startupMessage(url: string, ownership: OwnershipHint): string {
  return [
    "",
    `Akari is ready at ${url}`,
    `  Version ${versionText()}`,
    "",
    ...ownershipLines(url, ownership),
    "  Next:  open it in a browser and look around; the demo series plays without the internet",
    `         ${akariCommand("catalog import jikan")}     in a second terminal, brings the whole catalog`,
    "         .env.example and docs/install.md  name every setting",
    "  Stop:  Ctrl-C",
    "",
    "",
  ].join("\n");
}
