import {
  ChartColumn,
  History,
  Layers,
  LayoutGrid,
  Rows3,
  Shuffle,
  Table2,
  Upload,
} from "lucide-react";
import { Form, isRouteErrorResponse } from "react-router";
import type { ListLayout } from "~/features/catalog/list-layout";
import { hideScores } from "~/features/catalog/spoilers/hide-scores";
import { normaliseName } from "~/features/catalog/term-key";
import { activeFilters, NO_FILTERS } from "~/features/listing/filters/filters";
import { parseFilters } from "~/features/listing/parse-listing.server";
import { createNameFormatter } from "~/features/listing/view/applied-filters.server";
import { readSitePreferences } from "~/features/profile/site-preferences";
import { BulkForm, SelectAll } from "~/features/watch-list/view/bulk-form";
import { DownloadLinks } from "~/features/watch-list/view/download-links";
import { toEditedEntry } from "~/features/watch-list/view/entry-controls";
import { EDIT_PARAMETER } from "~/features/watch-list/view/entry-editor-path";
import { EntryEditorSection } from "~/features/watch-list/view/entry-editor-section";
import { EntryRow } from "~/features/watch-list/view/entry-row";
import { ListFilterForm } from "~/features/watch-list/view/list-filter-form";
import {
  isNarrowed,
  listPath,
  readListView,
  type ListView,
} from "~/features/watch-list/view/list-view";
import { listPage } from "~/features/watch-list/view/list-page.server";
import { cachedGenres, cachedStudios } from "~/http/cached-catalog.server";
import { openCachedList } from "~/http/cached-list.server";
import { i18nContext, servicesContext, type Services } from "~/http/context";
import { handleListForm } from "~/http/pages/list-form.server";
import { takeFlashMessage } from "~/http/pages/page-change.server";
import { withPageErrors, type PageErrorData } from "~/http/pages/page-errors.server";
import { noindexMeta } from "~/http/pages/page-i18n";
import { requirePageSession } from "~/http/session/page-session.server";
import { visitorSettingsContext } from "~/http/pages/settings/visitor-settings";
import { Trans, useI18n } from "~/i18n/i18n-context";
import { ErrorPage, RouteErrorPage } from "~/routes/site/error-page";
import { Button, ButtonLink } from "~/ui/button";
import { changeInPlace } from "~/ui/changes/change-in-place";
import { ChangeToast } from "~/ui/changes/change-toast";
import { useActionMessage } from "~/ui/changes/use-action-message";
import { RemovableChip } from "~/ui/chip";
import { Link } from "~/ui/link";
import { Notice } from "~/ui/notice";
import { Pagination } from "~/ui/paging/pagination";
import { lazyPart } from "~/ui/lazy-part";
import type { Route } from "./+types/list";

const EntryGrid = lazyPart(
  async () => (await import("~/features/watch-list/view/entry-grid")).EntryGrid,
);
const EntryTable = lazyPart(
  async () => (await import("~/features/watch-list/view/entry-table")).EntryTable,
);

const SELECTION_FORM = "selected-titles";
const PICK_PATH = "/list/pick";
/** Icons on phones, so that the titles begin higher. */
const HEADER_LINKS = [
  [PICK_PATH, "list.pick", Shuffle],
  ["/list/history", "listHistory.link", History],
  ["/profile/statistics", "stats.heading", ChartColumn],
  ["/list/import", "list.import", Upload],
] as const;

export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { titleLanguage, parentalControl, hides, skipsFiller } =
    context.get(visitorSettingsContext);
  const session = await requirePageSession(request, context);
  return withPageErrors(context, async () => {
    const parameters = new URL(request.url).searchParams;
    const view = readListView(parameters, parseFilters(parameters));
    const { scoreScale: scale, site } = session.user.preferences;
    const { listLayout, listCollapsed } = readSitePreferences(site);
    return {
      view,
      layout: view.layout ?? listLayout,
      scale,
      editedId: Number(parameters.get(EDIT_PARAMETER)),
      note: await takeFlashMessage(request, context),
      ...hideScores(
        hides,
        await listPage(services.db, session.user.id, view, {
          collapses: listCollapsed,
          language: titleLanguage,
          parentalControl,
          skipsFiller,
          formatName: await nameFormatter(services, view, parentalControl),
          scale,
          i18n: context.get(i18nContext),
          now: new Date(),
          countTabs: async () =>
            (await openCachedList(services, session.user.id)).countTabs({
              parentalControl,
              hidePrivate: false,
            }),
        }),
      ),
    };
  });
}

