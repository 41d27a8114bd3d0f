import type { RateLimitName } from "~/config/rate-limits";
import { LimitReached } from "~/errors/app-error";
import {
  requestContext,
  responseHeadersContext,
  servicesContext,
  type RouterContext,
} from "~/http/context";

/** Sets the rate-limit headers. Throws `LimitReached`. */
export function consumeRateLimit(name: RateLimitName, context: RouterContext): void {
  const { limiters } = context.get(servicesContext);
  const responseHeaders = context.get(responseHeadersContext);
  const { clientKey } = context.get(requestContext);
  const verdict = limiters[name].consume(clientKey);
  responseHeaders["x-ratelimit-limit"] = String(verdict.limit);
  responseHeaders["x-ratelimit-remaining"] = String(verdict.remaining);
  responseHeaders["x-ratelimit-reset"] = String(verdict.resetSeconds);
  if (!verdict.allowed) throw new LimitReached(verdict.resetSeconds);
}
