import { describe, expect, it } from "vitest";
import { createRateLimiter, type RateLimit } from "./rate-limiter";

const LIMITS: readonly RateLimit[] = [
  { requests: 3, windowMs: 1_000 },
  { requests: 10, windowMs: 60_000 },
];

/** Time passes only while it waits. */
function limiter() {
  const clock = { ms: 0 };
  const waitForSlot = createRateLimiter(LIMITS, {
    now: () => clock.ms,
    sleep(milliseconds, signal) {
      if (signal?.aborted === true) return Promise.reject(signal.reason as Error);
      clock.ms += milliseconds;
      return Promise.resolve();
    },
  });
  const slot = async (signal?: AbortSignal) => {
    await waitForSlot(signal);
    return clock.ms;
  };
  return { slot, clock };
}

describe("a rate limiter", () => {
  it("keeps all limits when several wait at once", async () => {
    const { slot } = limiter();
    const sent = await Promise.all(Array.from({ length: 11 }, () => slot()));
    const seconds = [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 60];
    expect(sent).toEqual(seconds.map((second) => second * 1_000));
  });

  it("lets the others pass when one stops waiting", async () => {
    const { slot } = limiter();
    await Promise.all([slot(), slot(), slot()]);
    const stopped = slot(AbortSignal.abort(new Error("enough")));
    const next = slot();
    await expect(stopped).rejects.toThrow("enough");
    expect(await next).toBe(1_000);
  });
});
