import { noindexMeta } from "~/frame/page-i18n";
import { useI18n } from "~/i18n/i18n-context";
import { FormOutcome } from "~/ui/forms/form-field";
import { formAction } from "~/ui/forms/form-action";
import { useReloadWhile } from "~/ui/use-reload-while";
import { JobItem } from "~/pages/admin/job-item";
import type { Route } from "./+types/jobs";
import { redirect, href } from "react-router";
import { z } from "zod";
import { servicesContext } from "~/http/context";
import { withFormFailure } from "~/http/pages/form-failure.server";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { parseInput, readBody } from "~/http/request/read-body.server";
import { requireRole } from "~/http/session/require-role.server";
import { userZone } from "~/http/viewer/user-zone.server";
import { zodMessage } from "~/i18n/error-message";
import { listRejectingServices } from "~/features/notifications/delivery/rejected-keys.server";
import { JOB_PLANS, SITE_JOBS } from "~/jobs/job-names";
import { dismissRun, requestJob, runAgain, stopJob, switchJob } from "~/jobs/manage-jobs.server";
import { loadJobs } from "~/pages/admin/load-jobs.server";

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

const jobName = z.enum(
  SITE_JOBS.map(({ name }) => name),
  zodMessage("job.unknown"),
);
const jobSchema = z.object({ job: jobName });
/** Other jobs run by what they are told, so none is started or switched off by its name. */
const scheduledJobSchema = z.object({
  job: jobName.refine((name) => "schedule" in JOB_PLANS[name], zodMessage("job.unscheduled")),
});

const runSchema = z.object({
  run: z
    .string(zodMessage("run.notFound"))
    .regex(/^[1-9]\d{0,14}$/, zodMessage("run.notFound"))
    .transform(Number),
});

export async function loader({ request, context }: Route.LoaderArgs) {
  const { user } = await requireRole(request, context, "owner");
  const { db, config } = context.get(servicesContext);
  const done = new URL(request.url).searchParams.get("done");
  return {
    zone: userZone(request, user),
    now: Date.now(),
    runsHere: config.jobs.enabled,
    keptBackups: config.jobs.keptBackups,
    done: Object.values(DONE).find((name) => name === done) ?? null,
    jobs: await loadJobs(db),
    rejectingServices: await listRejectingServices(db),
  };
}

/** Runs, stops or switches a job, or acts on a failed run. */
export async function action({ request, context }: Route.ActionArgs) {
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
      const schema = intent === "stop" ? jobSchema : scheduledJobSchema;
      const { job: name } = parseInput(schema, body.value);
      if (intent === "run") await requestJob(db, actor, name);
      else if (intent === "stop") await stopJob(db, actor, name);
      else await switchJob(db, actor, { name, enabled: intent === "enable" });
    }
    jobs.wake();
    return redirect(`${href("/admin/jobs")}?done=${DONE[intent]}`);
  };
  return withFormFailure(body, context, work, { conflict: 409, "not-found": 404 });
}

export const clientAction = formAction<typeof action>();

export default function Jobs({ loaderData, actionData }: Route.ComponentProps) {
  const { t, formatList } = useI18n();
  const { jobs, zone, now, runsHere, keptBackups, rejectingServices, done } = loaderData;
  const failure = actionData?.failure;
  useReloadWhile(jobs.some(({ running }) => running));
  return (
    <>
      <h1 className="mt-8 text-2xl">{t("admin.jobs")}</h1>
      <p className="mt-3 max-w-prose text-sm text-ink-soft">
        {t("admin.jobs.description")} {runsHere ? null : t("admin.jobs.offHere")}
      </p>
      <div className="mt-4">
        <FormOutcome
          success={done === null ? null : t(`admin.jobs.done.${done}`)}
          failure={failure}
        />
      </div>
      <ul className="mt-6 divide-y divide-rule border-y border-rule">
        {jobs.map((job) => (
          <JobItem key={job.name} job={job} zone={zone} now={now} keptBackups={keptBackups}>
            {job.name !== "notifications" || rejectingServices.length === 0
              ? null
              : t("admin.jobs.rejectedKeys", { hosts: formatList(rejectingServices) })}
          </JobItem>
        ))}
      </ul>
    </>
  );
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return noindexMeta(matches, "admin.jobs");
}
