import { Form, redirect } from "react-router";
import { z } from "zod";
import { Invalid } from "~/errors/app-error";
import { recordAudit } from "~/features/accounts/audit/audit-log.server";
import {
  browseSources,
  SOURCE_STATUSES,
  type SourceEntry,
} from "~/features/playback/sources/browse-sources.server";
import { putSource } from "~/features/playback/sources/put-source.server";
import { recheckSource } from "~/features/playback/sources/recheck-sources.server";
import { removeSources } from "~/features/playback/sources/remove-sources.server";
import { SOURCE_FIELDS, sourceFormSchema } from "~/features/playback/sources/source-form";
import { listRuns } from "~/features/site/runs/list-runs.server";
import { stopRun } from "~/features/site/runs/track-run.server";
import { servicesContext, type Services } from "~/http/context";
import { withFormFailure } from "~/http/pages/form-failure.server";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { noindexMeta } from "~/http/pages/page-i18n";
import { parseInput, readBody } from "~/http/request/read-body.server";
import { requireRole } from "~/http/session/require-role.server";
import { zodMessage } from "~/i18n/error-message";
import { useI18n } from "~/i18n/i18n-context";
import { cancelRequest, isJobDue, requestJob } from "~/jobs/job-records.server";
import { Button, ButtonLink } from "~/ui/button";
import { FormOutcome } from "~/ui/forms/form-field";
import { formMessage, submittedText } from "~/ui/forms/form-failure";
import { withFormFallback } from "~/ui/forms/with-network-fallback";
import { Link } from "~/ui/link";
import { Pagination } from "~/ui/paging/pagination";
import { Section } from "~/ui/section";
import { Moment } from "./moment";
import { readPageNumber, readZone } from "./page-number.server";
import { toRunFacts } from "./run-facts.server";
import { RunProgress, WaitingRun } from "./run-progress";
import { SourceForm } from "./source-form";
import type { Route } from "./+types/sources";

const DONE = ["added", "removed", "alive", "dead"] as const;
const idSchema = z.object({
  id: z
    .string(zodMessage("source.notAttached"))
    .regex(/^[1-9]\d{0,8}$/, zodMessage("source.notAttached"))
    .transform(Number),
});

/** What the list shows, from the URL. */
function readFilters(request: Request) {
  const { searchParams } = new URL(request.url);
  const anime = searchParams.get("anime") ?? "";
  return {
    status: SOURCE_STATUSES.find((name) => name === searchParams.get("status")) ?? null,
    anime: /^[1-9]\d{0,8}$/.test(anime) ? Number(anime) : null,
    page: readPageNumber(request),
  };
}

type Filters = ReturnType<typeof readFilters>;

function sourcesPath({ status, anime, page }: Filters, done?: (typeof DONE)[number]): string {
  const query = new URLSearchParams({
    ...(status === null ? {} : { status }),
    ...(anime === null ? {} : { anime: String(anime) }),
    ...(page === 1 ? {} : { page: String(page) }),
    ...(done === undefined ? {} : { done }),
  }).toString();
  return query === "" ? "/admin/sources" : `/admin/sources?${query}`;
}

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireRole(request, context, "owner");
  const { db, jobs, config } = context.get(servicesContext);
  const filters = readFilters(request);
  const done = new URL(request.url).searchParams.get("done");
  const [found, runs, isRequested] = await Promise.all([
    browseSources(db, {
      status: filters.status ?? undefined,
      anime: filters.anime ?? undefined,
      page: filters.page,
    }),
    listRuns(db, "source-check"),
    isJobDue(jobs.queue, "sources"),
  ]);
  return {
    ...found,
    sources: found.sources.map(({ checkedAt, ...source }) => ({
      ...source,
      checkedAt: checkedAt?.toISOString() ?? null,
    })),
    filters,
    isRequested,
    runsHere: config.jobs.enabled,
    lastCheck: runs.slice(0, 1).map(toRunFacts)[0] ?? null,
    zone: readZone(request),
    done: DONE.find((name) => name === done) ?? null,
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { user } = await requireRole(request, context, "owner");
  const services = context.get(servicesContext);
  const { db, sql, jobs } = services;
  const body = await withPageErrors(context, () => readBody(request));
  const filters = readFilters(request);
  const work = async () => {
    switch (parseInput(z.object({ intent: z.string() }), body.value).intent) {
      case "add": {
        const anime = await addSource(services, user.id, body.value);
        return redirect(sourcesPath({ status: null, anime, page: 1 }, "added"));
      }
      case "remove":
        await remove(services, user.id, { id: parseInput(idSchema, body.value).id });
        return redirect(sourcesPath(filters, "removed"));
      case "remove-dead":
        await remove(services, user.id, { dead: true });
        return redirect(sourcesPath({ status: null, anime: null, page: 1 }, "removed"));
      case "check": {
        const { id } = parseInput(idSchema, body.value);
        const { alive } = await recheckSource(db, id, (address) =>
          services.checkSource(address, request.signal),
        );
        return redirect(sourcesPath(filters, alive ? "alive" : "dead"));
      }
      case "check-all":
        await requestJob({ db, sql }, jobs.queue, { via: "page", userId: user.id }, "sources");
        jobs.wake();
        return redirect(sourcesPath(filters));
      case "stop":
        await stopRun(db, "source-check");
        await cancelRequest(jobs.queue, "sources");
        return redirect(sourcesPath(filters));
      default:
        throw new Invalid([{ path: "", message: "profile.unknownForm" }]);
    }
  };
  return withFormFailure(body, context, work, { "not-found": 404, conflict: 409 });
}

