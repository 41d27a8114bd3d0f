import { setTimeout as sleep } from "node:timers/promises";
import { ALL_JOBS } from "~/jobs/all-jobs.server";
import type { JobDefinition } from "~/jobs/define-job";
import { createJobParts } from "./job-parts";
import type { TestDatabase } from "../database/test-database";

/**
 * A process of the site, as far as jobs go. Each run enters its start and its end in `job_log` and
 * takes `AKARI_RUN_MS`. Without that time the jobs do their own work, and with `AKARI_KILL` the
 * process ends by SIGKILL once a run's work is done and before the run is.
 */
const {
  AKARI_DATABASE = "",
  AKARI_RUN_MS,
  AKARI_KILL,
  DATA_DIR = "",
  LOCAL_HOSTS = "",
} = process.env;
const options = JSON.parse(AKARI_DATABASE) as TestDatabase["options"];
const { context, start } = createJobParts(options, { DATA_DIR, LOCAL_HOSTS });
const { sql } = context.database;

async function logRun(): Promise<Record<string, number>> {
  const [row] = await sql<{ id: number }[]>`
    INSERT INTO job_log (pid) VALUES (${process.pid}) RETURNING id`;
  await sleep(Number(AKARI_RUN_MS));
  await sql`UPDATE job_log SET ended_at = clock_timestamp() WHERE id = ${row?.id ?? 0}`;
  return {};
}

function killAfterWork(job: JobDefinition): JobDefinition {
  return {
    ...job,
    async work(jobContext, run) {
      await job.work(jobContext, run);
      process.kill(process.pid, "SIGKILL");
      return new Promise(() => undefined);
    },
  };
}

if (AKARI_RUN_MS === undefined)
  start(null, {
    lookMs: 10,
    jobs: AKARI_KILL === undefined ? ALL_JOBS : ALL_JOBS.map(killAfterWork),
  });
else start(logRun, { lookMs: 10 });
setInterval(() => undefined, 60_000);
process.stdout.write("started\n");
