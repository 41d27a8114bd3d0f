import { LRUCache } from "lru-cache";
import { smallValues } from "~/caching/small-values";
import type { Anime } from "~/features/catalog/anime";
import { jsonOf } from "~/features/catalog/anime-json.server";
import { titleImageUrl } from "~/features/catalog/images/title-image-url";
import { displayTitle, type TitleLanguage } from "~/features/catalog/title-language";
import { coverPalette } from "~/artwork/cover-palette";
import { animePath } from "~/features/catalog/view/anime-path";
import { COVER_SPINE_EMS, fitSpine } from "~/features/catalog/view/spine";
import type { AnimeCardData } from "./anime-card";

/** What a card shows, and what its cover and color are made of. */
export const CARD_FIELDS = [
  "mal_id",
  "title",
  "title_english",
  "title_japanese",
  "banner_image",
  "image_large_webp",
  "image_webp",
  "image_url",
  "type",
  "genres",
  "themes",
  "season",
  "year",
  "episodes",
  "score",
] as const satisfies readonly (keyof Anime)[];
export type CardAnime = Pick<Anime, (typeof CARD_FIELDS)[number]>;

/** A title without what its card does not need, such as a synopsis, to be kept in a cache. */
export function toCardAnime(anime: CardAnime): CardAnime {
  return Object.fromEntries(CARD_FIELDS.map((field) => [field, anime[field]])) as CardAnime;
}

/** All fields of a title take Postgres five times as long. */
export const CARD_JSON = jsonOf(CARD_FIELDS);

export function coverSubject(anime: CardAnime) {
  return {
    malId: anime.mal_id,
    title: anime.title,
    type: anime.type,
    genres: anime.genres,
    themes: anime.themes,
    season: anime.season,
    year: anime.year,
    score: anime.score,
  };
}

/** Bytes of some 4,000 colors. A page has up to hundreds; choosing a palette takes 14 µs. */
const MAX_COLOR_BYTES = 4 * 1024 * 1024;
const colors = new LRUCache<string, string>(smallValues(MAX_COLOR_BYTES));

function colorOf(anime: CardAnime): string {
  const subject = coverSubject(anime);
  const key = JSON.stringify(subject);
  const cached = colors.get(key);
  if (cached !== undefined) return cached;
  const color = coverPalette(subject);
  colors.set(key, color);
  return color;
}

export function animeCard(anime: CardAnime, language: TitleLanguage): AnimeCardData {
  return {
    id: anime.mal_id,
    path: animePath(anime),
    title: displayTitle(anime, language),
    spine:
      titleImageUrl(anime, "cover") === null
        ? fitSpine(anime.title_japanese, COVER_SPINE_EMS)
        : null,
    year: anime.year,
    type: anime.type,
    episodes: anime.episodes,
    score: anime.score,
    color: colorOf(anime),
  };
}
