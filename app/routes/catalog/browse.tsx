import { isRouteErrorResponse } from "react-router";
import { feedLink, pageI18n } from "~/frame/page-i18n";
import { CardStates } from "~/features/catalog/view/cards/card-states";
import { AnimeGrid } from "~/features/catalog/view/cards/anime-grid";
import { browsePath } from "~/features/listing/view/browse-path";
import { dropIdleGenreMatch } from "~/features/listing/filters/filters";
import { FilterButton, FilterPanel } from "~/features/listing/view/filter-panel";
import { SeasonSteps } from "~/features/listing/view/season-steps";
import { useJoinedPages } from "~/features/listing/view/use-joined-pages";
import { RecentSearches } from "~/features/search-history/view/recent-searches";
import { useI18n } from "~/i18n/i18n-context";
import { ErrorPage } from "~/frame/error-page";
import { ButtonLink } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import { Pagination } from "~/ui/paging/pagination";
import { lazyPart, lazyTopPart } from "~/ui/lazy-part";
import { AppliedFilters } from "~/pages/browse/applied-filters";
import { useFilterNavigation } from "~/pages/browse/use-filter-navigation";
import { SortSelect, ViewLinks } from "~/pages/browse/listing-controls";
import { NoResults } from "~/pages/browse/no-results";
import { RANDOM_PARAMETER } from "~/pages/parts/random-search";
import type { PageHandle } from "~/frame/page-handle";
import type { Route } from "./+types/browse";
import type { PageErrorData } from "~/frame/page-error-data";
import { servicesContext } from "~/http/context";
import { getPageViewer } from "~/http/viewer/get-page-viewer.server";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { takeFlashMessage } from "~/http/pages/page-change.server";
import { isDirectVisit } from "~/http/request/direct-visit";
import { loadBrowse } from "~/pages/browse/load-browse.server";

const TitleTable = lazyPart(async () => (await import("~/pages/browse/title-table")).TitleTable);

// Visitors do not load these.
const StateLegend = lazyTopPart(
  async () => (await import("~/features/catalog/view/cards/state-legend")).StateLegend,
);
const DepartedCard = lazyPart(
  async () => (await import("~/features/catalog/view/cards/departed-card")).DepartedCard,
);
const BrowseBar = lazyPart(
  async () => (await import("~/features/saved-search/view/browse-bar")).BrowseBar,
);

const NamedResults = lazyPart(async () => (await import("./named-results")).NamedResults);

export const handle: PageHandle = {
  ...{ isShared: true, canonicalQuery: filterQuery },
  // Each load counts as a visit, after which the matches of a saved search are not new any more.
  staysAsLoaded: true,
};

export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = await getPageViewer(request, context);
  return withPageErrors(context, async () => ({
    ...(await loadBrowse(context.get(servicesContext), viewer, {
      parameters: new URL(request.url).searchParams,
      isDirect: isDirectVisit(request),
    })),
    flashMessage: await takeFlashMessage(request, context),
  }));
}

