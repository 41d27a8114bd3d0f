import { join } from "node:path";
import { recordAudit } from "~/features/accounts/audit/audit-log.server";
import { holdLane } from "~/jobs/hold-lane.server";
import { isJobName, JOB_NAMES, JOBS } from "~/jobs/job-list";
import { createJobQueue } from "~/jobs/job-queue.server";
import { createJobContext } from "~/jobs/job-work.server";
import { runJob, type FinishedRun } from "~/jobs/run-job.server";
import { parseCommandLine } from "./arguments";
import { describeBusyLane } from "./busy-lane";
import { printResult } from "./output";
import { runCli } from "./run";

const USAGE = `Runs a job now, in this process, whether it is on or off.

  npm run akari -- jobs run <name> [--json]

  <name>   ${JOB_NAMES.join(", ")}
  --json   prints the result as JSON

Exit codes: 0 done, 1 failed, or another job of its kind runs (the reason is on stderr), 130 interrupted.
`;

const { values, positionals, fail } = parseCommandLine(USAGE, { json: { type: "boolean" } });
const [name, ...more] = positionals;
if (values.help === true) {
  process.stdout.write(USAGE);
} else if (name === undefined || more.length > 0) {
  fail("Name one job.");
} else if (!isJobName(name)) {
  fail(`There is no job "${name}".`);
} else {
  await runCli(
    async ({ config, database, signal }) => {
      const { lane } = JOBS[name];
      const queue = createJobQueue(database);
      const root = join(import.meta.dirname, "..");
      const context = createJobContext({ database, queue, config, root });
      const run = await holdLane(database, lane, async (lost) => {
        await recordAudit(
          database.db,
          { via: "command" },
          { action: "job.requested", details: { job: name } },
        );
        return runJob(context, name, AbortSignal.any([signal, lost]));
      });
      if (run === null) {
        if (values.json === true) printResult(true, { job: name, outcome: "busy" }, "");
        process.stderr.write(`${describeBusyLane(lane)}\n`);
        return 1;
      }
      printResult(
        values.json,
        {
          job: name,
          outcome: run.outcome,
          duration_ms: run.durationMs,
          result: run.outcome === "succeeded" ? run.result : null,
          error: run.outcome === "failed" ? run.error : null,
        },
        describeRun(name, run),
      );
      if (run.outcome === "failed") process.stderr.write(`${run.error}\n`);
      return run.outcome === "succeeded" ? 0 : 1;
    },
    // The lock has a connection of its own.
    { poolSize: 4 },
  );
}

function describeRun(job: string, run: FinishedRun): string {
  const seconds = (run.durationMs / 1000).toFixed(1);
  if (run.outcome !== "succeeded") return `${job}: ${run.outcome} after ${seconds} s`;
  const counts = Object.entries(run.result).map(([key, count]) => `${count} ${key}`);
  return `${job}: done in ${seconds} s (${counts.join(", ")})`;
}
