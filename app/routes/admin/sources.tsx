import { Form } from "react-router";
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
import { loadSourcesPage, changeSources } from "~/pages/admin/sources-page.server";
import { sourcesPath } from "~/pages/admin/sources-path";
import { SourceRow } from "~/pages/admin/source-row";
import type { Route } from "./+types/sources";

export function loader({ request, context }: Route.LoaderArgs) {
  return loadSourcesPage(request, context);
}

export function action({ request, context }: Route.ActionArgs) {
  return changeSources(request, context);
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
