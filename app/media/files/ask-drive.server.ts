import { withinTimeout } from "~/concurrency/after-timeout";
import { createSemaphore } from "~/concurrency/semaphore";

/** How long a drive may take to answer, in milliseconds. */
const ANSWER_MS = 3_000;
/** File operations share four threads, of which drives that hang may hold this many. */
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
  const asked = new Map<string, Promise<unknown>>();
  const ask = async <Answer>(question: string, read: () => Promise<Answer>): Promise<Answer> => {
    const release = await slots.acquire();
    const answer = read().finally(() => {
      release();
      asked.delete(question);
    });
    asked.set(question, answer);
    return answer;
  };
  return async <Answer>(question: string, read: () => Promise<Answer>) =>
    withinTimeout((asked.get(question) as Promise<Answer> | undefined) ?? ask(question, read), {
      ms: answerMs,
      error: () => new DriveHangs(`No answer in ${answerMs} ms.`),
    });
}

/** Reads from a drive that may hang. Throws `DriveHangs`. */
export const askDrive: AskDrive = createAskDrive();
