import type { RateLimitName } from "~/config/rate-limits";
import { LimitReached } from "~/errors/app-error";
import type { RequestScope } from "~/http/context";

/** Spends one of the client's points and says in the answer's headers how many are left. Throws `LimitReached` when there is none. */
export function spendPoint(name: RateLimitName, scope: RequestScope): void {
  const verdict = scope.services.limiters[name].consume(scope.clientKey);
  scope.headers["x-ratelimit-limit"] = String(verdict.limit);
  scope.headers["x-ratelimit-remaining"] = String(verdict.remaining);
  scope.headers["x-ratelimit-reset"] = String(verdict.resetSeconds);
  if (!verdict.allowed) throw new LimitReached(verdict.resetSeconds);
}
