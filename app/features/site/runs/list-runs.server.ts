import { asc, desc, eq, sql } from "drizzle-orm";
import { NotFound } from "~/errors/app-error";
import type { Database } from "~db/client.server";
import { runRejections, siteRuns } from "~db/schema";
import type { RunEntry, RunKind, RunStatus } from "./runs";

/** A run whose process has not written for this long has ended with it. */
const MAX_SILENCE_SECONDS = 60;

const isAbandoned = sql<boolean>`
  ${siteRuns.status} = 'running'
    and ${siteRuns.beatAt} < now() - make_interval(secs => ${MAX_SILENCE_SECONDS})`;

const entryColumns = {
  id: siteRuns.id,
  kind: siteRuns.kind,
  subject: siteRuns.subject,
  status: sql<RunStatus>`case when ${isAbandoned} then 'stopped' else ${siteRuns.status} end`,
  startedAt: siteRuns.startedAt,
  finishedAt: siteRuns.finishedAt,
  fraction: siteRuns.fraction,
  counts: siteRuns.counts,
  problem: siteRuns.problem,
};

/** Lists runs, newest first. */
export function listRuns(db: Database, kind: RunKind): Promise<RunEntry[]> {
  return db
    .select(entryColumns)
    .from(siteRuns)
    .where(eq(siteRuns.kind, kind))
    .orderBy(desc(siteRuns.id));
}

/** Returns NDJSON. Throws `NotFound`. */
export async function readRejections(db: Database, runId: number): Promise<string> {
  const [run] = await db.select({ id: siteRuns.id }).from(siteRuns).where(eq(siteRuns.id, runId));
  if (run === undefined) throw new NotFound("run.notFound");
  const rows = await db
    .select({ line: runRejections.line })
    .from(runRejections)
    .where(eq(runRejections.runId, runId))
    .orderBy(asc(runRejections.id));
  return rows.map(({ line }) => `${line}\n`).join("");
}
