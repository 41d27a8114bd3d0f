import { LayoutGrid, List } from "lucide-react";
import { isRouteErrorResponse, useNavigate, useNavigation } from "react-router";
import { i18nContext, servicesContext } from "~/http/context";
import { hideOnPage } from "~/http/pages/hide-on-page.server";
import { findNamedMatches } from "~/http/pages/named-matches.server";
import { withPageErrors, type PageErrorData } from "~/http/pages/page-errors.server";
import { pageI18n } from "~/http/pages/page-i18n";
import { visitorSettingsContext } from "~/http/pages/settings/visitor-settings";
import { pageMeta } from "~/features/catalog/anime";
import { cachedGenres, cachedStudios } from "~/http/cached-catalog.server";
import { knownKinds } from "~/features/listing/hidden/hide-choices";
import { parseListing } from "~/features/listing/parse-listing.server";
import type { ListingQuery } from "~/features/listing/listing-query";
import { withCoverColors } from "~/features/catalog/images/cover-previews.server";
import { listAnime } from "~/features/listing/list-anime.server";
import { withSharedSearches } from "~/features/listing/listing-source.server";
import { normaliseName } from "~/features/catalog/term-key";
import type { ListingOrder } from "~/features/catalog/vocabulary";
import { hideScores } from "~/features/catalog/spoilers/hide-scores";
import { animeCard } from "~/features/catalog/view/cards/anime-card.server";
import { CardStates } from "~/features/catalog/view/cards/card-states";
import { AnimeGrid } from "~/features/catalog/view/cards/anime-grid";
import {
  appliedFilters,
  createNameFormatter,
} from "~/features/listing/view/applied-filters.server";
import { genresByName } from "~/features/listing/view/genres-by-name";
import { activeFilters } from "~/features/listing/filters/filters";
import { withMatches } from "~/features/listing/view/with-matches.server";
import { BROWSE_PER_PAGE, browsePath, type BrowseView } from "~/features/listing/view/browse-path";
import { countFacets } from "~/features/listing/view/facet-counts";
import { FILTER_FORM_ID, FilterButton, FilterPanel } from "~/features/listing/view/filter-panel";
import { formParameters } from "~/features/listing/view/form-parameters";
import { SeasonSteps } from "~/features/listing/view/season-steps";
import { readJoinState, useJoinedPages } from "~/features/listing/view/use-joined-pages";
import { RecentSearches } from "~/features/search-history/view/recent-searches";
import { BrowseBar } from "~/features/saved-search/view/browse-bar";
import { getListStates } from "~/http/pages/get-list-states.server";
import { listRecentSearches } from "~/http/pages/list-recent-searches.server";
import { Trans, useI18n } from "~/i18n/i18n-context";
import { ErrorPage } from "~/routes/site/error-page";
import { ButtonLink } from "~/ui/button";
import { RemovableChip } from "~/ui/chip";
import { classNames } from "~/ui/class-names";
import { SubmitSelect } from "~/ui/forms/submit-select";
import { Link } from "~/ui/link";
import { Notice } from "~/ui/notice";
import { Pagination } from "~/ui/paging/pagination";
import {
  facetsWithout,
  studioChoices,
  suggestRelaxations,
  type Relaxation,
} from "./browse-data.server";
import { getBrowseBar } from "./saved-searches-data.server";
import { lazyPart } from "~/ui/lazy-part";
import type { Route } from "./+types/browse";

const AnimeList = lazyPart(
  async () => (await import("~/features/catalog/view/cards/anime-list")).AnimeList,
);

const NamedResults = lazyPart(async () => (await import("./named-results")).NamedResults);

const NAMED_PER_KIND = 2;
const MAX_NAMED = 3;
/** Shown first, most frequent in the catalog. */
const MAIN_GENRES = 5;

