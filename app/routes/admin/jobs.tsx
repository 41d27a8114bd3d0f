import { Form, redirect } from "react-router";
import { z } from "zod";
import { servicesContext } from "~/http/context";
import { withFormFailure } from "~/http/pages/form-failure.server";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { noindexMeta } from "~/http/pages/page-i18n";
import { parseInput, readBody } from "~/http/request/read-body.server";
import { requireRole } from "~/http/session/require-role.server";
import { zodMessage } from "~/i18n/error-message";
import { useI18n } from "~/i18n/i18n-context";
import { JOB_NAMES, JOBS } from "~/jobs/job-list";
import { listJobs, requestJob, switchJob } from "~/jobs/job-records.server";
import { Button } from "~/ui/button";
import { FormOutcome } from "~/ui/forms/form-field";
import { withFormFallback } from "~/ui/forms/with-network-fallback";
import { Moment } from "./moment";
import { readZone } from "./page-number.server";
import type { Route } from "./+types/jobs";

const INTENTS = ["run", "enable", "disable"] as const;
const DONE = { run: "requested", enable: "enabled", disable: "disabled" } as const;

const schema = z.object({
  intent: z.enum(
    INTENTS,
    zodMessage({ key: "field.choice", values: { field: "intent", choices: INTENTS.join(", ") } }),
  ),
  job: z.enum(JOB_NAMES, zodMessage("job.unknown")),
});

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireRole(request, context, "owner");
  const { db, sql, jobs, config } = context.get(servicesContext);
  const done = new URL(request.url).searchParams.get("done");
  return {
    zone: readZone(request),
    now: Date.now(),
    runsHere: config.jobs.enabled,
    keptBackups: config.jobs.keptBackups,
    done: Object.values(DONE).find((name) => name === done) ?? null,
    jobs: (await listJobs({ db, sql }, jobs.queue)).map((job) => ({
      ...job,
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

export async function action({ request, context }: Route.ActionArgs) {
  const { user } = await requireRole(request, context, "owner");
  const { db, sql, jobs } = context.get(servicesContext);
  const actor = { via: "page", userId: user.id } as const;
  const body = await withPageErrors(context, () => readBody(request));
  const work = async () => {
    const { intent, job: name } = parseInput(schema, body.value);
    const database = { db, sql };
    if (intent === "run") await requestJob(database, jobs.queue, actor, name);
    else await switchJob(database, jobs.queue, actor, { name, enabled: intent === "enable" });
    jobs.wake();
    return redirect(`/admin/jobs?done=${DONE[intent]}`);
  };
  return withFormFailure(body, context, work, { conflict: 409 });
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return withFormFallback(serverAction);
}

type Job = Route.ComponentProps["loaderData"]["jobs"][number];

export default function Jobs({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { jobs, zone, now, runsHere, keptBackups, done } = loaderData;
  const failure = actionData?.failure;
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
          <JobItem key={job.name} job={job} zone={zone} now={now} keptBackups={keptBackups} />
        ))}
      </ul>
    </>
  );
}

interface JobItemProps {
  job: Job;
  zone: string;
  now: number;
  keptBackups: number;
}

function JobItem({ job, zone, now, keptBackups }: JobItemProps) {
  const { t } = useI18n();
  const name = t(`admin.jobs.name.${job.name}`);
  const isDue = job.nextRunAt !== null && Date.parse(job.nextRunAt) <= now;
  return (
    <li className="py-4 text-sm">
      <h2 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-base font-medium">
        {name}
        {job.enabled ? null : <span className="text-xs text-ink-faint">{t("admin.jobs.off")}</span>}
        {job.failures > 0 ? (
          <span className="text-xs text-caution">{t("admin.jobs.outcome.failed")}</span>
        ) : null}
        {job.isLate ? <span className="text-xs text-caution">{t("admin.jobs.late")}</span> : null}
      </h2>
      <p className="mt-1 max-w-prose text-ink-soft">
        {job.name === "backup"
          ? t("admin.jobs.about.backup", { count: keptBackups })
          : t(`admin.jobs.about.${job.name}`)}
      </p>
      <p className="mt-1 text-ink-soft">
        <ScheduleWords job={job} zone={zone} />
      </p>
      <dl className="mt-3 grid gap-x-6 gap-y-1 sm:grid-cols-[10rem_1fr]">
        <dt className="text-ink-faint">{t("admin.jobs.nextRun")}</dt>
        <dd>
          {job.nextRunAt === null ? (
            t("admin.jobs.nextRun.none")
          ) : isDue ? (
            t("admin.jobs.nextRun.due")
          ) : (
            <Moment at={job.nextRunAt} zone={zone} />
          )}
          {job.retry === null ? null : ` (${t("admin.jobs.retry", job.retry)})`}
        </dd>
        <dt className="text-ink-faint">
          {t(job.running ? "admin.jobs.lastRun.running" : "admin.jobs.lastRun")}
        </dt>
        <dd className="min-w-0 break-words">
          <LastRun job={job} zone={zone} />
        </dd>
        {job.failingSince === null ? null : (
          <>
            <dt className="text-caution">{t("admin.jobs.failingSince")}</dt>
            <dd className="min-w-0 break-words">
              <Moment at={job.failingSince} zone={zone} /> (
              {t("admin.jobs.failures", { count: job.failures })}){" "}
              <span lang="en">{job.error}</span>
            </dd>
          </>
        )}
      </dl>
      <Form
        method="post"
        action="/admin/jobs"
        preventScrollReset
        aria-label={name}
        className="mt-3 flex flex-wrap gap-3"
      >
        <input type="hidden" name="job" value={job.name} />
        <Button
          type="submit"
          name="intent"
          value="run"
          disabled={job.running}
          aria-label={t("admin.jobs.runOf", { job: name })}
        >
          {t("admin.jobs.run")}
        </Button>
        <Button
          type="submit"
          weight="bare"
          name="intent"
          value={job.enabled ? "disable" : "enable"}
          aria-label={t(job.enabled ? "admin.jobs.disableOf" : "admin.jobs.enableOf", {
            job: name,
          })}
        >
          {t(job.enabled ? "admin.jobs.disable" : "admin.jobs.enable")}
        </Button>
      </Form>
    </li>
  );
}

/** In the viewer's zone, as its schedule is in UTC with an offset of its own. */
function ScheduleWords({ job, zone }: { job: Job; zone: string }) {
  const { t, formatDate } = useI18n();
  const { every } = JOBS[job.name].schedule;
  const at = job.scheduledAt;
  if (at === null) return t(`admin.jobs.schedule.unplanned.${every}`);
  const format = (options: Intl.DateTimeFormatOptions) =>
    formatDate(at, { ...options, timeZone: zone });
  const time = format({ timeStyle: "short" });
  switch (every) {
    case "hour":
      return t("admin.jobs.schedule.hour", { minute: new Date(at).getUTCMinutes() });
    case "day":
      return t("admin.jobs.schedule.day", { time });
    case "week":
      return t("admin.jobs.schedule.week", { day: format({ weekday: "long" }), time });
  }
}

function LastRun({ job, zone }: { job: Job; zone: string }) {
  const { t, formatNumber, formatList } = useI18n();
  if (job.startedAt === null) return t("admin.jobs.lastRun.none");
  if (job.running) return <Moment at={job.startedAt} zone={zone} />;
  const counts = Object.entries(job.outcome === "succeeded" ? (job.result ?? {}) : {});
  const facts = [
    ...(job.outcome === null ? [] : [t(`admin.jobs.outcome.${job.outcome}`)]),
    ...(job.durationMs === null
      ? []
      : [
          `${t("admin.jobs.duration")} ${formatNumber(job.durationMs / 1000, {
            style: "unit",
            unit: "second",
            maximumFractionDigits: 1,
          })}`,
        ]),
    ...(counts.length === 0
      ? []
      : [formatList(counts.flatMap(([name, count]) => resultText(t, name, count) ?? []))]),
  ];
  return (
    <>
      <Moment at={job.startedAt} zone={zone} /> · {facts.join(" · ")}
    </>
  );
}

const RESULTS = [
  "added",
  "changed",
  "unchanged",
  "rejected",
  "unread",
  "checked",
  "dead",
  "uploads",
  "missingUploads",
  "removed",
  "tables",
  "pictured",
  "unpicturable",
  "unpictured",
  "compared",
  "marked",
  "uncompared",
  "matched",
] as const;

/** Null for a count of another version. */
function resultText(
  t: ReturnType<typeof useI18n>["t"],
  name: string,
  count: number,
): string | null {
  const known = RESULTS.find((candidate) => candidate === name);
  return known === undefined ? null : t(`admin.jobs.result.${known}`, { count });
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return noindexMeta(matches, "admin.jobs");
}
