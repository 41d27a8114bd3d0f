import { z } from "zod";

// Rows are validated later: one odd value rejects one title, not the page.
const optional = z.unknown().optional();
const namedList = z.array(z.looseObject({ name: optional })).nullish();
const imageUrls = z
  .looseObject({ image_url: optional, small_image_url: optional, large_image_url: optional })
  .nullish();

/** The titles of `/anime`, `/anime/{id}` and `/anime/{id}/full`. */
export const jikanAnimeSchema = z.looseObject({
  mal_id: optional,
  images: z.looseObject({ jpg: imageUrls, webp: imageUrls }).nullish(),
  trailer: z
    .looseObject({
      youtube_id: optional,
      url: optional,
      embed_url: optional,
      images: z.looseObject({ large_image_url: optional }).nullish(),
    })
    .nullish(),
  aired: z.looseObject({ from: optional, to: optional }).nullish(),
  broadcast: z.looseObject({ day: optional, time: optional, timezone: optional }).nullish(),
  genres: namedList,
  explicit_genres: namedList,
  themes: namedList,
  studios: namedList,
  producers: namedList,
  licensors: namedList,
});
export type JikanAnime = z.infer<typeof jikanAnimeSchema>;

/** The response of `/anime/{id}`. */
export const jikanTitleSchema = z.object({ data: z.looseObject({}) });

export const jikanEpisodeSchema = z.looseObject({ mal_id: optional });

export const jikanRelationsSchema = z.object({
  data: z.array(
    z.object({
      relation: z.string(),
      entry: z.array(z.object({ mal_id: z.number(), type: z.string() })),
    }),
  ),
});
export type JikanRelations = z.infer<typeof jikanRelationsSchema>["data"];

/** The response of `/anime/{id}/characters`. */
export const jikanCharactersSchema = z.object({
  data: z.array(
    z.looseObject({
      character: z.looseObject({ mal_id: optional, name: optional, images: optional }),
      voice_actors: z
        .array(z.looseObject({ person: z.looseObject({ mal_id: optional }), language: optional }))
        .nullish(),
    }),
  ),
});
export type JikanCharacters = z.infer<typeof jikanCharactersSchema>["data"];

/** The response of `/anime/{id}/staff`. */
export const jikanStaffSchema = z.object({
  data: z.array(
    z.looseObject({ person: z.looseObject({ mal_id: optional }), positions: optional }),
  ),
});
export type JikanStaff = z.infer<typeof jikanStaffSchema>["data"];

/** The response of `/characters/{id}` and `/people/{id}`. */
export const jikanBiographySchema = z.object({ data: z.looseObject({ about: optional }) });

/** The response of `/anime/{id}/themes`. */
export const jikanThemesSchema = z.object({
  data: z.looseObject({ openings: optional, endings: optional }),
});
export type JikanThemes = z.infer<typeof jikanThemesSchema>["data"];

const paginationSchema = z.looseObject({
  last_visible_page: z.int().min(1).catch(1),
  has_next_page: z.boolean().catch(false),
});

export const jikanPageSchema = z.object({
  data: z.array(z.unknown()),
  pagination: paginationSchema,
});
export type JikanPage = z.infer<typeof jikanPageSchema>;
