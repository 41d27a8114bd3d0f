import { LRUCache } from "lru-cache";
import { smallValues } from "~/caching/small-values";
import { parseUrl } from "~/parsing/parse-url";

/** Skips what failed recently, so that covers do not wait for it one by one. */
export interface CircuitBreaker {
  isOpen(url: string): boolean;
  recordSuccess(url: string): void;
  recordFailure(url: string): void;
}

const MAX_HOST_FAILURES = 4;
const HOST_OPEN_MS = 60_000;
/** A single failing URL is often gone for good. */
const URL_OPEN_MS = 10 * 60_000;
/** Bytes of the hosts, and of the URLs: some 5,000, or fewer long ones. */
const MAX_BYTES = 2 * 1024 * 1024;

export function createCircuitBreaker(now: () => number = () => performance.now()): CircuitBreaker {
  const hosts = new LRUCache<string, { failures: number; openUntil: number }>(
    smallValues(MAX_BYTES),
  );
  const urls = new LRUCache<string, { openUntil: number }>(smallValues(MAX_BYTES));

  return {
    isOpen: (url) =>
      (hosts.get(hostOf(url))?.openUntil ?? 0) > now() || (urls.get(url)?.openUntil ?? 0) > now(),
    recordSuccess(url) {
      hosts.delete(hostOf(url));
      urls.delete(url);
    },
    recordFailure(url) {
      const host = hostOf(url);
      const failures = (hosts.get(host)?.failures ?? 0) + 1;
      const openUntil = failures >= MAX_HOST_FAILURES ? now() + HOST_OPEN_MS : 0;
      hosts.set(host, { failures, openUntil });
      urls.set(url, { openUntil: now() + URL_OPEN_MS });
    },
  };
}

function hostOf(url: string): string {
  return parseUrl(url)?.host ?? url;
}
