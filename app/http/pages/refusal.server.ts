import { type AppError, Busy, LimitReached } from "~/errors/app-error";
import type { RequestScope } from "~/http/context";
import { asAppError, STATUS_OF } from "~/http/response/error-response.server";

interface Refusal {
  error: AppError;
  status: number;
  /** The same form works later, and the answer's headers say when. */
  waits: boolean;
}

/** Why a form was refused. Throws on what is no refusal: surprises, and failures on our side. */
export function refusalOf(thrown: unknown, scope: RequestScope): Refusal {
  const error = asAppError(thrown);
  const waits = error instanceof LimitReached || error instanceof Busy;
  if (error === null || (STATUS_OF[error.code] >= 500 && !waits)) throw thrown;
  if (waits) scope.headers["retry-after"] = String(error.retryAfterSeconds);
  return { error, status: STATUS_OF[error.code], waits };
}
