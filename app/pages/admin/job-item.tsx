import type { ReactNode } from "react";
import { Form, href } from "react-router";
import { useI18n } from "~/i18n/i18n-context";
import { Button } from "~/ui/button";
import { Moment } from "./moment";
import type { Job } from "./load-jobs.server";
import { ActiveRun, FailedRuns, LastRun } from "./job-runs";
import { WaitsForNetwork } from "./waits-for-network";

interface JobItemProps {
  job: Job;
  zone: string;
  now: number;
  keptBackups: number;
  /** What its owner has to know besides. */
  children: ReactNode;
}

/** Shows a job: its schedule, what runs, what failed, and its forms. */
export function JobItem({ job, zone, now, keptBackups, children }: JobItemProps) {
  const { t } = useI18n();
  const name = t(`admin.jobs.name.${job.name}`);
  const isDue = job.nextRunAt !== null && job.nextRunAt.getTime() <= now;
  return (
    <li className="py-4 text-sm">
      <h2 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-base font-medium">
        {name}
        {job.enabled ? null : <span className="text-xs text-ink-faint">{t("admin.jobs.off")}</span>}
        {job.failures > 0 ? (
          <span className="text-xs text-caution">
            {t(job.isOffline ? "admin.jobs.offline" : "admin.jobs.outcome.failed")}
          </span>
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
      <p className="mt-1 max-w-prose text-caution empty:hidden">{children}</p>
      <WaitsForNetwork job={job} zone={zone} />
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
        {job.active.map((run) => (
          <ActiveRun key={run.id} run={run} zone={zone} />
        ))}
        {job.running ? null : (
          <>
            <dt className="text-ink-faint">{t("admin.jobs.lastRun")}</dt>
            <dd className="min-w-0 break-words">
              <LastRun job={job} zone={zone} />
            </dd>
          </>
        )}
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
      {job.failed.length === 0 ? null : <FailedRuns job={job} name={name} zone={zone} />}
      <Form
        method="post"
        action={href("/admin/jobs")}
        preventScrollReset
        aria-label={name}
        className="mt-3 flex flex-wrap gap-3"
      >
        <input type="hidden" name="job" value={job.name} />
        {job.running ? (
          <Button
            type="submit"
            name="intent"
            value="stop"
            aria-label={t("admin.jobs.stopOf", { job: name })}
          >
            {t("admin.run.stop")}
          </Button>
        ) : job.every === null ? null : (
          <Button
            type="submit"
            name="intent"
            value="run"
            aria-label={t("admin.jobs.runOf", { job: name })}
          >
            {t("admin.jobs.run")}
          </Button>
        )}
        {job.every === null ? null : (
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
        )}
      </Form>
    </li>
  );
}

/** Tells the schedule in the viewer's zone, as it is in UTC with an offset of its own. */
function ScheduleWords({ job, zone }: { job: Job; zone: string }) {
  const { t, formatDate } = useI18n();
  const { every, scheduledAt: at } = job;
  if (every === null) return t("admin.jobs.schedule.none");
  if (at === null) return t(`admin.jobs.schedule.unplanned.${every}`);
  const format = (options: Intl.DateTimeFormatOptions) =>
    formatDate(at, { ...options, timeZone: zone });
  const time = format({ timeStyle: "short" });
  switch (every) {
    case "hour":
      return t("admin.jobs.schedule.hour", { minute: at.getUTCMinutes() });
    case "day":
      return t("admin.jobs.schedule.day", { time });
    case "week":
      return t("admin.jobs.schedule.week", { day: format({ weekday: "long" }), time });
  }
}
