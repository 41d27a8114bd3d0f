import { LayoutGrid, List } from "lucide-react";
import { isRouteErrorResponse, Link, useNavigate, useNavigation } from "react-router";
import { scopeContext } from "~/http/context";
import { withPageErrors, type PageErrorData } from "~/http/pages/page-errors.server";
import { pageWords } from "~/http/pages/page-words";
import { visitorContext } from "~/http/pages/settings/visitor-settings";
import { pageMeta } from "~/features/catalog/anime";
import { rememberedGenres, rememberedStudios } from "~/http/remembered-catalog.server";
import { parseListing } from "~/features/catalog/listing/listing-filters";
import type { ListingQuery } from "~/features/catalog/listing/listing-query";
import { withSeenColors } from "~/features/catalog/pictures/seen-pictures.server";
import { searchAnime } from "~/features/catalog/listing/search-anime.server";
import { normaliseName } from "~/features/catalog/term-key";
import type { ListingOrder } from "~/features/catalog/vocabulary";
import { animeCard } from "~/features/catalog/view/cards/anime-card.server";
import { CardStates } from "~/features/catalog/view/cards/card-states";
import { AnimeGrid } from "~/features/catalog/view/cards/anime-grid";
import { AnimeList } from "~/features/catalog/view/cards/anime-list";
import { appliedFilters, nameSpeller } from "~/features/catalog/view/browse/applied-filters";
import { genresByName } from "~/features/catalog/view/browse/genres-by-name";
import {
  BROWSE_PER_PAGE,
  browsePath,
  type BrowseView,
} from "~/features/catalog/view/browse/browse-path";
import { countedFacets } from "~/features/catalog/view/browse/facet-counts";
import {
  FILTER_FORM_ID,
  FilterButton,
  FilterPanel,
} from "~/features/catalog/view/browse/filter-panel";
import { formParameters } from "~/features/catalog/view/browse/form-parameters";
import { SeasonSteps } from "~/features/catalog/view/browse/season-steps";
import { readJoinState, useJoinedPages } from "~/features/catalog/view/browse/use-joined-pages";
import { RecentSearches } from "~/features/search-history/view/recent-searches";
import { ownListStates } from "~/http/pages/own-list-states.server";
import { Rich, useWords } from "~/language/words-context";
import { ErrorPage } from "~/routes/site/error-page";
import { ButtonLink } from "~/ui/button";
import { RemovableChip } from "~/ui/chip";
import { classNames } from "~/ui/class-names";
import { Select } from "~/ui/forms/field";
import { Notice } from "~/ui/notice";
import { Pagination } from "~/ui/paging/pagination";
import { facetsOf, ownSearches, waysOut, type WayOut } from "./browse-data.server";
import type { Route } from "./+types/browse";

/** Studios that are there to tick before anything is typed. */
const STUDIOS_AT_FIRST = 60;

export async function loader({ request, context }: Route.LoaderArgs) {
  const scope = context.get(scopeContext);
  const { services, words } = scope;
  const { titleLanguage, parentalControl } = context.get(visitorContext);
  const parameters = new URL(request.url).searchParams;
  const view: BrowseView = parameters.get("view") === "list" ? "list" : "grid";

  return withPageErrors(scope, async () => {
    const query: ListingQuery = {
      ...parseListing(parameters),
      parentalControl,
      perPage: BROWSE_PER_PAGE,
    };
    const [{ items, total }, genres, studios, recent, facets] = await Promise.all([
      searchAnime(services, query),
      rememberedGenres(services, parentalControl),
      rememberedStudios(services, parentalControl),
      ownSearches(request, scope, query.search),
      countedFacets(facetsOf(services, query)),
    ]);
    const spell = nameSpeller(
      [...genres, ...studios].map(({ name }) => name),
      normaliseName,
    );
    const applied = appliedFilters(query, spell, words);
    const cards = items.map((anime) => animeCard(anime, titleLanguage));
    const [colored, listStates] = await Promise.all([
      withSeenColors(services.db, cards),
      ownListStates(request, scope, cards),
    ]);
    return {
      query,
      view,
      recent,
      genres: genresByName(
        words,
        genres.map(({ name }) => ({ name, count: facets.genres[name] ?? 0 })),
      ),
      studios: studios.filter(
        ({ name }, index) =>
          index < STUDIOS_AT_FIRST || query.studios.includes(normaliseName(name)),
      ),
      facets,
      cards: colored,
      listStates,
      meta: pageMeta(total, query.page, query.perPage),
      chips: applied.map(({ label, without }) => ({ label, to: browsePath(without, view) })),
      ways:
        total === 0
          ? await waysOut(applied, query, (relaxed) =>
              searchAnime(services, { ...relaxed, perPage: 1 }),
            )
          : [],
    };
  });
}

