import { availableParallelism } from "node:os";
import { Piscina } from "piscina";
import { Busy } from "~/errors/app-error";

/** Throws `Busy` when the queue is full. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** A null hash (no such account) takes as long as a real comparison. */
  matches(password: string, hash: string | null): Promise<boolean>;
  close(): Promise<void>;
}

interface Options {
  workerFile: string;
  cost: number;
  /** At cost 12 a hundred take about twenty seconds on one core, as long as users wait. */
  maxQueue?: number;
  /** Hashes at a lower CPU priority. */
  lowPriority?: boolean;
}

const RETRY_AFTER_SECONDS = 5;

/** Leaves one core free, so that a burst of sign-ins slows down only sign-ins. */
export function createPasswordHasher({
  workerFile,
  cost,
  maxQueue = 100,
  lowPriority = false,
}: Options): PasswordHasher {
  const threads = Math.max(1, Math.min(4, availableParallelism() - 1));
  let pool: Piscina | undefined;
  // A well-formed hash that no password matches.
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
    if (pool.queueSize >= maxQueue) throw new Busy("account.hashingBusy", RETRY_AFTER_SECONDS);
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
