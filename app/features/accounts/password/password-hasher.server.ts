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
  /**
   * Hashes that may wait. At cost 12, a hundred take about twenty seconds on one core, as long as
   * users wait.
   */
  maxQueue?: number;
  /** Hashes at a lower CPU priority. */
  lowPriority?: boolean;
}

const RETRY_AFTER_SECONDS = 5;
/**
 * Hashing disturbs other requests least at the lowest priority, which gets next to no time beside
 * other programs. So the few hashes of an ordinary minute have a thread that does get some, and
 * a storm of sign-ins has not.
 */
const NICENESS = { prompt: 10, patient: 19 };
const PROMPT_HASHES = { burst: 3, refillMs: 4_000 };

/** Leaves one core free, so that a burst of sign-ins slows down only sign-ins. */
export function createPasswordHasher({
  workerFile,
  cost,
  maxQueue = 100,
  lowPriority = false,
}: Options): PasswordHasher {
  const threads = Math.max(1, Math.min(4, availableParallelism() - 1));
  const pools: { prompt?: Piscina; patient?: Piscina } = {};
  const takePrompt = createAllowance(PROMPT_HASHES);
  // A well-formed hash that no password matches.
  const decoy = `$2b$${String(cost).padStart(2, "0")}$${".".repeat(21)}u${".".repeat(31)}`;

  async function run<T>(task: Record<string, unknown>): Promise<T> {
    const kind = lowPriority && takePrompt() ? "prompt" : "patient";
    const pool = (pools[kind] ??= new Piscina({
      filename: workerFile,
      minThreads: 0,
      maxThreads: kind === "prompt" ? 1 : threads,
      maxQueue,
      idleTimeout: 60_000,
      workerData: { niceness: lowPriority ? NICENESS[kind] : 0 },
    }));
    if (pool.queueSize >= maxQueue) throw new Busy("account.hashingBusy", RETRY_AFTER_SECONDS);
    return (await pool.run(task)) as T;
  }

  return {
    hash: (password) => run<string>({ kind: "hash", password, cost }),
    async matches(password, stored) {
      const matches = await run<boolean>({ kind: "compare", password, hash: stored ?? decoy });
      return stored !== null && matches;
    },
    async close() {
      await Promise.all([pools.prompt?.close(), pools.patient?.close()]);
    },
  };
}

/** Allows up to `burst` times at once, and once more per `refillMs`. */
export function createAllowance({
  burst,
  refillMs,
}: {
  burst: number;
  refillMs: number;
}): () => boolean {
  let left = burst;
  let countedAt = performance.now();
  return () => {
    const now = performance.now();
    left = Math.min(burst, left + (now - countedAt) / refillMs);
    countedAt = now;
    if (left < 1) return false;
    left -= 1;
    return true;
  };
}
