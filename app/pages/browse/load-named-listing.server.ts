import { Invalid, NotFound } from "~/errors/app-error";
import { pageMeta, type Anime } from "~/features/catalog/anime";
import { DEFAULT_QUERY } from "~/features/listing/listing-query";
import { withCoverColors } from "~/features/catalog/images/cover-previews.server";
import { browseFeedPath } from "~/features/feeds/feed-path.server";
import { listAnime } from "~/features/listing/list-anime.server";
import { normaliseName } from "~/features/catalog/term-key";
import { animeCard } from "~/features/catalog/view/cards/anime-card.server";
import { BROWSE_PER_PAGE, browsePath } from "~/features/listing/view/browse-path";
import { getListStates } from "~/pages/parts/get-list-states.server";
import { hideOnPage, readHide } from "~/pages/parts/hide-on-page.server";
import { presentCards } from "~/pages/parts/present-cards.server";
import type { PageViewer } from "~/pages/viewer/page-viewer";
import type { CatalogTools } from "~/services/shared-services";

interface NamedListingRequest {
  field: "genres" | "studios";
  name: string;
  parameters: URLSearchParams;
}

const MAX_NAME_LENGTH = 200;

/** Throws `Invalid` for a name that the database cannot hold. */
export function requireStorableName(name: string): string {
  if (!name.includes("\0")) return name;
  throw new Invalid([{ path: "name", message: { key: "field.noNul", values: { field: "name" } } }]);
}

/**
 * Lists a genre's titles best first, a studio's newest first. Has no cards where all are hidden.
 * Throws `NotFound` and `Invalid`.
 */
export async function loadNamedListing(
  services: CatalogTools,
  viewer: PageViewer,
  { field, name, parameters }: NamedListingRequest,
) {
  const { i18n, parentalControl, titleLanguage } = viewer;
  const hide = await hideOnPage(services, viewer, {
    surface: "names",
    given: readHide(parameters),
  });
  const normalised = normaliseName(requireStorableName(name));
  if (normalised === "" || normalised.length > MAX_NAME_LENGTH)
    throw new NotFound("listing.nameNotFound");
  const query = {
    ...DEFAULT_QUERY,
    [field]: [normalised],
    order: field === "genres" ? DEFAULT_QUERY.order : "newest",
    page: parsePage(parameters.get("page")),
    perPage: BROWSE_PER_PAGE,
    parentalControl,
  };
  const { items, total } = await listAnime(services, query, hide.titles);
  const isAllHidden =
    total === 0 && hide.titles !== null && (await listAnime(services, query)).total > 0;
  if (items.length === 0 && !isAllHidden)
    throw new NotFound(total === 0 ? "listing.noTitles" : "listing.pastLastPage");
  const catalogName = items
    .flatMap((anime: Anime) => anime[field])
    .find((candidate) => normaliseName(candidate) === normalised);
  const cards = await withCoverColors(
    services.db,
    items.map((anime) => animeCard(anime, titleLanguage)),
  );
  const browse = browsePath({
    [field]: [normalised],
    excludedTypes: ["none"],
    hide: hide.choices,
  });
  return presentCards(services, viewer, {
    name: catalogName ?? name,
    cards,
    meta: pageMeta(total, query.page, query.perPage),
    browse,
    feed: browseFeedPath(browse, i18n.locale),
    hideChoices: hide.choices,
    toggle: hide.toggle,
    listStates: await getListStates(services.db, viewer, cards),
  });
}

function parsePage(text: string | null): number {
  return text !== null && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1;
}
