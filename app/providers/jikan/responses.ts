import { z } from "zod";

// Tolerant: what the catalog can do without may be missing or null, and unknown fields are passed over. What a value is worth
// is decided where the row is checked, so that one odd value costs one title and not a page of them.
const anything = z.unknown().optional();
const named = z.array(z.looseObject({ name: anything })).nullish();
const addresses = z
  .looseObject({ image_url: anything, small_image_url: anything, large_image_url: anything })
  .nullish();

/** One anime as `/anime`, `/anime/{id}` and `/anime/{id}/full` answer it. */
export const jikanAnimeSchema = z.looseObject({
  mal_id: anything,
  images: z.looseObject({ jpg: addresses, webp: addresses }).nullish(),
  trailer: z
    .looseObject({
      youtube_id: anything,
      url: anything,
      embed_url: anything,
      images: z.looseObject({ large_image_url: anything }).nullish(),
    })
    .nullish(),
  aired: z.looseObject({ from: anything, to: anything }).nullish(),
  broadcast: z.looseObject({ day: anything, time: anything, timezone: anything }).nullish(),
  genres: named,
  explicit_genres: named,
  themes: named,
  studios: named,
  producers: named,
  licensors: named,
});
export type JikanAnime = z.infer<typeof jikanAnimeSchema>;

/** One episode as `/anime/{id}/episodes` lists it; `mal_id` is its number. */
export const jikanEpisodeSchema = z.looseObject({ mal_id: anything });
export type JikanEpisode = z.infer<typeof jikanEpisodeSchema>;

/** The relations of one anime, as `/anime/{id}/relations` answers them. */
export const jikanRelationsSchema = z.object({
  data: z.array(
    z.object({
      relation: z.string(),
      entry: z.array(z.object({ mal_id: z.number(), type: z.string() })),
    }),
  ),
});
export type JikanRelations = z.infer<typeof jikanRelationsSchema>["data"];

const paginationSchema = z.looseObject({
  last_visible_page: z.int().min(1).catch(1),
  has_next_page: z.boolean().catch(false),
});

/** A page of a list. Its items are checked one by one, by whoever reads them. */
export const jikanPageSchema = z.object({
  data: z.array(z.unknown()),
  pagination: paginationSchema,
});
export type JikanPage = z.infer<typeof jikanPageSchema>;
