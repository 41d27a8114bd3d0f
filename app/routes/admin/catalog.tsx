import { Form, redirect, href } from "react-router";
import { z } from "zod";
import { Invalid } from "~/errors/app-error";
import { readCatalogCounts } from "~/features/catalog/catalog-counts.server";
import { MAX_IMPORT_BYTES } from "~/features/import/import-limits";
import { ROW_KINDS } from "~/features/import/source-item";
import { listRuns } from "~/features/site/runs/list-runs.server";
import { servicesContext } from "~/http/context";
import { withFormFailure } from "~/http/pages/form-failure.server";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { noindexMeta } from "~/frame/page-i18n";
import { DEFAULT_BODY_LIMITS } from "~/http/request/read-bytes.server";
import { parseInput, readBody } from "~/http/request/read-body.server";
import { requireRole } from "~/http/session/require-role.server";
import { zodMessage } from "~/i18n/error-message";
import { useI18n } from "~/i18n/i18n-context";
import { listJobs } from "~/jobs/job-status.server";
import { isJobDue, requestJob, stopJob } from "~/jobs/manage-jobs.server";
import { Button } from "~/ui/button";
import { Field, Select } from "~/ui/forms/field";
import { FormMessage } from "~/ui/forms/form-field";
import { formMessage } from "~/ui/forms/form-failure";
import { formAction } from "~/ui/forms/form-action";
import { Section } from "~/ui/section";
import { Facts } from "~/pages/admin/facts";
import { Moment } from "~/pages/admin/moment";
import { userZone } from "~/http/viewer/user-zone.server";
import type { RunEntry } from "~/features/site/runs/runs";
import { RunProgress, WaitingRun } from "~/pages/admin/run-progress";
import { startFileImport } from "~/pages/admin/start-import.server";
import { WaitsForNetwork } from "~/pages/admin/waits-for-network";
import type { Route } from "./+types/catalog";
import { FACT_DOT } from "~/ui/fact-dot";

const LIMITS = { ...DEFAULT_BODY_LIMITS, files: MAX_IMPORT_BYTES };

const fileSchema = z.object({
  kind: z.enum(ROW_KINDS),
  file: z
    .instanceof(File, { error: zodMessage("list.chooseFile") })
    .refine(({ size }) => size > 0, zodMessage("list.chooseFile")),
});