/** Returns the title's id. Throws `Invalid` for a source that fails its check. */
async function addSource(
  { db, checkSource }: Services,
  userId: string,
  value: unknown,
): Promise<number> {
  const fields = typeof value === "object" && value !== null ? value : {};
  const given = Object.entries(fields).filter(
    ([name, text]) => text !== "" && SOURCE_FIELDS.some((field) => field === name),
  );
  const source = parseInput(sourceFormSchema, Object.fromEntries(given));
  const isUnchecked = "unchecked" in fields && fields.unchecked === "yes";
  const verdict = isUnchecked ? null : await checkSource(source.url);
  if (verdict?.alive === false)
    throw new Invalid([
      {
        path: "url",
        message: { key: "source.notPlayable", values: { problem: verdict.problem } },
      },
    ]);
  await putSource(db, source, verdict);
  await recordAudit(
    db,
    { via: "page", userId },
    { action: "source.added", details: { anime: source.anime, episode: source.episode } },
  );
  return source.anime;
}

async function remove(
  { db }: Services,
  userId: string,
  criteria: Parameters<typeof removeSources>[1],
): Promise<void> {
  const removed = await removeSources(db, criteria);
  if (removed.length === 0) return;
  await recordAudit(
    db,
    { via: "page", userId },
    { action: "source.removed", details: { sources: removed.length } },
  );
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return withFormFallback(serverAction);
}

