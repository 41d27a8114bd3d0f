import type { RefreshCounts } from "~/features/import/refresh-from-jikan.server";
import type { JobResult } from "~/jobs/define-job";

/** What jobs from Jikan count. */
export function toResult({
  added,
  changed,
  unchanged,
  rejected,
  unread,
  unreadable,
}: RefreshCounts): JobResult {
  return {
    added,
    changed,
    unchanged,
    rejected,
    unread,
    ...(unreadable === 0 ? {} : { unreadable }),
  };
}