async function nameFormatter(services: Services, { filters }: ListView, parentalControl: boolean) {
  if (activeFilters(filters).length === 0) return createNameFormatter([], normaliseName);
  const names = await Promise.all([
    cachedGenres(services, parentalControl),
    cachedStudios(services, parentalControl),
  ]);
  return createNameFormatter(
    names.flat().map(({ name }) => name),
    normaliseName,
  );
}

export function action({ request, context }: Route.ActionArgs) {
  return handleListForm(request, context);
}

export function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  return changeInPlace(request, serverAction);
}

export default function MyList({ loaderData, actionData }: Route.ComponentProps) {
  const { t, formatNumber } = useI18n();
  const { view, layout, collapsed, scale, note, tabs, entries, found, page, last, hidden, total } =
    loaderData;
  const { facets, filters, relaxations } = loaderData;
  const edited = entries.find(({ card }) => card.id === loaderData.editedId);
  const failure = actionData?.change === null ? actionData.failure : undefined;
  const { result, showResult } = useActionMessage(
    note,
    edited === undefined || failure === undefined ? actionData : undefined,
  );
  const path = listPath(view);
  const shared = { scale, path, showResult, selectionForm: SELECTION_FORM };
  const label = t(`listTab.${view.tab}`);
  return (
    <div className="page-column pt-8 md:pt-10">
      <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <h1 className="text-3xl font-bold max-md:text-2xl">{t("list.heading")}</h1>
        <div className="flex gap-2 max-sm:gap-1.5">
          {HEADER_LINKS.map(([to, message, Icon]) => (
            <ButtonLink
              key={to}
              to={to}
              reloadDocument={to === PICK_PATH}
              title={t(message)}
              className="max-sm:px-0"
            >
              <Icon aria-hidden className="size-4" />
              <span className="max-sm:sr-only">{t(message)}</span>
            </ButtonLink>
          ))}
        </div>
      </header>
      <nav aria-label={t("list.tabs")} className="mt-6 overflow-x-auto border-b border-rule">
        <ul className="flex">
          {tabs.map(({ tab, count }) => (
            <li key={tab}>
              <Link
                to={listPath({ ...view, tab, page: 1 })}
                preventScrollReset
                aria-current={view.tab === tab ? "page" : undefined}
                className="flex min-h-12 items-center gap-2 border-b-2 border-transparent px-3 text-sm font-medium whitespace-nowrap text-ink-soft hover:text-ink aria-[current=page]:border-accent-text aria-[current=page]:text-ink sm:px-4"
              >
                {t(`listTab.${tab}`)}
                <span className="text-xs text-ink-faint tabular-nums">{formatNumber(count)}</span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {total === 0 ? null : (
        <ListFilterForm view={view} facets={facets} applied={filters.length} scale={scale} />
      )}
      {filters.length === 0 ? null : (
        <ul aria-label={t("browse.appliedFilters")} className="mt-4 flex flex-wrap gap-2">
          {filters.map(({ label, without }) => (
            <li key={label}>
              <RemovableChip to={listPath(without)} label={label} />
            </li>
          ))}
        </ul>
      )}
      {entries.length === 0 ? (
        <Empty view={view} total={total} relaxations={relaxations} />
      ) : (
        <>
          <div className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-3">
            <p className="text-sm text-ink-soft">
              {t(collapsed ? "count.franchises" : "count.titles", { count: found })}
            </p>
            <SelectAll form={SELECTION_FORM} />
            <span className="grow" />
            <CollapseForm view={view} collapsed={collapsed} />
            <LayoutForm view={view} layout={layout} />
          </div>
          {edited === undefined ? null : (
            <EntryEditorSection
              editor={toEditedEntry(edited, scale, path)}
              heading={edited.card.title.text}
              failure={failure}
              showResult={showResult}
            />
          )}
          {layout === "table" ? (
            <EntryTable entries={entries} label={label} {...shared} />
          ) : layout === "grid" ? (
            <EntryGrid entries={entries} label={label} {...shared} />
          ) : (
            <ul aria-label={label} className="mt-2 border-t border-rule">
              {entries.map((entry) => (
                <EntryRow key={entry.card.id} entry={entry} {...shared} />
              ))}
            </ul>
          )}
          <BulkForm
            id={SELECTION_FORM}
            tags={[...new Set(entries.flatMap(({ tags }) => tags))]}
            scale={scale}
            showResult={showResult}
          />
        </>
      )}
      <Pagination
        current={page}
        last={last}
        pageHref={(number) => listPath({ ...view, page: number })}
      />
      <footer className="mt-10 space-y-4 text-sm text-ink-soft">
        {hidden === 0 ? null : <p>{t("list.hidden", { count: hidden })}</p>}
        {total === 0 ? null : (
          <DownloadLinks
            label={t("list.export")}
            url="/api/user/watchList/export"
            formats={["mal-xml", "json", "csv"]}
          />
        )}
      </footer>
      <ChangeToast result={result} showResult={showResult} />
    </div>
  );
}

const LAYOUTS = [
  ["rows", Rows3],
  ["grid", LayoutGrid],
  ["table", Table2],
] as const;

/** Saves how the list is shown, for this and every later visit. */
function LayoutForm({ view, layout }: { view: ListView; layout: ListLayout }) {
  const { t } = useI18n();
  return (
    <Form
      method="post"
      action="/list/layout"
      replace
      preventScrollReset
      role="group"
      aria-label={t("list.layout")}
      className="flex rounded-md border border-rule-strong p-px"
    >
      <input type="hidden" name="returnTo" value={listPath({ ...view, layout: null })} />
      {LAYOUTS.map(([name, Icon]) => (
        <button
          key={name}
          type="submit"
          name="listLayout"
          value={name}
          aria-label={t(`list.${name}`)}
          aria-pressed={layout === name}
          className="inline-flex size-11 items-center justify-center rounded-sm text-ink-faint hover:text-ink aria-pressed:bg-raised aria-pressed:text-ink"
        >
          <Icon aria-hidden className="size-4" />
        </button>
      ))}
    </Form>
  );
}

/** One card per franchise or per title, for this and every later visit. */
function CollapseForm({ view, collapsed }: { view: ListView; collapsed: boolean }) {
  const { t } = useI18n();
  const returnTo = listPath({
    ...view,
    filters: { ...view.filters, collapsed: false },
    page: 1,
  });
  return (
    <Form method="post" action="/list/layout" replace preventScrollReset>
      <input type="hidden" name="returnTo" value={returnTo} />
      <Button type="submit" weight="bare" name="listCollapsed" value={String(!collapsed)}>
        <Layers aria-hidden className="size-4" />
        {t(collapsed ? "list.everyTitle" : "list.perFranchise")}
      </Button>
    </Form>
  );
}

function Empty({
  view,
  total,
  relaxations,
}: {
  view: ListView;
  total: number;
  relaxations: readonly { label: string; without: ListView; count: number }[];
}) {
  const { t, formatNumber } = useI18n();
  const collection = t(`listTab.${view.tab}`);
  if (isNarrowed(view)) {
    const isSearchOnly = view.search !== "" && !isNarrowed({ ...view, search: "" });
    return (
      <Notice
        glyph="皆無"
        title={
          isSearchOnly
            ? t("list.noMatch", { collection, search: view.search })
            : t("list.noResults")
        }
      >
        {relaxations.length > 1 || !isSearchOnly ? <p>{t("browse.dropOne")}</p> : null}
        <p className="flex flex-wrap gap-2">
          {isSearchOnly
            ? null
            : relaxations.map(({ label, without, count }) => (
                <ButtonLink
                  key={label}
                  to={listPath(without)}
                  preventScrollReset
                  className="py-2 whitespace-normal"
                >
                  <span>
                    <Trans
                      message="browse.without"
                      values={{ label, count: formatNumber(count) }}
                      parts={{ faint: <span className="text-ink-faint tabular-nums" /> }}
                    />
                  </span>
                </ButtonLink>
              ))}
          <ButtonLink
            to={listPath({
              ...view,
              search: "",
              tags: [],
              ownScore: null,
              filters: NO_FILTERS,
              page: 1,
            })}
          >
            {t("list.showAll", { collection })}
          </ButtonLink>
        </p>
      </Notice>
    );
  }
  return (
    <Notice
      glyph={total === 0 ? "白紙" : "余白"}
      title={total === 0 ? t("list.empty") : t("list.emptyTab", { collection })}
    >
      <p>{t(`listEmpty.${view.tab}`)}</p>
      <p className="flex flex-wrap gap-2">
        <ButtonLink to="/browse" weight="primary">
          {t("list.findTitles")}
        </ButtonLink>
        {total === 0 ? <ButtonLink to="/list/import">{t("list.bring")}</ButtonLink> : null}
      </p>
    </Notice>
  );
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return noindexMeta(matches, "list.heading");
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error) || error.status !== 400) return <RouteErrorPage error={error} />;
  const { issues } = error.data as PageErrorData;
  return <ErrorPage status={400} message={issues.map(({ message }) => message).join(" ")} />;
}
