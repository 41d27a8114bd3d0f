import { Form, href } from "react-router";
import { useI18n } from "~/i18n/i18n-context";
import { Button } from "~/ui/button";
import { ProgressBar } from "~/ui/progress-bar";
import { Moment } from "./moment";
import type { Job } from "./load-jobs.server";
import { FACT_DOT } from "~/ui/fact-dot";

interface ActiveRunProps {
  run: Job["active"][number];
  zone: string;
}

export function ActiveRun({ run, zone }: ActiveRunProps) {
  const { t, formatNumber } = useI18n();
  const { fraction } = run;
  const counts = useCounts(run.counts);
  return (
    <>
      <dt className="text-ink-faint">{t("admin.jobs.lastRun.running")}</dt>
      <dd className="min-w-0 break-words" role="status">
        <Moment at={run.startedAt} zone={zone} />
        {[
          ...(run.subject === null ? [] : [run.subject]),
          ...(fraction === null
            ? []
            : [formatNumber(fraction, { style: "percent", maximumFractionDigits: 0 })]),
          ...counts,
        ].map((fact) => `${FACT_DOT}${fact}`)}
        {fraction === null ? null : <ProgressBar part={fraction} className="mt-2 max-w-md" />}
      </dd>
    </>
  );
}

interface FailedRunsProps {
  job: Job;
  name: string;
  zone: string;
}

/** Runs that were given up. */
export function FailedRuns({ job, name, zone }: FailedRunsProps) {
  const { t } = useI18n();
  return (
    <>
      <h3 className="mt-3 font-medium text-caution">{t("admin.jobs.failed")}</h3>
      <ul>
        {job.failed.map((run) => (
          <li key={run.id} className="flex flex-wrap items-center gap-x-6 gap-y-2 py-2">
            <p className="min-w-0 grow basis-64 break-words">
              <Moment at={run.failedAt} zone={zone} />
              {run.subject === null ? null : `${FACT_DOT}${run.subject}`}{" "}
              <span lang="en">{run.error}</span>
            </p>
            <Form
              method="post"
              action={href("/admin/jobs")}
              preventScrollReset
              aria-label={t("admin.jobs.failedOf", { job: name })}
              className="flex flex-wrap gap-3"
            >
              <input type="hidden" name="run" value={run.id} />
              <Button type="submit" name="intent" value="again">
                {t("admin.jobs.again")}
              </Button>
              <Button type="submit" weight="bare" name="intent" value="dismiss">
                {t("admin.jobs.dismiss")}
              </Button>
            </Form>
          </li>
        ))}
      </ul>
    </>
  );
}

export function LastRun({ job, zone }: { job: Job; zone: string }) {
  const { t, formatNumber } = useI18n();
  const counts = useCounts(job.outcome === "succeeded" ? (job.result ?? {}) : {});
  if (job.startedAt === null) return t("admin.jobs.lastRun.none");
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
    ...counts,
  ];
  return (
    <>
      <Moment at={job.startedAt} zone={zone} />
      {FACT_DOT}
      {facts.join(FACT_DOT)}
    </>
  );
}

const RESULTS = [
  "added",
  "changed",
  "unchanged",
  "moved",
  "gone",
  "rejected",
  "unread",
  "unreadable",
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
  "users",
  "suggestions",
] as const;

/** Formats counts as the items of a list; empty without counts. */
function useCounts(counts: Readonly<Record<string, number>>): string[] {
  const { t, formatList } = useI18n();
  const texts = Object.entries(counts).flatMap(([name, count]) => resultText(t, name, count) ?? []);
  return texts.length === 0 ? [] : [formatList(texts)];
}

/** Returns null for a count that another version of the job stored. */
function resultText(
  t: ReturnType<typeof useI18n>["t"],
  name: string,
  count: number,
): string | null {
  const match = RESULTS.find((candidate) => candidate === name);
  return match === undefined ? null : t(`admin.jobs.result.${match}`, { count });
}