export async function loader({ request, context }: Route.LoaderArgs) {
  const { user } = await requireRole(request, context, "owner");
  const { db, config } = context.get(servicesContext);
  // Reading all at once would take connections that other requests need, too.
  const counts = await readCatalogCounts(db);
  const [runs, jobs] = await Promise.all([listRuns(db, "import"), listJobs(db)]);
  const [isListingDue, isImportDue] = await Promise.all([
    isJobDue(db, "listing"),
    isJobDue(db, "import"),
  ]);
  const listing = jobs.find(({ name }) => name === "listing");
  return {
    counts,
    runs,
    waiting: isListingDue ? ("listing" as const) : isImportDue ? ("import" as const) : null,
    runsHere: isImportDue || config.jobs.enabled,
    jikan: config.jikan.baseUrl.host,
    listing: {
      isOffline: listing?.isOffline ?? false,
      running: listing?.running ?? false,
      nextRunAt: listing?.nextRunAt ?? null,
    },
    zone: userZone(request, user),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { user } = await requireRole(request, context, "owner");
  const services = context.get(servicesContext);
  const { db, jobs } = services;
  const actor = { via: "page", userId: user.id } as const;
  const body = await withPageErrors(context, () => readBody(request, LIMITS));
  const work = async () => {
    switch (parseInput(z.object({ intent: z.string() }), body.value).intent) {
      case "jikan":
        await requestJob(db, actor, "listing");
        jobs.wake();
        break;
      case "file": {
        const upload = parseInput(fileSchema, body.value);
        await startFileImport(services, user.id, upload);
        break;
      }
      case "stop":
        await stopJob(db, actor, "listing");
        await stopJob(db, actor, "import");
        break;
      default:
        throw new Invalid([{ path: "", message: "profile.unknownForm" }]);
    }
    return redirect(href("/admin/catalog"));
  };
  return withFormFailure(body, context, work, { conflict: 409 });
}

export const clientAction = formAction<typeof action>();

export default function Catalog({ loaderData, actionData }: Route.ComponentProps) {
  const { t, formatNumber } = useI18n();
  const { counts, runs, waiting, runsHere, jikan, listing, zone } = loaderData;
  const running = runs.find(({ status }) => status === "running");
  const finished = runs.filter(({ status }) => status !== "running");
  return (
    <>
      <h1 className="mt-8 text-2xl">{t("admin.catalog")}</h1>
      <Facts
        rows={[
          [t("admin.health.titles"), formatNumber(counts.titles)],
          [t("admin.health.episodes"), formatNumber(counts.episodes)],
          [t("admin.catalog.relations"), formatNumber(counts.relations)],
          [t("admin.catalog.changed"), <Moment key="at" at={counts.changedAt} zone={zone} />],
        ]}
      />
      <div className="mt-6">
        <FormMessage>{formMessage(actionData?.failure)}</FormMessage>
      </div>
      {running !== undefined ? (
        <RunProgress run={running} path={href("/admin/catalog")}>
          <Counts run={running} />
        </RunProgress>
      ) : waiting !== null ? (
        <WaitingRun
          subject={t(waiting === "listing" ? "admin.catalog.jikan" : "admin.catalog.file")}
          path={href("/admin/catalog")}
          runsHere={runsHere}
        />
      ) : (
        <>
          <Section title={t("admin.catalog.jikan")} className="mt-8">
            <p className="mb-4 max-w-prose text-sm text-ink-soft">
              {t("admin.catalog.jikan.description", { host: jikan })}
            </p>
            <WaitsForNetwork job={listing} zone={zone} />
            <Form
              method="post"
              action={href("/admin/catalog")}
              aria-label={t("admin.catalog.jikan")}
            >
              <Button type="submit" weight="primary" name="intent" value="jikan">
                {t("admin.catalog.jikan.start")}
              </Button>
            </Form>
          </Section>
          <Section title={t("admin.catalog.file")}>
            <p className="mb-4 max-w-prose text-sm text-ink-soft">
              {t("admin.catalog.file.description", { megabytes: MAX_IMPORT_BYTES / 1024 / 1024 })}
            </p>
            <Form
              method="post"
              action={href("/admin/catalog")}
              encType="multipart/form-data"
              aria-label={t("admin.catalog.file")}
              className="max-w-md space-y-5"
            >
              <Field label={t("admin.catalog.kind")}>
                <Select
                  name="kind"
                  options={ROW_KINDS.map(
                    (kind) => [kind, t(`admin.catalog.kind.${kind}`)] as const,
                  )}
                />
              </Field>
              <Field label={t("import.file")}>
                <input
                  type="file"
                  name="file"
                  required
                  accept=".ndjson,.jsonl,.json,.gz"
                  className="min-h-11 w-full rounded-md border border-rule-strong bg-raised p-1.5 text-sm file:mr-3 file:min-h-8 file:rounded-sm file:border-0 file:bg-sunken file:px-3 file:font-medium file:text-ink"
                />
              </Field>
              <Button type="submit" name="intent" value="file">
                {t("admin.catalog.file.start")}
              </Button>
            </Form>
          </Section>
        </>
      )}
      <Section title={t("admin.catalog.runs")}>
        {finished.length === 0 ? (
          <p className="text-sm text-ink-soft">{t("admin.catalog.noRuns")}</p>
        ) : (
          <ul className="divide-y divide-rule border-y border-rule text-sm">
            {finished.map((run) => (
              <FinishedRun key={run.id} run={run} zone={zone} />
            ))}
          </ul>
        )}
      </Section>
    </>
  );
}

/** Counts of rows that the report names. */
const REPORTED = ["rejected", "unreadable", "repeated"];

function FinishedRun({ run, zone }: { run: RunEntry; zone: string }) {
  const { t } = useI18n();
  return (
    <li className="flex flex-wrap gap-x-6 gap-y-1 py-3">
      <div className="min-w-0 grow basis-64">
        <p className="font-medium break-words">{run.subject}</p>
        <p className="text-xs text-ink-faint">
          <Moment at={run.startedAt} zone={zone} />
        </p>
      </div>
      <div className="min-w-0 basis-80">
        <p>
          {t(`admin.run.status.${run.status}`)}
          {FACT_DOT}
          <Counts run={run} />
        </p>
        {run.problem === null ? null : <p className="break-words text-caution">{run.problem}</p>}
        {REPORTED.every((name) => (run.counts[name] ?? 0) === 0) ? null : (
          <a
            href={href("/admin/catalog/:run/rejected", { run: String(run.id) })}
            download
            className="inline-flex min-h-11 items-center text-accent-text underline underline-offset-4"
          >
            {t("admin.catalog.rejected")}
          </a>
        )}
      </div>
    </li>
  );
}

function Counts({ run: { counts } }: { run: RunEntry }) {
  const { t } = useI18n();
  const { added = 0, changed = 0, unchanged = 0, rejected = 0 } = counts;
  const { unknown, unreadable, repeated } = counts;
  let known = t("admin.catalog.counts", { added, changed, unchanged, rejected });
  if (unknown !== undefined) known = t("admin.catalog.countsWithUnknown", { known, unknown });
  if (unreadable !== undefined)
    known = t("admin.catalog.countsWithUnreadable", { known, unreadable });
  return repeated === undefined
    ? known
    : t("admin.catalog.countsWithRepeated", { known, repeated });
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return noindexMeta(matches, "admin.catalog");
}