export async function loader({ request, context }: Route.LoaderArgs) {
  const catalog = withSharedSearches(context.get(servicesContext).catalog);
  const i18n = context.get(i18nContext);
  const { titleLanguage, parentalControl, hides } = context.get(visitorSettingsContext);
  const parameters = new URL(request.url).searchParams;
  const view: BrowseView = parameters.get("view") === "list" ? "list" : "grid";

  return withPageErrors(context, async () => {
    const given = parseListing(parameters);
    const hide = await hideOnPage(request, context, "browse", given.hide);
    const query: ListingQuery = {
      ...given,
      hide: hide.choices,
      parentalControl,
      perPage: BROWSE_PER_PAGE,
    };
    const [{ items, total, others }, genres, allStudios, studios, recent, facets, searches, named] =
      await Promise.all([
        listAnime(catalog, query, hide.titles),
        cachedGenres(catalog, parentalControl),
        cachedStudios(catalog, parentalControl),
        studioChoices(catalog, query, hide.titles),
        listRecentSearches(request, context, query.search),
        countFacets(facetsWithout(catalog, query, hide.titles)),
        getBrowseBar(request, context, { ...query, hide: given.hide }),
        query.search === null || query.page > 1
          ? []
          : findNamedMatches(context, {
              text: query.search,
              perKind: NAMED_PER_KIND,
              limit: MAX_NAMED,
            }),
      ]);
    const spell = createNameFormatter(
      [...genres, ...allStudios].map(({ name }) => name),
      normaliseName,
    );
    const applied = appliedFilters(query, spell, i18n);
    const cards = items.map((anime) => {
      const card = animeCard(anime, titleLanguage);
      const count = others[anime.mal_id];
      return count === undefined ? card : { ...card, others: count };
    });
    const found = query.search === null ? cards : withMatches(query.search, cards, items);
    const [colored, listStates] = await Promise.all([
      withCoverColors(catalog.db, found),
      getListStates(request, context, cards),
    ]);
    return hideScores(hides, {
      query,
      hiding: hide.toggle === null ? null : { hasDefault: hide.hasDefault },
      view,
      recent,
      searches,
      named,
      genres: genresByName(
        i18n,
        genres.map(({ name }) => ({ name, count: facets.genres[name] ?? 0 })),
      ),
      mainGenres: genres.slice(0, MAIN_GENRES).map(({ name }) => name),
      studios,
      facets,
      cards: colored,
      listStates,
      meta: pageMeta(total, query.page, query.perPage),
      chips: applied.map(({ label, without }) => ({ label, to: browsePath(without, view) })),
      relaxations:
        total === 0
          ? await suggestRelaxations(applied, query, (relaxed) =>
              listAnime(
                catalog,
                { ...relaxed, perPage: 1 },
                knownKinds(relaxed.hide).length === 0 ? null : hide.titles,
              ),
            )
          : [],
    });
  });
}

