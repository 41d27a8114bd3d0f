import { akariCommand } from "~/config/command";
import { listJobs, type JobStatus } from "~/jobs/job-status.server";
import { parseCommandLine } from "./arguments";
import { printResult, textTable } from "./output";
import { runCli } from "./run";

const USAGE = `Lists the jobs that keep the site fresh, with their next and last run. Times are in UTC.

  ${akariCommand("jobs list")} [--json]

  --json   prints the result as JSON

Exit codes: 0 done, 1 failed (the reason is on stderr), 130 interrupted.
`;

const { values, positionals, fail } = parseCommandLine(USAGE, { json: { type: "boolean" } });
if (values.help === true) {
  process.stdout.write(USAGE);
} else if (positionals.length > 0) {
  fail(`Unknown argument: ${positionals.join(" ")}`);
} else {
  await runCli(async ({ database }) => {
    const jobs = await listJobs(database.db);
    printResult(
      values.json,
      jobs.map((job) => ({
        name: job.name,
        enabled: job.enabled,
        running: job.running,
        next_run_at: job.nextRunAt,
        retry: job.retry,
        started_at: job.startedAt,
        ended_at: job.endedAt,
        succeeded_at: job.succeededAt,
        late: job.isLate,
        outcome: job.outcome,
        result: job.result,
        error: job.failures > 0 ? job.error : null,
        failures: job.failures,
        failing_since: job.failingSince,
      })),
      textTable([
        ["job", "state", "next run", "last run", "outcome"],
        ...jobs.map((job) => [
          job.name,
          job.running ? "running" : job.isLate ? "late" : job.enabled ? "on" : "off",
          formatTime(job.nextRunAt),
          formatTime(job.startedAt),
          describeOutcome(job),
        ]),
      ]),
    );
    return 0;
  });
}

function formatTime(at: Date | null): string {
  return at === null ? "-" : at.toISOString().slice(0, 16).replace("T", " ");
}

function describeOutcome({ outcome, failures, failingSince, error }: JobStatus): string {
  if (failures === 0) return outcome ?? "-";
  return `failing since ${formatTime(failingSince)} (${failures} in a row): ${error ?? ""}`;
}
