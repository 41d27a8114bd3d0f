import { redirect } from "react-router";
import { z } from "zod";
import { servicesContext, type RouterContext } from "~/http/context";
import { withFormFailure } from "~/http/pages/form-failure.server";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { parseInput, readBody } from "~/http/request/read-body.server";
import { requireRole } from "~/http/session/require-role.server";
import { zodMessage } from "~/i18n/error-message";
import { SITE_JOBS } from "~/jobs/job-names";
import { listJobs } from "~/jobs/job-status.server";
import { dismissRun, requestJob, runAgain, stopJob, switchJob } from "~/jobs/manage-jobs.server";
import { userZone } from "~/http/viewer/user-zone.server";

const INTENTS = ["run", "stop", "enable", "disable", "again", "dismiss"] as const;

const DONE = {
  run: "requested",
  stop: "stopped",
  enable: "enabled",
  disable: "disabled",
  again: "requested",
  dismiss: "dismissed",
} as const;

const intentSchema = z.object({
  intent: z.enum(
    INTENTS,
    zodMessage({ key: "field.choice", values: { field: "intent", choices: INTENTS.join(", ") } }),
  ),
});

const jobSchema = z.object({
  job: z.enum(
    SITE_JOBS.map(({ name }) => name),
    zodMessage("job.unknown"),
  ),
});

const runSchema = z.object({
  run: z
    .string(zodMessage("run.notFound"))
    .regex(/^[1-9]\d{0,14}$/, zodMessage("run.notFound"))
    .transform(Number),
});

/** Reads all jobs for the owner. */
export async function loadJobsPage(request: Request, context: RouterContext) {
  const { user } = await requireRole(request, context, "owner");
  const { db, config } = context.get(servicesContext);
  const done = new URL(request.url).searchParams.get("done");
  return {
    zone: userZone(request, user),
    now: Date.now(),
    runsHere: config.jobs.enabled,
    keptBackups: config.jobs.keptBackups,
    done: Object.values(DONE).find((name) => name === done) ?? null,
    jobs: (await listJobs(db)).map((job) => ({
      ...job,
      active: job.active.map(({ startedAt, ...run }) => ({
        ...run,
        startedAt: startedAt?.toISOString() ?? null,
      })),
      failed: job.failed.map(({ failedAt, ...run }) => ({
        ...run,
        failedAt: failedAt?.toISOString() ?? null,
      })),
      scheduledAt: job.scheduledAt?.toISOString() ?? null,
      nextRunAt: job.nextRunAt?.toISOString() ?? null,
      startedAt: job.startedAt?.toISOString() ?? null,
      succeededAt: job.succeededAt?.toISOString() ?? null,
      failingSince: job.failingSince?.toISOString() ?? null,
      durationMs:
        job.startedAt === null || job.endedAt === null
          ? null
          : job.endedAt.getTime() - job.startedAt.getTime(),
    })),
  };
}

export type Job = Awaited<ReturnType<typeof loadJobsPage>>["jobs"][number];

/** Runs, stops or switches a job, or acts on a failed run. */
export async function changeJobs(request: Request, context: RouterContext) {
  const { user } = await requireRole(request, context, "owner");
  const { db, jobs } = context.get(servicesContext);
  const actor = { via: "page", userId: user.id } as const;
  const body = await withPageErrors(context, () => readBody(request));
  const work = async () => {
    const { intent } = parseInput(intentSchema, body.value);
    if (intent === "again" || intent === "dismiss") {
      const { run } = parseInput(runSchema, body.value);
      await (intent === "again" ? runAgain : dismissRun)(db, actor, run);
    } else {
      const { job: name } = parseInput(jobSchema, body.value);
      if (intent === "run") await requestJob(db, actor, name);
      else if (intent === "stop") await stopJob(db, actor, name);
      else await switchJob(db, actor, { name, enabled: intent === "enable" });
    }
    jobs.wake();
    return redirect(`/admin/jobs?done=${DONE[intent]}`);
  };
  return withFormFailure(body, context, work, { conflict: 409, "not-found": 404 });
}