export default function Browse({ loaderData }: Route.ComponentProps) {
  const { t } = useI18n();
  const {
    query,
    hiding,
    view,
    recent,
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
  const navigate = useNavigate();
  const navigation = useNavigation();
  const nextLocation =
    navigation.state === "loading" && navigation.location.pathname === "/browse"
      ? navigation.location
      : null;
  const isLoadingMore = readJoinState(nextLocation?.state) !== null;
  const isBusy = nextLocation !== null && !isLoadingMore;
  const apply = (form: HTMLFormElement): void => {
    const parameters = formParameters(new FormData(form)).toString();
    const to = parameters === "" ? "/browse" : `/browse?${parameters}`;
    // `useLocation` lags behind the browser's URL.
    const currentPath = window.location.pathname + window.location.search;
    const targetPath =
      navigation.location === undefined
        ? currentPath
        : navigation.location.pathname + navigation.location.search;
    // In a transition the form would show an arrived page after the next choice was made.
    if (to !== targetPath)
      void navigate(to, {
        preventScrollReset: true,
        replace: to === currentPath,
        flushSync: true,
      });
  };

  return (
    <div className="page-column grid gap-x-10 pt-6 md:pt-8 lg:grid-cols-[18.5rem_minmax(0,1fr)] lg:grid-rows-[auto_1fr]">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-4 lg:col-start-2">
        <div className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-4">
          <h1 className="text-2xl">
            {query.search === null ? t("browse.title") : t("browse.quoted", { text: query.search })}
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
      <div className="relative lg:row-span-2 lg:row-start-1">
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
          facets={facets}
          total={meta.total_items}
          busy={isBusy}
          onApply={apply}
        />
      </div>
      <div className="lg:col-start-2">
        {/* With scripts they are in the search box. */}
        <noscript>
          <RecentSearches searches={recent} />
        </noscript>
        <SeasonSteps query={query} view={view} />
        {chips.length === 0 ? null : (
          <ul aria-label={t("browse.appliedFilters")} className="mt-4 flex flex-wrap gap-2">
            {chips.map(({ label, to }) => (
              <li key={label}>
                <RemovableChip to={to} label={label} />
              </li>
            ))}
            <li>
              <Link
                to={browsePath({}, view)}
                preventScrollReset
                className="inline-flex min-h-11 items-center px-2 text-sm font-medium text-accent-text hover:underline md:min-h-9"
              >
                {t("browse.clearAll")}
              </Link>
            </li>
          </ul>
        )}
        <BrowseBar {...searches} />
        {loaderData.named.length === 0 ? null : <NamedResults matches={loaderData.named} />}
        <section
          id="results"
          tabIndex={-1}
          aria-label={t("browse.results")}
          aria-busy={isBusy}
          className={classNames("mt-6 outline-none transition-opacity", isBusy && "opacity-50")}
        >
          <CardStates value={states}>
            {cards.length > 0 ? (
              view === "list" ? (
                <AnimeList cards={cards} />
              ) : (
                <AnimeGrid cards={cards} />
              )
            ) : (
              <NoResults meta={meta} relaxations={relaxations} query={query} view={view} />
            )}
          </CardStates>
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
        </section>
      </div>
    </div>
  );
}

const ORDERS: readonly ListingOrder[] = [
  "score",
  "popularity",
  "newest",
  "title_asc",
  "title",
  "score_asc",
];

function SortSelect({ order, searching }: { order: ListingOrder; searching: boolean }) {
  const { t } = useI18n();
  const orders: readonly ListingOrder[] = searching ? ["relevance", ...ORDERS] : ORDERS;
  return (
    <label className="min-w-0 grow">
      <span className="sr-only">{t("browse.sortBy")}</span>
      <SubmitSelect
        form={FILTER_FORM_ID}
        name="order_by"
        defaultValue={order}
        options={orders.map((name) => [name, t(`order.${name}`)])}
        className="sm:w-44"
      />
    </label>
  );
}

function ViewLinks({ query, view }: { query: ListingQuery; view: BrowseView }) {
  const { t } = useI18n();
  const views = [
    ["grid", t("browse.grid"), LayoutGrid],
    ["list", t("browse.list"), List],
  ] as const;
  return (
    <div
      role="group"
      aria-label={t("browse.view")}
      className="flex rounded-md border border-rule-strong p-px"
    >
      {views.map(([name, label, Icon]) => (
        <Link
          key={name}
          to={browsePath(query, name)}
          preventScrollReset
          aria-label={label}
          aria-current={view === name ? "true" : undefined}
          className="inline-flex size-11 items-center justify-center rounded-sm text-ink-faint hover:text-ink aria-[current=true]:bg-raised aria-[current=true]:text-ink"
        >
          <Icon aria-hidden className="size-4" />
        </Link>
      ))}
    </div>
  );
}

interface NoResultsProps {
  meta: { total_items: number; last_page: number };
  relaxations: readonly Relaxation[];
  query: ListingQuery;
  view: BrowseView;
}

function NoResults({ meta, relaxations, query, view }: NoResultsProps) {
  const { t, formatNumber } = useI18n();
  if (meta.total_items > 0) {
    return (
      <Notice glyph="終点" title={t("browse.endsBefore")}>
        <ButtonLink to={browsePath({ ...query, page: meta.last_page }, view)}>
          {t("browse.toLastPage", { page: formatNumber(meta.last_page) })}
        </ButtonLink>
      </Notice>
    );
  }
  const isSearchOnly = query.search !== null && activeFilters(query).length === 1;
  return (
    <Notice
      glyph="皆無"
      title={
        isSearchOnly
          ? t("site.noTitlesFor", { query: query.search ?? "" })
          : t("browse.nothingFits")
      }
    >
      {query.search === null ? null : <p>{t("site.noTitlesTry")}</p>}
      {relaxations.length > 0 ? (
        <>
          <p>{t("browse.dropOne")}</p>
          <ul className="flex flex-wrap gap-2">
            {relaxations.map(({ label, to, total }) => (
              <li key={label}>
                <ButtonLink to={to} preventScrollReset className="py-2 whitespace-normal">
                  <span>
                    <Trans
                      message="browse.without"
                      values={{ label, count: formatNumber(total) }}
                      parts={{ faint: <span className="text-ink-faint tabular-nums" /> }}
                    />
                  </span>
                </ButtonLink>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <ButtonLink to={browsePath({}, view)}>{t("browse.clearAllFilters")}</ButtonLink>
      )}
    </Notice>
  );
}

export function meta({ loaderData, matches }: Route.MetaArgs): Route.MetaDescriptors {
  const { t } = pageI18n(matches);
  const search = loaderData?.query.search;
  return [
    {
      title: t("site.pageTitle", {
        title: search ? t("browse.quoted", { text: search }) : t("browse.title"),
      }),
    },
    { name: "description", content: t("browse.description") },
    ...(search || (loaderData?.chips.length ?? 0) > 2
      ? [{ name: "robots", content: "noindex" }]
      : []),
  ];
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error) || error.status !== 400) throw error;
  const { issues } = error.data as PageErrorData;
  return <ErrorPage status={400} message={issues.map(({ message }) => message).join(" ")} />;
}
