import { withinTimeout } from "~/concurrency/after-timeout";
import { createSemaphore } from "~/concurrency/semaphore";
import { createSingleFlight } from "~/concurrency/single-flight";

/** How long a drive may take to answer, in milliseconds. */
const ANSWER_MS = 3_000;
/** Reads of drives may block this many of the four threads that do file operations. */
const MAX_AT_ONCE = 2;

/** A drive did not answer in time, such as a network share whose server is gone. */
export class DriveHangs extends Error {}

/** Reads from a drive; the same question is asked once at a time, so that it waits in one slot. */
export type AskDrive = <Answer>(question: string, read: () => Promise<Answer>) => Promise<Answer>;

/** Reads that hang cannot be cancelled, so that each keeps its slot until it ends. */
export function createAskDrive(answerMs: number = ANSWER_MS): AskDrive {
  const slots = createSemaphore({
    limit: MAX_AT_ONCE,
    timeoutMs: answerMs,
    busy: () => new DriveHangs("Earlier reads of a drive hang."),
  });
  const flights = createSingleFlight<unknown>();
  return async <Answer>(question: string, read: () => Promise<Answer>) =>
    withinTimeout(flights.run(question, () => slots.run(read)) as Promise<Answer>, {
      ms: answerMs,
      error: () => new DriveHangs(`No answer in ${answerMs} ms.`),
    });
}

/** Reads from a drive that may hang. Throws `DriveHangs`. */
export const askDrive: AskDrive = createAskDrive();
