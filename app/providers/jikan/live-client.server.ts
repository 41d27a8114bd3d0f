import { setTimeout as sleep } from "node:timers/promises";
import { createOperatorFetch } from "~/outbound/operator-fetch.server";
import { createJikanClient, type JikanClient } from "./client.server";

/** 25 titles have about 150 kB. */
const LIMITS = { timeoutMs: 30_000, maxBytes: 8_000_000 };

/** In real time. */
export function createLiveJikanClient(
  baseUrl: URL,
  { onWait }: { onWait?: (message: string) => void } = {},
): JikanClient {
  return createJikanClient({
    baseUrl,
    fetch: createOperatorFetch(LIMITS),
    clock: {
      now: () => performance.now(),
      sleep: (milliseconds, signal) => sleep(milliseconds, undefined, { signal }),
    },
    random: Math.random,
    ...(onWait === undefined ? {} : { onWait }),
  });
}
