import { and, gt, sql, type AnyColumn, type SQL, type SQLWrapper } from "drizzle-orm";

/** Milliseconds by which the clocks of a site's instances may differ. */
const CLOCK_TOLERANCE_MS = 60_000;

/** A proof from the future is from before the clock was set back: it would outlast its lifetime. */
export function isFromFuture(time: Date, now: Date): boolean {
  return time.getTime() - now.getTime() >= CLOCK_TOLERANCE_MS;
}

/** The condition that a time is not from the future, as `isFromFuture` says. */
export function isPast(time: SQLWrapper, now: Date): SQL {
  const latest = new Date(now.getTime() + CLOCK_TOLERANCE_MS);
  return sql`${time} < ${latest.toISOString()}::timestamptz`;
}

/** The condition that a row was made by now and has not expired. */
export function isCurrent(
  { createdAt, expiresAt }: { createdAt: AnyColumn; expiresAt: AnyColumn },
  now: Date,
): SQL | undefined {
  return and(gt(expiresAt, now), isPast(createdAt, now));
}
