import { withinTimeout } from "~/concurrency/after-timeout";
import { errorMessage } from "~/errors/error-message";
import type { Log } from "~/observability/log.server";

type Close = () => unknown;

/** What a process has opened, to be closed in reverse order. */
export interface ShutdownStack {
  /** Adds how to close what was just opened, by name. Those of one call are closed together. */
  add(closers: Readonly<Record<string, Close>>): void;
  /**
   * Closes everything, whatever of it fails. Rejects in the end with the names of what failed,
   * whose errors are logged.
   */
  close(): Promise<void>;
}

/** The limit exceeds what a working closer takes: the embedded database has up to ten seconds. */
const MAX_CLOSE_MS = 12_000;

/** Waits for each closer up to `maxCloseMs`, so that one that hangs does not keep others open. */
export function createShutdownStack(log: Log, maxCloseMs = MAX_CLOSE_MS): ShutdownStack {
  const opened: Readonly<Record<string, Close>>[] = [];
  const failed: string[] = [];
  let closing: Promise<void> | null = null;

  async function closeOne(name: string, close: Close): Promise<void> {
    try {
      await withinTimeout(Promise.resolve().then(close), {
        ms: maxCloseMs,
        error: () => new Error("It did not end in time."),
      });
    } catch (error) {
      failed.push(name);
      log.error({ part: name, err: errorMessage(error) }, "closing failed");
    }
  }

  async function closeAll(): Promise<void> {
    for (let last = opened.pop(); last !== undefined; last = opened.pop())
      await Promise.all(Object.entries(last).map(([name, close]) => closeOne(name, close)));
    if (failed.length > 0) throw new Error(`These could not be closed: ${failed.join(", ")}.`);
  }

  return {
    add: (closers) => void opened.push(closers),
    close: () => (closing ??= closeAll()),
  };
}
