import type { Semaphore } from "~/concurrency/semaphore";
import type { Config } from "~/config/config.server";
import { RATE_LIMIT_DEFAULTS, type RateLimitName } from "~/config/rate-limits";
import type { LimitStore } from "~/providers/limits/limit-store.server";
import { createRateLimiter, type RateLimiter } from "./rate-limiter";
import { createRequestSlots, type RequestSlots } from "./request-slots";
import { createSharedRateLimiter } from "./shared-rate-limiter.server";
import { createUploadSlots } from "./upload-slots";

/** How much a client may request, and how much is worked on at once. */
export interface RequestLimits {
  limiters: Record<RateLimitName, RateLimiter>;
  requestSlots: RequestSlots;
  uploadSlots: Semaphore;
}

/** Rates are counted in `store` where instances share one, else in this process. */
export function createRequestLimits(config: Config, store: LimitStore | null): RequestLimits {
  const names = Object.keys(RATE_LIMIT_DEFAULTS) as RateLimitName[];
  return {
    limiters: Object.fromEntries(
      names.map((name) => {
        const limit = config.rateLimits[name];
        const local = createRateLimiter(limit);
        return [name, store === null ? local : createSharedRateLimiter(name, limit, store, local)];
      }),
    ) as Record<RateLimitName, RateLimiter>,
    requestSlots: createRequestSlots(config.clientLimits),
    uploadSlots: createUploadSlots(),
  };
}
