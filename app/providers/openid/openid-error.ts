import * as oauth from "oauth4webapi";
import { errorText } from "~/i18n/error-text.server";
import { ServiceFetchError } from "~/outbound/service-fetch";
import { describeProblem, problemOf, type ProviderProblem } from "./provider-problem";

/**
 * `cancelled`: by the user at the provider. `refused`: an error response or unverifiable claims.
 */
type OpenIdErrorKind = "cancelled" | "refused" | "unavailable";

/** The message is logged and holds no code, token or secret. */
export class OpenIdError extends Error {
  override name = "OpenIdError";
  readonly kind: OpenIdErrorKind;
  /** What the operator can change; null where nothing can be told. */
  readonly problem: ProviderProblem | null;

  constructor(kind: OpenIdErrorKind, message: string, cause?: unknown) {
    const problem = problemOf(cause);
    super(problem === null ? message : errorText(describeProblem(problem)), { cause });
    this.kind = kind;
    this.problem = problem;
  }
}

const REFUSED_STATUSES = [400, 401, 403];

/** `invalid` for responses that break the standard. */
export async function withOpenIdErrors<Value>(
  what: string,
  work: () => Promise<Value>,
  invalid: OpenIdErrorKind = "refused",
): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    const { kind, reason } = describe(error, invalid);
    throw new OpenIdError(kind, `the provider did not send ${what}: ${reason}`, error);
  }
}

function describe(
  error: unknown,
  invalid: OpenIdErrorKind,
): { kind: OpenIdErrorKind; reason: string } {
  if (error instanceof ServiceFetchError) return { kind: "unavailable", reason: error.message };
  const status = statusOf(error);
  if (status !== undefined && status !== 200) {
    const code = error instanceof oauth.ResponseBodyError ? loggableCode(error.error) : "";
    return {
      kind: REFUSED_STATUSES.includes(status) ? "refused" : "unavailable",
      reason: `status ${status}${code}`,
    };
  }
  return { kind: isUnreadable(error) ? "unavailable" : invalid, reason: errorCode(error) };
}

function statusOf(error: unknown): number | undefined {
  if (error instanceof oauth.ResponseBodyError) return error.status;
  if (error instanceof oauth.WWWAuthenticateChallengeError) return error.status;
  return error instanceof Error && error.cause instanceof Response ? error.cause.status : undefined;
}

function isUnreadable(error: unknown): boolean {
  if (error instanceof SyntaxError) return true;
  return (
    error instanceof oauth.OperationProcessingError &&
    (error.code === oauth.PARSE_ERROR || error.code === oauth.RESPONSE_IS_NOT_JSON)
  );
}

/** Messages can quote the response. */
export function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}

/** Providers could quote the secret: only RFC 6749 spelling. */
function loggableCode(code: string): string {
  return /^[a-z_]{1,40}$/.test(code) ? ` (${code})` : "";
}
