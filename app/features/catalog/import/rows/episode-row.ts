import { z } from "zod";
import {
  address,
  decimal,
  flag,
  instant,
  malId,
  rejectionReason,
  text,
  type Parsed,
} from "./fields";

const TITLE_LENGTH = 1_000;
const DESCRIPTION_LENGTH = 20_000;
const NUMBER_MAX = 100_000;
const MINUTES_MAX = 6_000;

/** AniDB writes a backtick where it means an apostrophe. */
const title = text(TITLE_LENGTH).transform((value) => value?.replaceAll("`", "'") ?? null);

const minutes = z
  .number(`must be a number of minutes from 0 to ${MINUTES_MAX}`)
  .min(0, `must be a number of minutes from 0 to ${MINUTES_MAX}`)
  .max(MINUTES_MAX, `must be a number of minutes from 0 to ${MINUTES_MAX}`)
  .nullish()
  // Sources write 0 for a length that they do not know.
  .transform((value) =>
    value === null || value === undefined || value === 0 ? null : Math.max(1, Math.round(value)),
  );

const rowSchema = z
  .object(
    {
      mal_id: malId,
      number: z
        .int(`must be a whole number from 0 to ${NUMBER_MAX}`)
        .min(0)
        .max(NUMBER_MAX, `must be a whole number from 0 to ${NUMBER_MAX}`),
      title,
      title_japanese: text(TITLE_LENGTH),
      title_romaji: title,
      title_romanji: title,
      description: text(DESCRIPTION_LENGTH),
      image: address,
      image_url: address,
      aired: instant,
      minutes,
      duration: minutes,
      score: decimal(0, 10),
      filler: flag,
      recap: flag,
      video_source: address,
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
    /** Whole minutes. */
    duration: row.duration ?? row.minutes,
    score: row.score,
    filler: row.filler,
    recap: row.recap,
    video_source: row.video_source,
  }));

/** One episode, ready to be stored; `null` is "this source does not say". */
export type EpisodeRow = z.output<typeof rowSchema>;

/**
 * Reads one episode `{mal_id, number, title, title_romaji, title_japanese, aired, minutes, image, description, score, filler,
 * recap, video_source}`, all but the first two optional; `title_romanji`, `duration` (minutes) and `image_url` are other names
 * for three of them.
 */
export function parseEpisodeRow(value: unknown): Parsed<EpisodeRow> {
  const parsed = rowSchema.safeParse(value);
  return parsed.success ? { row: parsed.data } : { reason: rejectionReason(parsed.error) };
}
