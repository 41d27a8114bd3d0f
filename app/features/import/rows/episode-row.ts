import { z } from "zod";
import {
  urlOrPath,
  decimal,
  describeUnreadable,
  flag,
  instant,
  malId,
  rejectionReason,
  text,
  type Parsed,
} from "./fields";

const MAX_TITLE_LENGTH = 1_000;
const MAX_DESCRIPTION_LENGTH = 20_000;
const MAX_NUMBER = 100_000;
const MAX_MINUTES = 6_000;

/** AniDB writes backticks for apostrophes. */
const title = text(MAX_TITLE_LENGTH).transform((value) => value?.replaceAll("`", "'") ?? null);

const minutes = z
  .number(`must be a number of minutes from 0 to ${MAX_MINUTES}`)
  .min(0, `must be a number of minutes from 0 to ${MAX_MINUTES}`)
  .max(MAX_MINUTES, `must be a number of minutes from 0 to ${MAX_MINUTES}`)
  .nullish()
  // Sources write 0 for an unknown length.
  .transform((value) =>
    value === null || value === undefined || value === 0 ? null : Math.max(1, Math.round(value)),
  );

/** Used only to match names of media files: an odd one is not worth rejecting an episode. */
const tvdbPlace = z.int().min(0).max(MAX_NUMBER).nullish();
const tvdbNumber = tvdbPlace.catch(null).transform((value) => value ?? null);
const TVDB_FIELDS = ["tvdb_season", "tvdb_episode"] as const;

const rowSchema = z
  .object(
    {
      mal_id: malId,
      number: z
        .int(`must be a whole number from 0 to ${MAX_NUMBER}`)
        .min(0)
        .max(MAX_NUMBER, `must be a whole number from 0 to ${MAX_NUMBER}`),
      title,
      title_japanese: text(MAX_TITLE_LENGTH),
      title_romaji: title,
      title_romanji: title,
      description: text(MAX_DESCRIPTION_LENGTH),
      image: urlOrPath,
      image_url: urlOrPath,
      aired: instant,
      minutes,
      duration: minutes,
      score: decimal(0, 10),
      filler: flag,
      recap: flag,
      video_source: urlOrPath,
      tvdb_season: tvdbNumber,
      tvdb_episode: tvdbNumber,
    },
    "must be an object",
  )
  .transform((row) => ({
    anime_mal_id: row.mal_id,
    number: row.number,
    title: row.title,
    title_japanese: row.title_japanese,
    title_romanji: row.title_romanji ?? row.title_romaji,
    description: row.description,
    image_url: row.image_url ?? row.image,
    aired: row.aired,
    duration: row.duration ?? row.minutes,
    score: row.score,
    filler: row.filler,
    recap: row.recap,
    video_source: row.video_source,
    // One says nothing without the other.
    tvdb_season: row.tvdb_episode === null ? null : row.tvdb_season,
    tvdb_episode: row.tvdb_season === null ? null : row.tvdb_episode,
  }));

/** `null` means that the source has no value. */
export type EpisodeRow = z.output<typeof rowSchema>;

/**
 * Requires only `mal_id` and `number`. Accepts the aliases `title_romanji`, `duration` (minutes)
 * and `image_url`.
 */
export function parseEpisodeRow(value: unknown): Parsed<EpisodeRow> {
  const parsed = rowSchema.safeParse(value);
  if (!parsed.success) return { reason: rejectionReason(parsed.error) };
  const given = value as Record<string, unknown>;
  const unreadable = TVDB_FIELDS.filter((field) => !tvdbPlace.safeParse(given[field]).success);
  return {
    row: parsed.data,
    ...(unreadable.length === 0
      ? {}
      : { unreadable: unreadable.map((field) => describeUnreadable(field, given[field])) }),
  };
}
