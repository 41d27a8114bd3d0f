import type { Log } from "./log.server";

export interface CspViolation {
  page: string;
  directive: string;
  blocked: string;
}

/** Reports are public, so more are only counted. */
export const MAX_DISTINCT_VIOLATIONS = 100;
const WINDOW_MS = 60 * 60 * 1000;

/** Each distinct violation once per hour. */
export function createCspReportLog(log: Log, now: () => number = Date.now) {
  let logged = new Set<string>();
  let windowEnd = 0;
  return (violation: CspViolation): void => {
    if (now() >= windowEnd) {
      logged = new Set();
      windowEnd = now() + WINDOW_MS;
    }
    const key = JSON.stringify([violation.page, violation.directive, violation.blocked]);
    if (logged.has(key) || logged.size > MAX_DISTINCT_VIOLATIONS) return;
    if (logged.size === MAX_DISTINCT_VIOLATIONS) {
      logged.add("more");
      return log.warn("more CSP violations are not logged for an hour");
    }
    logged.add(key);
    log.warn({ violation }, "CSP violation");
  };
}
