import { coverUrl } from "~/artwork/cover-sizes";
import type { Anime } from "~/features/catalog/anime";
import { titleFacts } from "~/features/catalog/title-facts";
import { displayTitle, type TitleLanguage } from "~/features/catalog/title-language";
import { animePath } from "~/features/catalog/view/anime-path";
import { withoutClips } from "~/features/listing/clips";
import { listAnime } from "~/features/listing/list-anime.server";
import type { ListingQuery } from "~/features/listing/listing-query";
import type { CatalogDatabase } from "~/features/listing/listing-source.server";
import type { I18n } from "~/i18n/i18n";
import type { FeedEntry } from "./feed";
import { feedId } from "./feed-id.server";

const MAX_TITLES = 50;
const COVER_WIDTH = 480;

export interface EntryOptions {
  language: TitleLanguage;
  i18n: I18n;
  origin: string;
}

/**
 * What Browse lists of a query and has begun to air, the newest first. What is only announced has
 * no date to be sorted by, and would fill the feed of a genre; a query by status lists it.
 */
export async function titleEntries(
  catalog: CatalogDatabase,
  query: ListingQuery,
  options: EntryOptions,
): Promise<FeedEntry[]> {
  const { items } = await listAnime(catalog, {
    ...withoutClips(query),
    statuses:
      query.statuses.length === 0 ? ["Currently Airing", "Finished Airing"] : query.statuses,
    order: "newest",
    page: 1,
    perPage: MAX_TITLES,
  });
  return items.map((anime) => {
    const entry = titleEntry(anime, options);
    return { ...entry, text: [entry.text, anime.synopsis].filter(Boolean).join("\n\n") };
  });
}

export function titleEntry(anime: Anime, { language, i18n, origin }: EntryOptions): FeedEntry {
  return {
    id: feedId(`title:${anime.mal_id}`),
    title: displayTitle(anime, language).text,
    url: origin + animePath(anime),
    text: titleFacts(anime, i18n),
    image: origin + coverUrl(anime.mal_id, COVER_WIDTH),
    at: anime.aired_from === null ? null : new Date(anime.aired_from),
  };
}
