import type { GetColumnData } from "drizzle-orm";
import { z } from "zod";
import type { animes } from "~db/schema";

const text = z.string().nullable();
const count = z.int().nullable();
const address = z.string().nullable();
const instant = z.iso.datetime().nullable();

type AnimeColumns = Omit<
  (typeof animes)["_"]["columns"],
  | "mature"
  | "withdrawn"
  | "tags"
  | "streams"
  | "termKeys"
  | "changedAt"
  | "contentHash"
  | "broadcastAnchor"
>;
type JsonValue<Data> = Data extends Date ? string : Data;

/** Unknown values are null, lists never. */
export type Anime = {
  [Key in keyof AnimeColumns as AnimeColumns[Key]["_"]["name"]]: JsonValue<
    GetColumnData<AnimeColumns[Key]>
  >;
};

interface RelatedAnime extends Pick<Anime, "mal_id" | "title" | "type"> {
  relation: string;
}

export type AnimeDetails = Anime & { relations: RelatedAnime[] };

export type AnimeSuggestion = Pick<Anime, "mal_id" | "title" | "year" | "type" | "image_webp">;

/** `id` is `<anime>-<number>`, `episode_id` the number, `duration` in whole minutes. */
export const episodeSchema = z
  .object({
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
  })
  .meta({ id: "Episode" });
export type Episode = z.infer<typeof episodeSchema>;

export const nameCountSchema = z.object({ name: z.string(), count: z.int() });
export type NameCount = z.infer<typeof nameCountSchema>;

/** `total_items` is exact, `last_page` at least 1. */
export const pageMetaSchema = z
  .object({
    total_items: z.int(),
    current_page: z.int(),
    last_page: z.int(),
    per_page: z.int(),
  })
  .meta({ id: "PageMeta" });
export type PageMeta = z.infer<typeof pageMetaSchema>;

export function pageMeta(totalItems: number, currentPage: number, perPage: number): PageMeta {
  return {
    total_items: totalItems,
    current_page: currentPage,
    last_page: Math.max(1, Math.ceil(totalItems / perPage)),
    per_page: perPage,
  };
}
