import { possibleRatings } from "~/features/catalog/parental-control";
import { hideOnPage } from "~/pages/parts/hide-on-page.server";
import { browseFeedPath } from "~/features/feeds/feed-path.server";
import { findNamedMatches } from "~/pages/parts/named-matches.server";
import { pageMeta } from "~/features/catalog/anime";
import { cachedGenres } from "~/pages/parts/cached-catalog.server";
import { hideKinds } from "~/features/listing/hidden/hide-choices";
import { parseListing } from "~/features/listing/parse-listing.server";
import type { ListingQuery } from "~/features/listing/listing-query";
import { withCoverColors } from "~/features/catalog/images/cover-previews.server";
import { withoutClips } from "~/features/listing/clips";
import { listAnime } from "~/features/listing/list-anime.server";
import { withSharedSearches } from "~/features/listing/listing-source.server";
import { presentCards } from "~/pages/parts/present-cards.server";
import { animeCard } from "~/features/catalog/view/cards/anime-card.server";
import { appliedFilters, catalogNameFormatter } from "~/pages/parts/applied-filters.server";
import { genresByName } from "~/features/listing/view/genres-by-name";
import { withMatches } from "./with-matches.server";
import { BROWSE_PER_PAGE, browsePath, type BrowseView } from "~/features/listing/view/browse-path";
import { countFacets } from "~/features/listing/view/facet-counts";
import { RANDOM_NONE, RANDOM_PARAMETER } from "~/pages/parts/random-search";
import { getListStates } from "~/pages/parts/get-list-states.server";
import { listRecentSearches } from "~/pages/parts/list-recent-searches.server";
import { facetsWithout, studioChoices, suggestRelaxations } from "./filter-choices.server";
import { getBrowseBar } from "./browse-bar.server";
import type { PageViewer } from "~/pages/viewer/page-viewer";
import type { SharedServices } from "~/services/shared-services";

const NAMED_PER_KIND = 2;

const MAX_NAMED = 3;

/** Genres that are shown first, most frequent in the catalog. */
const MAIN_GENRES = 5;

/** Reads a page of the listing, the choices of its filters and what else matches its search. */
export async function loadBrowse(
  { sql, db, caches, log }: Pick<SharedServices, "sql" | "db" | "caches" | "log">,
  viewer: PageViewer,
  { parameters, isDirect }: { parameters: URLSearchParams; isDirect: boolean },
) {
  const catalog = withSharedSearches({ sql, db, caches });
  const { i18n, titleLanguage, parentalControl } = viewer;
  const view: BrowseView = parameters.get("view") === "list" ? "list" : "grid";
  const given = parseListing(parameters);
  const hide = await hideOnPage(catalog, viewer, { surface: "browse", given: given.hide });
  const query: ListingQuery = {
    ...given,
    hide: hide.choices,
    parentalControl,
    perPage: BROWSE_PER_PAGE,
  };
  const shown = withoutClips(query);
  const listed = listAnime(catalog, shown, hide.titles);
  const allGenres = cachedGenres(catalog, parentalControl);
  const [{ items, total, others }, genres, spell, facets] = await Promise.all([
    listed,
    allGenres,
    catalogNameFormatter(catalog, parentalControl),
    countFacets({
      query,
      genres: allGenres,
      facetsWithout: facetsWithout(catalog, query, hide.titles),
      countTitles: async () => {
        const single = { ...shown, collapsed: false, page: 1, perPage: 1 };
        return (await (query.collapsed ? listAnime(catalog, single, hide.titles) : listed)).total;
      },
    }),
  ]);
  const [studios, recent, searches] = await Promise.all([
    studioChoices(catalog, query, hide.titles),
    listRecentSearches(
      { db, log },
      viewer,
      query.search === null ? null : { search: query.search, isDirect },
    ),
    getBrowseBar({ db, log }, viewer, { query: { ...query, hide: given.hide }, isDirect }),
  ]);
  const named =
    query.search === null || query.page > 1
      ? []
      : await findNamedMatches(catalog, viewer, {
          text: query.search,
          perKind: NAMED_PER_KIND,
          limit: MAX_NAMED,
        });
  const applied = appliedFilters(query, spell, i18n);
  const cards = items.map((anime) => {
    const card = {
      ...animeCard(anime, titleLanguage),
      ...(view === "list" && { popularity: anime.popularity }),
    };
    const count = others[anime.mal_id];
    return count === undefined ? card : { ...card, others: count };
  });
  const found = query.search === null ? cards : withMatches(query.search, cards, items);
  const [colored, listStates] = await Promise.all([
    withCoverColors(catalog.db, found),
    getListStates(db, viewer, cards),
  ]);
  return presentCards(catalog, viewer, {
    query: { ...query, parentalControl: parentalControl !== false },
    wasRandom: parameters.get(RANDOM_PARAMETER) === RANDOM_NONE,
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
    ratings: possibleRatings(parentalControl),
    facets,
    cards: colored,
    feed: browseFeedPath(browsePath(query), i18n.locale),
    listStates,
    meta: pageMeta(total, query.page, query.perPage),
    chips: applied.map(({ label, without }) => ({ label, to: browsePath(without, view) })),
    relaxations:
      total === 0
        ? await suggestRelaxations(applied, query, (relaxed) =>
            listAnime(
              catalog,
              { ...withoutClips(relaxed), perPage: 1 },
              hideKinds(relaxed.hide).length === 0 ? null : hide.titles,
            ),
          )
        : [],
  });
}
