import { z } from "zod";
import { FIRST_OWN_CREDIT_ID, LAST_OWN_CREDIT_ID } from "~/features/credits/own-credit-id";
import {
  AGE_RATING_LABELS,
  AIRING_STATUSES,
  ANIME_TYPES,
  GENRES,
  SEASONS,
  WEEKDAYS,
} from "~/features/catalog/vocabulary";

/** An id above every upstream id, and within a signed 32-bit integer. */
export const DEMO_MAL_ID = 2_000_000_001;

/** Ratings that parental control shows. */
export const RATINGS = Object.values(AGE_RATING_LABELS).filter(
  (label) => label !== AGE_RATING_LABELS.rx,
);
export const VISIBLE_GENRES = GENRES.filter((genre) => genre !== "Erotica");

const name = z
  .string()
  .trim()
  .min(1)
  .refine((text) => !/&(?:amp|quot|lt|gt|#0?39|#\d+);/.test(text), "holds an HTML entity");
const names = z.array(name);
const count = z.int().nonnegative();
const instant = z.iso.datetime({ offset: true });
const noImage = z.null({ error: "must be null: covers are generated" });

/** The fields of specification 2.5 in order, without image URLs, with our own synopsis. */
export const starterAnimeSchema = z.strictObject({
  mal_id: z.int().min(1).max(2_147_483_647),
  title: name,
  title_english: name.nullable(),
  title_japanese: name.nullable(),
  title_synonyms: names,
  type: z.enum(ANIME_TYPES),
  source: name,
  episodes: count.min(1).nullable(),
  status: z.enum(AIRING_STATUSES),
  airing: z.boolean(),
  aired_from: instant.nullable(),
  aired_to: instant.nullable(),
  duration: name,
  rating: z.enum(RATINGS),
  score: z.number().min(0).max(10).nullable(),
  scored_by: count.nullable(),
  popularity: count.nullable(),
  members: count,
  favorites: count,
  synopsis: name,
  background: name.nullable(),
  season: z.enum(SEASONS).nullable(),
  year: z.int().min(1900).max(2100).nullable(),
  broadcast_day: z.enum(WEEKDAYS).nullable(),
  broadcast_time: z
    .string()
    .regex(/^\d\d:\d\d$/)
    .nullable(),
  broadcast_timezone: name.nullable(),
  image_url: noImage,
  image_webp: noImage,
  image_small_webp: noImage,
  image_large_webp: noImage,
  banner_image: noImage,
  youtube_id: z
    .string()
    .regex(/^[\w-]{11}$/)
    .nullable(),
  trailer_url: z.url().nullable(),
  trailer_embed_url: z.url().nullable(),
  trailer_image_url: noImage,
  url: z.url().nullable(),
  approved: z.boolean(),
  genres: z.array(z.enum(VISIBLE_GENRES)),
  studios: names,
  producers: names,
  licensors: names,
  themes: names,
});

/** The demo series adds a description and its playlist. */
export const starterEpisodeSchema = z.strictObject({
  mal_id: z.int().min(1),
  number: z.int().min(1),
  title: name
    .refine((text) => !text.includes("`"), "has a backtick for an apostrophe")
    .refine((text) => !/^Episode \d+$/.test(text), "is not a real title"),
  title_romaji: name.nullable(),
  title_japanese: name.nullable(),
  aired: z.iso.date().nullable(),
  minutes: count.min(1).nullable(),
  image: noImage,
  filler: z.boolean().optional(),
  recap: z.boolean().optional(),
  description: name.optional(),
  video_source: z
    .string()
    .regex(/^\/media\/demo\/\d+\/master\.m3u8$/)
    .optional(),
});

/** The relation is upper snake case, as SEQUEL. */
export const starterRelationSchema = z.strictObject({
  mal_id: z.int().min(1),
  related_mal_id: z.int().min(1),
  relation: z.string().regex(/^[A-Z]+(?:_[A-Z]+)*$/),
});

/** MyAnimeList's ids are unknown here; an import brings them. */
const ownId = z.int().min(FIRST_OWN_CREDIT_ID).max(LAST_OWN_CREDIT_ID);

export const starterCharacterSchema = z.strictObject({
  mal_id: z.int().min(1),
  character_id: ownId,
  name,
  role: z.enum(["Main", "Supporting"]),
  voice_actors: z.array(z.strictObject({ person_id: ownId, name, language: z.enum(["Japanese"]) })),
});

export const starterStaffSchema = z.strictObject({
  mal_id: z.int().min(1),
  person_id: ownId,
  name,
  roles: z.array(name).min(1),
});

const song = z.strictObject({ title: name, artist: name });
export const starterThemesSchema = z.strictObject({
  mal_id: z.int().min(1),
  openings: z.array(song),
  endings: z.array(song),
});

export type StarterCharacter = z.infer<typeof starterCharacterSchema>;
export type StarterStaff = z.infer<typeof starterStaffSchema>;
export type StarterThemes = z.infer<typeof starterThemesSchema>;
export type StarterAnime = z.infer<typeof starterAnimeSchema>;
export type StarterEpisode = z.infer<typeof starterEpisodeSchema>;
export type StarterRelation = z.infer<typeof starterRelationSchema>;

/** `demo` and `demoEpisodes` are our own series, the rest real titles. */
export interface StarterCatalog {
  animes: StarterAnime[];
  episodes: StarterEpisode[];
  relations: StarterRelation[];
  characters: StarterCharacter[];
  staff: StarterStaff[];
  themes: StarterThemes[];
  demo: StarterAnime[];
  demoEpisodes: StarterEpisode[];
}
