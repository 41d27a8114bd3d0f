import { NotFound } from "~/errors/app-error";
import { errorCode } from "~/errors/error-code";
import { errorMessage } from "~/errors/error-message";
import type { ErrorMessage } from "~/i18n/error-message";
import { UnreadableMedia } from "./unreadable-media";

/** Errors lose their class when sent between threads. */
export type WorkerOutcome<Result> =
  | { result: Result }
  | { unreadable: readonly ErrorMessage[] }
  | { notFound: ErrorMessage }
  | { failed: { code: string; message: string } };

export async function toOutcome<Result>(
  work: () => Promise<Result>,
): Promise<WorkerOutcome<Result>> {
  try {
    return { result: await work() };
  } catch (error) {
    if (error instanceof UnreadableMedia) return { unreadable: error.texts };
    if (error instanceof NotFound) return { notFound: error.texts[0] ?? "file.notFound" };
    return { failed: { code: errorCode(error), message: errorMessage(error) } };
  }
}