export default function Sources({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { sources, total, lastPage, counts, filters, zone, done } = loaderData;
  const { isRequested, runsHere, lastCheck } = loaderData;
  const failure = actionData?.failure;
  const isAddFailure = submittedText(failure, "intent") === "add";
  const path = sourcesPath(filters);
  const all = counts.ok + counts.dead + counts.unchecked;
  return (
    <>
      <h1 className="mt-8 text-2xl">{t("admin.sources")}</h1>
      <div className="mt-4 space-y-4">
        <FormOutcome
          success={done === null ? null : t(`admin.sources.done.${done}`)}
          failure={failure}
          message={isAddFailure ? failure?.message : formMessage(failure)}
        />
      </div>
      {lastCheck?.status === "running" ? (
        <RunProgress
          run={{ ...lastCheck, subject: t("admin.sources.checking") }}
          path="/admin/sources"
        >
          <Checked counts={lastCheck.counts} />
        </RunProgress>
      ) : isRequested ? (
        <WaitingRun
          subject={t("admin.sources.checking")}
          path="/admin/sources"
          runsHere={runsHere}
        />
      ) : (
        <div className="mt-6 flex flex-wrap items-center gap-3">
          <Form method="post" action={path} className="flex flex-wrap gap-3">
            <Button type="submit" name="intent" value="check-all" disabled={all === 0}>
              {t("admin.sources.checkAll")}
            </Button>
            <Button type="submit" name="intent" value="remove-dead" disabled={counts.dead === 0}>
              {t("admin.sources.removeDead", { count: counts.dead })}
            </Button>
          </Form>
          {lastCheck === null ? null : (
            <p className="text-sm text-ink-soft">
              {t("admin.sources.lastCheck")} <Moment at={lastCheck.startedAt} zone={zone} /> ·{" "}
              {t(`admin.run.status.${lastCheck.status}`)} · <Checked counts={lastCheck.counts} />
            </p>
          )}
        </div>
      )}
      <nav aria-label={t("admin.sources.filter")} className="mt-8 flex flex-wrap gap-2">
        {([null, ...SOURCE_STATUS_ORDER] as const).map((status) => (
          <ButtonLink
            key={status ?? "all"}
            weight="bare"
            to={sourcesPath({ status, anime: filters.anime, page: 1 })}
            aria-current={filters.status === status ? "page" : undefined}
            className={filters.status === status ? "bg-raised font-semibold text-ink" : undefined}
          >
            {t(`admin.sources.status.${status ?? "all"}`)}
          </ButtonLink>
        ))}
      </nav>
      <p className="mt-4 text-sm text-ink-soft">{t("admin.sources.count", { count: total })}</p>
      <ul className="mt-2 divide-y divide-rule border-y border-rule">
        {sources.map((source) => (
          <SourceRow key={source.id} source={source} path={path} zone={zone} />
        ))}
      </ul>
      <Pagination
        current={filters.page}
        last={lastPage}
        pageHref={(page) => sourcesPath({ ...filters, page })}
      />
      <Section title={t("admin.sources.add")}>
        <SourceForm failure={isAddFailure ? failure : undefined} />
      </Section>
    </>
  );
}

const SOURCE_STATUS_ORDER = ["dead", "unchecked", "ok"] as const;

function Checked({ counts }: { counts: Record<string, number> }) {
  const { t } = useI18n();
  const { checked = 0, total = 0, dead = 0 } = counts;
  return t("admin.sources.checked", { checked, total, dead });
}

interface SourceRowProps {
  source: Omit<SourceEntry, "checkedAt"> & { checkedAt: string | null };
  path: string;
  zone: string;
}

function SourceRow({ source, path, zone }: SourceRowProps) {
  const { t } = useI18n();
  const name = t("admin.sources.of", { title: source.title, episode: source.episode });
  const about = [source.kind, source.language, source.label].filter((text) => text !== null);
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-1 py-3 text-sm">
      <div className="min-w-0 grow basis-72">
        <Link
          to={`/watch/${source.anime}/${source.episode}`}
          className="inline-flex min-h-11 items-center font-semibold break-words hover:text-accent-text md:min-h-8"
        >
          {name}
        </Link>
        <p className="break-all text-ink-soft">{source.address}</p>
        <p className="text-xs text-ink-faint">
          {about.join(" · ")}
          {source.isScanned ? ` · ${t("admin.sources.scanned")}` : null}
        </p>
      </div>
      <div className="basis-56">
        <p className={source.status === "dead" ? "text-caution" : "text-ink-soft"}>
          {t(`admin.sources.status.${source.status}`)}
        </p>
        {source.problem === null ? null : (
          <p className="break-words text-ink-soft">{source.problem}</p>
        )}
        <p className="text-xs text-ink-faint">
          <Moment at={source.checkedAt} zone={zone} />
        </p>
      </div>
      <Form method="post" action={path} preventScrollReset className="flex gap-1">
        <input type="hidden" name="id" value={source.id} />
        <Button
          type="submit"
          weight="bare"
          name="intent"
          value="check"
          aria-label={t("admin.sources.checkOf", { source: name })}
        >
          {t("admin.sources.check")}
        </Button>
        <Button
          type="submit"
          weight="bare"
          name="intent"
          value="remove"
          aria-label={t("admin.sources.removeOf", { source: name })}
        >
          {t("admin.sources.remove")}
        </Button>
      </Form>
    </li>
  );
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return noindexMeta(matches, "admin.sources");
}