export default function Browse({ loaderData }: Route.ComponentProps) {
  const { t } = useWords();
  const { query, view, recent, genres, studios, facets, meta, chips, ways } = loaderData;
  const { cards, states, join } = useJoinedPages({
    page: meta.current_page,
    cards: loaderData.cards,
    states: loaderData.listStates,
  });
  const navigate = useNavigate();
  const navigation = useNavigation();
  const coming =
    navigation.state === "loading" && navigation.location.pathname === "/browse"
      ? navigation.location
      : null;
  const grows = readJoinState(coming?.state) !== null;
  const busy = coming !== null && !grows;
  const apply = (form: HTMLFormElement): void => {
    const parameters = formParameters(new FormData(form)).toString();
    const to = parameters === "" ? "/browse" : `/browse?${parameters}`;
    // The browser's own address: the one that was rendered last is a moment behind it, and going there twice would take Back twice.
    const here = window.location.pathname + window.location.search;
    const goal =
      navigation.location === undefined
        ? here
        : navigation.location.pathname + navigation.location.search;
    if (to !== goal) void navigate(to, { preventScrollReset: true, replace: to === here });
  };

  return (
    <div className="page-column grid gap-x-10 pt-6 md:pt-8 lg:grid-cols-[17rem_minmax(0,1fr)] lg:grid-rows-[auto_1fr]">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-4 lg:col-start-2">
        <div className="flex min-w-0 flex-wrap items-baseline gap-x-4">
          <h1 className="text-2xl">
            {query.search === null ? t("browse.title") : t("browse.quoted", { text: query.search })}
          </h1>
          <p role="status" className="text-sm text-ink-soft">
            {t("count.titles", { count: meta.total_items })}
          </p>
        </div>
        <div className="flex gap-2 max-sm:w-full">
          <FilterButton applied={chips.length} />
          <SortSelect order={query.order} searching={query.search !== null} />
          <ViewLinks query={query} view={view} />
        </div>
      </div>
      <div className="lg:row-span-2 lg:row-start-1">
        <FilterPanel
          query={query}
          view={view}
          genres={genres}
          studios={studios}
          facets={facets}
          total={meta.total_items}
          busy={busy}
          onApply={apply}
        />
      </div>
      <div className="lg:col-start-2">
        <RecentSearches searches={recent} />
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
        <section
          aria-label={t("browse.results")}
          aria-busy={busy}
          className={classNames("mt-6 transition-opacity", busy && "opacity-50")}
        >
          <CardStates value={states}>
            {cards.length > 0 ? (
              view === "list" ? (
                <AnimeList cards={cards} />
              ) : (
                <AnimeGrid cards={cards} />
              )
            ) : (
              <Nothing meta={meta} ways={ways} query={query} view={view} />
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
                {t(grows ? "browse.moreComing" : "browse.more")}
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
  const { t } = useWords();
  const orders: readonly ListingOrder[] = searching ? ["relevance", ...ORDERS] : ORDERS;
  return (
    <label className="min-w-0 grow">
      <span className="sr-only">{t("browse.sortBy")}</span>
      <Select
        key={order}
        form={FILTER_FORM_ID}
        name="order_by"
        defaultValue={order}
        options={orders.map((name) => [name, t(`order.${name}`)])}
        className="sm:w-44"
        onChange={(event) => event.currentTarget.form?.requestSubmit()}
      />
    </label>
  );
}

function ViewLinks({ query, view }: { query: ListingQuery; view: BrowseView }) {
  const { t } = useWords();
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

interface NothingProps {
  meta: { total_items: number; last_page: number };
  ways: readonly WayOut[];
  query: ListingQuery;
  view: BrowseView;
}

function Nothing({ meta, ways, query, view }: NothingProps) {
  const { t, number } = useWords();
  if (meta.total_items > 0) {
    return (
      <Notice glyph="終点" title={t("browse.endsBefore")}>
        <ButtonLink to={browsePath({ ...query, page: meta.last_page }, view)}>
          {t("browse.toLastPage", { page: number(meta.last_page) })}
        </ButtonLink>
      </Notice>
    );
  }
  return (
    <Notice glyph="皆無" title={t("browse.nothingFits")}>
      {ways.length > 0 ? (
        <>
          <p>{t("browse.dropOne")}</p>
          <ul className="flex flex-wrap gap-2">
            {ways.map(({ label, to, total }) => (
              <li key={label}>
                <ButtonLink to={to} preventScrollReset className="py-2 whitespace-normal">
                  <span>
                    <Rich
                      message="browse.without"
                      values={{ label, count: number(total) }}
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
  const { t } = pageWords(matches);
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
