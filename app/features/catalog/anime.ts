import { z } from "zod";

const text = z.string().nullable();
const count = z.int().nullable();
const address = z.string().nullable();
const names = z.array(z.string());
/** ISO 8601 in UTC. */
const instant = z.iso.datetime().nullable();

/** One anime as the API answers it: exactly the fields of specification 2.5, null where unknown, lists never null. */
export const animeSchema = z.object({
  mal_id: z.int(),
  title: z.string(),
  title_english: text,
  title_japanese: text,
  title_synonyms: names,
  type: text,
  source: text,
  episodes: count,
  status: text,
  airing: z.boolean(),
  aired_from: instant,
  aired_to: instant,
  duration: text,
  rating: text,
  score: z.number().nullable(),
  scored_by: count,
  popularity: count,
  members: count,
  favorites: count,
  synopsis: text,
  background: text,
  season: text,
  year: count,
  broadcast_day: text,
  broadcast_time: text,
  broadcast_timezone: text,
  image_url: address,
  image_webp: address,
  image_small_webp: address,
  image_large_webp: address,
  banner_image: address,
  youtube_id: text,
  trailer_url: address,
  trailer_embed_url: address,
  trailer_image_url: address,
  url: address,
  approved: z.boolean(),
  genres: names,
  studios: names,
  producers: names,
  licensors: names,
  themes: names,
});
export type Anime = z.infer<typeof animeSchema>;

/** Another title that this one belongs with; `relation` is upper snake case, as SEQUEL. */
const relatedAnimeSchema = z.object({
  mal_id: z.int(),
  title: z.string(),
  type: text,
  relation: z.string(),
});

/** The answer of getAnime: the anime and its relations to titles that the catalog holds. */
export const animeDetailsSchema = animeSchema.extend({ relations: z.array(relatedAnimeSchema) });
export type AnimeDetails = z.infer<typeof animeDetailsSchema>;

/** One line under a search box. */
export const animeSuggestionSchema = animeSchema.pick({
  mal_id: true,
  title: true,
  year: true,
  type: true,
  image_webp: true,
});
export type AnimeSuggestion = z.infer<typeof animeSuggestionSchema>;

/** One episode. `id` is `<anime>-<number>`, `episode_id` the number, `duration` whole minutes, `video_url` what a player loads. */
export const episodeSchema = z.object({
  id: z.string(),
  anime_mal_id: z.int(),
  episode_id: z.int(),
  title: text,
  title_japanese: text,
  title_romanji: text,
  description: text,
  image_url: address,
  aired: instant,
  duration: count,
  score: z.number().nullable(),
  filler: z.boolean(),
  recap: z.boolean(),
  video_url: address,
});
export type Episode = z.infer<typeof episodeSchema>;

/** A name and how many titles carry it. */
export const nameCountSchema = z.object({ name: z.string(), count: z.int() });
export type NameCount = z.infer<typeof nameCountSchema>;

/** Where a page stands in its list; `total_items` is exact, `last_page` at least 1. */
export const pageMetaSchema = z.object({
  total_items: z.int(),
  current_page: z.int(),
  last_page: z.int(),
  per_page: z.int(),
});
export type PageMeta = z.infer<typeof pageMetaSchema>;

/** The `meta` of a list answer. */
export function pageMeta(totalItems: number, currentPage: number, perPage: number): PageMeta {
  return {
    total_items: totalItems,
    current_page: currentPage,
    last_page: Math.max(1, Math.ceil(totalItems / perPage)),
    per_page: perPage,
  };
}
