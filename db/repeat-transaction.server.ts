import { setTimeout as sleep } from "node:timers/promises";
import { errorCode, OVERTAKEN_CODES } from "~/errors/error-code";
import { rootCause } from "~/errors/error-message";

const MAX_REPEATS = 2;
/** A deadlock is found after a second; a request ends within five. */
const LAST_REPEAT_MS = 2_500;
/** Random up to this, so that the same two do not meet again. */
const MAX_PAUSE_MS = 50;

/** The SQLSTATE of a foreign key: the row was there when the transaction read it. */
const REMOVED_CODE = "23503";

/**
 * Runs a transaction again that Postgres has ended so that others could go on, or that refers to a
 * row that was deleted meanwhile: it finds that the row is gone, or what a title was merged into.
 * What it did is rolled back; it must do nothing outside of the database that may not be done
 * twice.
 */
export function repeatTransaction<Result>(run: () => Promise<Result>): Promise<Result> {
  return repeatAfter([...OVERTAKEN_CODES, REMOVED_CODE], run);
}

/** Runs a statement again, outside of transactions, that Postgres has ended for others. */
export function repeatStatement<Result>(run: () => Promise<Result>): Promise<Result> {
  return repeatAfter(OVERTAKEN_CODES, run);
}

async function repeatAfter<Result>(
  codes: readonly string[],
  run: () => Promise<Result>,
): Promise<Result> {
  const start = performance.now();
  for (let repeats = 0; ; repeats += 1) {
    try {
      return await run();
    } catch (error) {
      const isRepeatable = codes.includes(errorCode(rootCause(error)));
      const isLate = repeats === MAX_REPEATS || performance.now() - start > LAST_REPEAT_MS;
      if (!isRepeatable || isLate) throw error;
    }
    await sleep(Math.random() * MAX_PAUSE_MS);
  }
}
