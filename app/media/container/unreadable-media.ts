import { AppError } from "~/errors/app-error";
import type { ErrorMessage } from "~/i18n/error-message";

export class UnreadableMedia extends AppError {
  constructor(text: ErrorMessage | readonly ErrorMessage[], cause?: unknown) {
    super("unsupported-media-type", text, { cause });
  }
}

/** Runs work on a file; taking longer than `ms` throws `UnreadableMedia`. */
export async function withTimeLimit<Result>(
  ms: number,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const timeout = AbortSignal.timeout(ms);
  try {
    return await work(signal === undefined ? timeout : AbortSignal.any([signal, timeout]));
  } catch (error) {
    throw timeout.aborted && signal?.aborted !== true
      ? new UnreadableMedia("media.tooMuchToRead", error)
      : error;
  }
}