export default function Browse({ loaderData }: Route.ComponentProps) {
  const { t } = useI18n();
  const {
    query,
    hiding,
    view,
    recent,
    flashMessage,
    searches,
    genres,
    mainGenres,
    studios,
    facets,
    meta,
    chips,
    relaxations,
  } = loaderData;
  const { cards, states, join } = useJoinedPages({
    page: meta.current_page,
    cards: loaderData.cards,
    states: loaderData.listStates,
  });
  const { apply, isLoadingMore, isBusy } = useFilterNavigation();

  return (
    <div className="page-column grid gap-x-10 pt-6 md:pt-8 lg:grid-cols-[18.5rem_minmax(0,1fr)]">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-4 lg:col-span-2">
        <div className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-4">
          <h1 className="text-2xl">
            {query.search === null ? t("site.browse") : t("browse.quoted", { text: query.search })}
          </h1>
          <p role="status" className="text-sm text-ink-soft">
            {t(query.collapsed ? "count.franchises" : "count.titles", { count: meta.total_items })}
          </p>
        </div>
        <ViewLinks query={query} view={view} />
        <div className="flex gap-2 max-sm:w-full">
          <FilterButton applied={chips.length} />
          <SortSelect order={query.order} searching={query.search !== null} />
        </div>
      </div>
      <div className="relative lg:mt-3">
        <a
          href="#results"
          className="absolute -top-7 left-0 z-10 rounded-md bg-accent px-3 py-2 text-sm font-semibold text-on-accent not-focus:sr-only"
        >
          {t("browse.skipToResults")}
        </a>
        <FilterPanel
          query={query}
          hiding={hiding}
          view={view}
          genres={genres}
          mainGenres={mainGenres}
          studios={studios}
          ratings={loaderData.ratings}
          facets={facets}
          total={meta.total_items}
          busy={isBusy}
          onApply={apply}
        />
      </div>
      <div>
        {/* Browsers with scripts show recent searches in the search box. */}
        <noscript>
          {import.meta.env.SSR ? <RecentSearches searches={recent} done={flashMessage} /> : null}
        </noscript>
        <SeasonSteps query={query} view={view} />
        <AppliedFilters chips={chips} view={view} />
        {loaderData.wasRandom ? (
          <p role="status" className="mt-4 border-l-2 border-accent-text py-1 pl-4">
            {t("random.none")}
          </p>
        ) : null}
        {hiding === null ? null : <BrowseBar {...searches} />}
        {loaderData.named.length === 0 ? null : <NamedResults matches={loaderData.named} />}
        <section
          id="results"
          tabIndex={-1}
          aria-label={t("browse.results")}
          aria-busy={isBusy}
          className={classNames("mt-6 outline-none transition-opacity", isBusy && "opacity-50")}
        >
          <CardStates value={states}>
            {Object.keys(states).length === 0 ? null : <StateLegend />}
            {cards.length > 0 ? (
              view === "list" ? (
                <TitleTable cards={cards} query={query} />
              ) : (
                <AnimeGrid cards={cards} />
              )
            ) : (
              <NoResults meta={meta} relaxations={relaxations} query={query} view={view} />
            )}
          </CardStates>
          {hiding === null ? null : <DepartedCard cards={cards} />}
          {meta.current_page < meta.last_page ? (
            <p className="needs-js mt-10 flex justify-center">
              <ButtonLink
                to={browsePath({ ...query, page: meta.current_page + 1 }, view)}
                state={join}
                replace
                preventScrollReset
              >
                {t(isLoadingMore ? "browse.moreComing" : "browse.more")}
              </ButtonLink>
            </p>
          ) : null}
          <Pagination
            current={meta.current_page}
            last={meta.last_page}
            pageHref={(page) => browsePath({ ...query, page }, view)}
          />
          <FeedLink path={loaderData.feed} />
        </section>
      </div>
    </div>
  );
}

function FeedLink({ path }: { path: string }) {
  const { t } = useI18n();
  return (
    <p className="mt-8 text-center">
      <ButtonLink to={path} reloadDocument weight="bare">
        {t("feed.atom")}
      </ButtonLink>
    </p>
  );
}

export function meta({ loaderData, matches }: Route.MetaArgs): Route.MetaDescriptors {
  const { t } = pageI18n(matches);
  const search = loaderData?.query.search;
  return [
    {
      title: t("site.pageTitle", {
        title: search ? t("browse.quoted", { text: search }) : t("site.browse"),
      }),
    },
    { name: "description", content: t("browse.description") },
    ...(search || (loaderData?.chips.length ?? 0) > 2
      ? [{ name: "robots", content: "noindex" }]
      : []),
    ...(loaderData === undefined ? [] : [feedLink(t("feed.atom"), loaderData.feed)]),
  ];
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error) || error.status !== 400) throw error;
  const { issues } = error.data as PageErrorData;
  return <ErrorPage status={400} message={issues.map(({ message }) => message).join(" ")} />;
}

const NO_FILTERS = new Set(["view", RANDOM_PARAMETER]);

/** A layout is no page of its own, and neither is an empty or idle filter. */
function filterQuery(parameters: URLSearchParams): URLSearchParams {
  const filters = [...parameters].filter(([name, value]) => !NO_FILTERS.has(name) && value !== "");
  const query = new URLSearchParams(filters);
  dropIdleGenreMatch(query);
  query.sort();
  return query;
}
