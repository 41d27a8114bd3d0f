import { Invalid, NotFound } from "~/errors/app-error";
import { pageMeta, type Anime } from "~/features/catalog/anime";
import type { HideChoice } from "~/features/listing/hidden/hide-choices";
import type { HiddenTitles } from "~/features/listing/hidden/hidden-titles.server";
import { DEFAULT_QUERY } from "~/features/listing/listing-query";
import type { CatalogDatabase } from "~/features/listing/listing-source.server";
import { withCoverColors } from "~/features/catalog/images/cover-previews.server";
import { listAnime } from "~/features/listing/list-anime.server";
import { normaliseName } from "~/features/catalog/term-key";
import type { TitleLanguage } from "~/features/catalog/title-language";
import { animeCard } from "~/features/catalog/view/cards/anime-card.server";
import { BROWSE_PER_PAGE, browsePath } from "~/features/listing/view/browse-path";

interface PageHide {
  choices: readonly HideChoice[];
  titles: HiddenTitles | null;
}

interface NamedListingOptions {
  field: "genres" | "studios";
  name: string;
  page: string | null;
  parentalControl: boolean;
  titleLanguage: TitleLanguage;
  hide: PageHide;
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
  database: CatalogDatabase,
  { field, name, page, parentalControl, titleLanguage, hide }: NamedListingOptions,
) {
  const normalised = normaliseName(requireStorableName(name));
  if (normalised === "" || normalised.length > MAX_NAME_LENGTH)
    throw new NotFound("listing.nameNotFound");
  const query = {
    ...DEFAULT_QUERY,
    [field]: [normalised],
    order: field === "genres" ? DEFAULT_QUERY.order : "newest",
    page: parsePage(page),
    perPage: BROWSE_PER_PAGE,
    parentalControl,
  };
  const { items, total } = await listAnime(database, query, hide.titles);
  const isAllHidden =
    total === 0 && hide.titles !== null && (await listAnime(database, query)).total > 0;
  if (items.length === 0 && !isAllHidden)
    throw new NotFound(total === 0 ? "listing.noTitles" : "listing.pastLastPage");
  const catalogName = items
    .flatMap((anime: Anime) => anime[field])
    .find((candidate) => normaliseName(candidate) === normalised);
  return {
    name: catalogName ?? name,
    cards: await withCoverColors(
      database.db,
      items.map((anime) => animeCard(anime, titleLanguage)),
    ),
    meta: pageMeta(total, query.page, query.perPage),
    browse: browsePath({ [field]: [normalised], hide: hide.choices }),
  };
}

function parsePage(text: string | null): number {
  return text !== null && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1;
}
