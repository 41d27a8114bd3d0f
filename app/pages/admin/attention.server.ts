import { MIN_FREE_BYTES } from "~/features/site/site-health.server";
import type { Release } from "~/providers/releases/read-newest-release.server";
import type { JobName } from "~/jobs/job-names";
import { MAX_BACKUP_AGE_MS } from "~/jobs/last-backup.server";

/** The state of the site that the overview judges. */
export interface SiteState {
  /** Jobs that are late or failed again and again. */
  jobs: readonly JobName[];
  /** Time at which the job last succeeded, or null. */
  backedUpAt: Date | null;
  isSchemaNewer: boolean;
  deadSources: number;
  /** Titles and episodes that users ask for. */
  wishes: number;
  freeBytes: number | null;
  /** How many errors this process has logged. */
  errors: number;
  /** A newer release than the one that runs; null if there is none. */
  newer: Release | null;
}

/** What an owner should see to. */
export type Attention =
  | { kind: "schema" | "noBackup" | "oldBackup" }
  | { kind: "disk"; freeBytes: number }
  | { kind: "job"; name: JobName }
  | { kind: "deadSources" | "errors" | "wishes"; count: number }
  | { kind: "update"; release: Release };

/** Judges a site, the most urgent first. Empty when nothing needs attention. */
export function attentionFor(state: SiteState, now = new Date()): Attention[] {
  const { jobs, backedUpAt, isSchemaNewer, deadSources, wishes, freeBytes, errors, newer } = state;
  const list: Attention[] = [];
  if (isSchemaNewer) list.push({ kind: "schema" });
  if (freeBytes !== null && freeBytes < MIN_FREE_BYTES) list.push({ kind: "disk", freeBytes });
  if (backedUpAt === null) list.push({ kind: "noBackup" });
  else if (now.getTime() - backedUpAt.getTime() > MAX_BACKUP_AGE_MS)
    list.push({ kind: "oldBackup" });
  for (const name of jobs) list.push({ kind: "job", name });
  if (deadSources > 0) list.push({ kind: "deadSources", count: deadSources });
  if (wishes > 0) list.push({ kind: "wishes", count: wishes });
  if (errors > 0) list.push({ kind: "errors", count: errors });
  if (newer !== null) list.push({ kind: "update", release: newer });
  return list;
}
