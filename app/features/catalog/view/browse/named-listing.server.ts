import { NotFound } from "~/errors/app-error";
import { pageMeta, type Anime } from "~/features/catalog/anime";
import { EVERYTHING } from "~/features/catalog/listing/listing-query";
import type { CatalogDatabase } from "~/features/catalog/listing/listing-source.server";
import { withSeenColors } from "~/features/catalog/pictures/seen-pictures.server";
import { searchAnime } from "~/features/catalog/listing/search-anime.server";
import { normaliseName } from "~/features/catalog/term-key";
import type { TitleLanguage } from "~/features/catalog/title-language";
import { animeCard } from "~/features/catalog/view/cards/anime-card.server";
import { BROWSE_PER_PAGE, browsePath } from "./browse-path";

interface Asked {
  field: "genres" | "studios";
  name: string;
  /** From 1; what is no page number is the first page. */
  page: string | null;
  parentalControl: boolean;
  titleLanguage: TitleLanguage;
}

const LONGEST_NAME = 200;

/** One page of the titles that carry a name, best first, under the catalog's own spelling of it. Throws `NotFound` when none does. */
export async function namedListing(
  database: CatalogDatabase,
  { field, name, page, parentalControl, titleLanguage }: Asked,
) {
  const wanted = normaliseName(name);
  if (wanted === "" || wanted.length > LONGEST_NAME || wanted.includes("\0"))
    throw new NotFound("The catalog does not know this name.");
  const query = {
    ...EVERYTHING,
    [field]: [wanted],
    page: readPage(page),
    perPage: BROWSE_PER_PAGE,
    parentalControl,
  };
  const { items, total } = await searchAnime(database, query);
  if (items.length === 0)
    throw new NotFound(
      total === 0
        ? "No title of the catalog carries this name."
        : "The list ends before this page.",
    );
  const spelled = items
    .flatMap((anime: Anime) => anime[field])
    .find((known) => normaliseName(known) === wanted);
  return {
    name: spelled ?? name,
    cards: await withSeenColors(
      database.db,
      items.map((anime) => animeCard(anime, titleLanguage)),
    ),
    meta: pageMeta(total, query.page, query.perPage),
    browse: browsePath({ [field]: [wanted] }),
  };
}

function readPage(text: string | null): number {
  return text !== null && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1;
}
