import { availableParallelism } from "node:os";
import { Piscina } from "piscina";
import { Busy } from "~/errors/app-error";

/** Hashes and checks passwords away from the event loop. Both throw `Busy` while too many others wait. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** With null for the hash (no such account) it takes as long as a real check, and is false. */
  matches(password: string, hash: string | null): Promise<boolean>;
  close(): Promise<void>;
}

interface Options {
  /** The file of the worker; the process knows where the project lies. */
  workerFile: string;
  /** bcrypt's cost: each step doubles the work. */
  cost: number;
  /** How many may wait. At cost 12 a hundred take about twenty seconds on one core, the longest that a person waits. */
  maxQueue?: number;
  /** Lets everything else on the machine go first. */
  lowPriority?: boolean;
}

const RETRY_AFTER_SECONDS = 5;

/**
 * A small pool of workers with a bounded queue in front. One core stays free for everything else, so that a wave of sign-ins
 * makes sign-ins slow and nothing more.
 */
export function createPasswordHasher({
  workerFile,
  cost,
  maxQueue = 100,
  lowPriority = false,
}: Options): PasswordHasher {
  const threads = Math.max(1, Math.min(4, availableParallelism() - 1));
  let pool: Piscina | undefined;
  // A well-formed hash that no password has: comparing with it costs what a real comparison costs.
  const decoy = `$2b$${String(cost).padStart(2, "0")}$${".".repeat(21)}u${".".repeat(31)}`;

  async function run<T>(task: Record<string, unknown>): Promise<T> {
    pool ??= new Piscina({
      filename: workerFile,
      minThreads: 0,
      maxThreads: threads,
      maxQueue,
      idleTimeout: 60_000,
      workerData: { lowPriority },
    });
    if (pool.queueSize >= maxQueue)
      throw new Busy(
        "Too many people are signing in at this moment. Try again in a few seconds.",
        RETRY_AFTER_SECONDS,
      );
    return (await pool.run(task)) as T;
  }

  return {
    hash: (password) => run<string>({ kind: "hash", password, cost }),
    async matches(password, known) {
      const matches = await run<boolean>({ kind: "compare", password, hash: known ?? decoy });
      return known !== null && matches;
    },
    async close() {
      await pool?.close();
    },
  };
}
