import { Form, redirect, href } from "react-router";
import { noindexMeta } from "~/frame/page-i18n";
import { useI18n } from "~/i18n/i18n-context";
import { Button, ButtonLink } from "~/ui/button";
import { FormOutcome } from "~/ui/forms/form-field";
import { formMessage, submittedText } from "~/ui/forms/form-failure";
import { formAction } from "~/ui/forms/form-action";
import { Pagination } from "~/ui/paging/pagination";
import { Section } from "~/ui/section";
import { Moment } from "~/pages/admin/moment";
import { RunProgress, WaitingRun } from "~/pages/admin/run-progress";
import { SourceForm } from "~/pages/admin/source-form";
import { SourceRow } from "~/pages/admin/source-row";
import type { Route } from "./+types/sources";
import { z } from "zod";
import { Invalid } from "~/errors/app-error";
import { SOURCE_STATUSES } from "~/features/playback/sources/browse-sources.server";
import { recheckSource } from "~/features/playback/sources/recheck-sources.server";
import { playbackContext, servicesContext, visitorSettingsContext } from "~/http/context";
import { withFormFailure } from "~/http/pages/form-failure.server";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { parseInput, readBody } from "~/http/request/read-body.server";
import { requireRole } from "~/http/session/require-role.server";
import { userZone } from "~/http/viewer/user-zone.server";
import { zodMessage } from "~/i18n/error-message";
import { requestJob, stopJob } from "~/jobs/manage-jobs.server";
import { addSource, removeSourcesFor } from "~/pages/admin/change-sources.server";
import { loadSources } from "~/pages/admin/load-sources.server";
import { readPageNumber } from "~/parsing/page-number";
import { type SourceFilters, SOURCE_OUTCOMES, sourcesPath } from "~/pages/admin/sources-path";
import { SOURCE_FIELDS, sourceFormSchema } from "~/features/playback/sources/source-form";
import { FACT_DOT } from "~/ui/fact-dot";

const idSchema = z.object({
  id: z
    .string(zodMessage("source.notAttached"))
    .regex(/^[1-9]\d{0,8}$/, zodMessage("source.notAttached"))
    .transform(Number),
});

export async function loader({ request, context }: Route.LoaderArgs) {
  const { user } = await requireRole(request, context, "owner");
  const { db, config } = context.get(servicesContext);
  const { searchParams } = new URL(request.url);
  const filters = readFilters(searchParams);
  const done = searchParams.get("done");
  return {
    ...(await loadSources(db, {
      filters,
      episode: searchParams.get("episode") ?? "",
      language: context.get(visitorSettingsContext).titleLanguage,
    })),
    filters,
    runsHere: config.jobs.enabled,
    zone: userZone(request, user),
    done: SOURCE_OUTCOMES.find((name) => name === done) ?? null,
  };
}

/** What the list shows, from the URL. */
function readFilters(parameters: URLSearchParams): SourceFilters {
  const anime = parameters.get("anime") ?? "";
  return {
    status: SOURCE_STATUSES.find((name) => name === parameters.get("status")) ?? null,
    anime: /^[1-9]\d{0,8}$/.test(anime) ? Number(anime) : null,
    page: readPageNumber(parameters),
  };
}

/** Adds, checks or removes sources. */
export async function action({ request, context }: Route.ActionArgs) {
  const { user } = await requireRole(request, context, "owner");
  const { db, jobs } = context.get(servicesContext);
  const { checkSource } = context.get(playbackContext);
  const body = await withPageErrors(context, () => readBody(request));
  const filters = readFilters(new URL(request.url).searchParams);
  const actor = { via: "page", userId: user.id } as const;
  const work = async () => {
    switch (parseInput(z.object({ intent: z.string() }), body.value).intent) {
      case "add": {
        const form = readSourceForm(body.value);
        await addSource({ db, checkSource }, user.id, form);
        const { anime } = form.source;
        return redirect(sourcesPath({ status: null, anime, page: 1 }, "added"));
      }
      case "remove":
        await removeSourcesFor(db, user.id, { id: parseInput(idSchema, body.value).id });
        return redirect(sourcesPath(filters, "removed"));
      case "remove-dead":
        await removeSourcesFor(db, user.id, { dead: true });
        return redirect(sourcesPath({ status: null, anime: null, page: 1 }, "removed"));
      case "check": {
        const { id } = parseInput(idSchema, body.value);
        const { alive } = await recheckSource(db, id, (url) => checkSource(url, request.signal));
        return redirect(sourcesPath(filters, alive ? "alive" : "dead"));
      }
      case "check-all":
        await requestJob(db, actor, "sources");
        jobs.wake();
        return redirect(sourcesPath(filters));
      case "stop":
        await stopJob(db, actor, "sources");
        return redirect(sourcesPath(filters));
      default:
        throw new Invalid([{ path: "", message: "profile.unknownForm" }]);
    }
  };
  return withFormFailure(body, context, work, { "not-found": 404, conflict: 409 });
}

/** Fields that are left empty are not given. Throws `Invalid`. */
function readSourceForm(value: unknown) {
  const fields = typeof value === "object" && value !== null ? value : {};
  const given = Object.entries(fields).filter(
    ([name, text]) => text !== "" && SOURCE_FIELDS.some((field) => field === name),
  );
  return {
    source: parseInput(sourceFormSchema, Object.fromEntries(given)),
    isUnchecked: "unchecked" in fields && fields.unchecked === "yes",
  };
}

export const clientAction = formAction<typeof action>();

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
          path={href("/admin/sources")}
        >
          <Checked counts={lastCheck.counts} />
        </RunProgress>
      ) : isRequested ? (
        <WaitingRun
          subject={t("admin.sources.checking")}
          path={href("/admin/sources")}
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
              {t("admin.sources.lastCheck")} <Moment at={lastCheck.startedAt} zone={zone} />
              {FACT_DOT}
              {t(`admin.run.status.${lastCheck.status}`)}
              {FACT_DOT}
              <Checked counts={lastCheck.counts} />
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
      <Section title={t("admin.sources.add")} anchor="add" className="scroll-mt-20">
        <SourceForm episode={loaderData.episode} failure={isAddFailure ? failure : undefined} />
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

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return noindexMeta(matches, "admin.sources");
}
