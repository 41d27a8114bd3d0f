import type { RateLimiterRedis } from "rate-limiter-flexible";
import type { RateLimit } from "~/config/rate-limits";
import type { LimitConnection, LimitStore } from "~/providers/limits/limit-store.server";
import type { LocalRateLimiter, RateLimiter } from "./rate-limiter";

/** Consumed points and the milliseconds to the window's end, also of a refused request. */
interface WindowState {
  consumedPoints: number;
  msBeforeNext: number;
}

/**
 * One window per client on all instances. `local` counts along, so that it continues from what this
 * instance has seen while the store is away.
 */
export function createSharedRateLimiter(
  name: string,
  limit: RateLimit,
  store: LimitStore,
  local: LocalRateLimiter,
): RateLimiter {
  const limiters = new WeakMap<LimitConnection, RateLimiterRedis>();

  function limiterOf(connection: LimitConnection): RateLimiterRedis {
    const cached = limiters.get(connection);
    if (cached !== undefined) return cached;
    const limiter = new connection.RateLimiterRedis({
      storeClient: connection.client,
      useRedisPackage: true,
      keyPrefix: `akari:${name}`,
      points: limit.points,
      duration: limit.seconds,
    });
    limiters.set(connection, limiter);
    return limiter;
  }

  return {
    async consume(clientKey) {
      const ownVerdict = local.consume(clientKey);
      const window = await store.ask((connection) =>
        limiterOf(connection).consume(clientKey).catch(windowOfRefusal),
      );
      if (window === null) return ownVerdict;
      const seconds = Math.ceil(window.msBeforeNext / 1000);
      return {
        allowed: window.consumedPoints <= limit.points,
        limit: limit.points,
        remaining: Math.max(0, limit.points - window.consumedPoints),
        resetSeconds: Math.min(limit.seconds, Math.max(1, seconds)),
      };
    },
  };
}

/** The library rejects with the window when the limit is reached, and with an `Error` otherwise. */
function windowOfRefusal(reason: unknown): WindowState {
  if (reason instanceof Error) throw reason;
  return reason as WindowState;
}
