import { akariCommand } from "~/config/command";
import { recordAudit } from "~/features/accounts/audit/audit-log.server";
import { ALL_JOBS } from "~/jobs/all-jobs.server";
import { createNotificationServices } from "~/features/notifications/notification-services.server";
import { createJobContext } from "~/jobs/job-context.server";
import { createMailer } from "~/providers/mail/mailer.server";
import { claimRun } from "~/jobs/queue.server";
import { runClaimed, type FinishedRun } from "~/jobs/run-job.server";
import { withWorker } from "~/jobs/worker.server";
import { parseCommandLine } from "./arguments";
import { describeBusyLane } from "./busy-lane";
import { loadKeyring } from "./keyring";
import { printResult } from "./output";
import { ROOT, runCli } from "./run";

/** Jobs that need no subject, which a command does not know. */
const JOBS = ALL_JOBS.filter(({ plan }) => plan.schedule !== undefined);

const USAGE = `Runs a job now, in this process, whether it is on or off.

  ${akariCommand("jobs run")} <name> [--json]

  <name>   ${JOBS.map((job) => job.name).join(", ")}
  --json   prints the result as JSON

Exit codes: 0 done, 1 failed, or another job of its kind runs (the reason is on stderr), 130 interrupted.
`;

const { values, positionals, fail } = parseCommandLine(USAGE, { json: { type: "boolean" } });
const [name, ...more] = positionals;
const job = JOBS.find((candidate) => candidate.name === name);
if (values.help === true) {
  process.stdout.write(USAGE);
} else if (name === undefined || more.length > 0) {
  fail("Name one job.");
} else if (job === undefined) {
  fail(`There is no job "${name}".`);
} else {
  await runCli(
    async ({ config, database, signal }) => {
      const mailer = config.mail === null ? null : createMailer(config.mail);
      const notifications = createNotificationServices(config, loadKeyring(config), mailer);
      const context = createJobContext({ database, config, root: ROOT, notifications });
      const run = await withWorker(database, async (worker) => {
        const claimed = await claimRun(database.db, worker, job, (tx) =>
          recordAudit(tx, { via: "command" }, { action: "job.requested", details: { job: name } }),
        );
        if (claimed === null) return null;
        return runClaimed(context, worker, job, claimed, signal);
      }).finally(() => void mailer?.close());
      if (run === null) {
        if (values.json === true) printResult(true, { job: name, outcome: "busy" }, "");
        process.stderr.write(`${describeBusyLane(job.plan.lane)}\n`);
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
    // The worker's lock has a connection of its own.
    { poolSize: 4 },
  );
}

function describeRun(job: string, run: FinishedRun): string {
  const seconds = (run.durationMs / 1000).toFixed(1);
  if (run.outcome !== "succeeded") return `${job}: ${run.outcome} after ${seconds} s`;
  const counts = Object.entries(run.result).map(([key, count]) => `${count} ${key}`);
  return `${job}: done in ${seconds} s (${counts.join(", ")})`;
}
