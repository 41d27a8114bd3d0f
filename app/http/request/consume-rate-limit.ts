import type { RateLimitName } from "~/config/rate-limits";
import { LimitReached } from "~/errors/app-error";
import {
  requestContext,
  responseHeadersContext,
  servicesContext,
  type RouterContext,
} from "~/http/context";
import type { RateLimitVerdict } from "./rate-limiter";

/**
 * Sets the rate-limit headers. Throws `LimitReached`, or rejects with it where instances count
 * together.
 */
export function consumeRateLimit(
  name: RateLimitName,
  context: RouterContext,
): void | Promise<void> {
  const { limiters } = context.get(servicesContext);
  const { clientKey } = context.get(requestContext);
  const verdict = limiters[name].consume(clientKey);
  if (verdict instanceof Promise) return verdict.then((awaited) => apply(awaited, context));
  apply(verdict, context);
}

function apply(verdict: RateLimitVerdict, context: RouterContext): void {
  const responseHeaders = context.get(responseHeadersContext);
  responseHeaders["x-ratelimit-limit"] = String(verdict.limit);
  responseHeaders["x-ratelimit-remaining"] = String(verdict.remaining);
  responseHeaders["x-ratelimit-reset"] = String(verdict.resetSeconds);
  if (!verdict.allowed) throw new LimitReached(verdict.resetSeconds);
}
