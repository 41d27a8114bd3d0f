import { z } from "zod";
import { malId, rejectionReason, requiredText, text, type Parsed } from "./fields";
import { parseThemeSong } from "./theme-song-text";

const MAX_TITLE_LENGTH = 500;
const MAX_EPISODES_LENGTH = 200;
const MAX_SONGS = 200;

const songSchema = z.preprocess(
  (value) => (typeof value === "string" ? parseThemeSong(value) : value),
  z.object(
    {
      title: requiredText(MAX_TITLE_LENGTH),
      artist: text(MAX_TITLE_LENGTH),
      episodes: text(MAX_EPISODES_LENGTH),
    },
    "must be a text or an object with a title",
  ),
);

const songs = z
  .array(songSchema, "must be a list")
  .max(MAX_SONGS, `must not hold more than ${MAX_SONGS} entries`)
  .nullish()
  .transform((list) => list ?? []);

const rowSchema = z.object({ mal_id: malId, openings: songs, endings: songs }, "must be an object");

/** The songs of a title, in order. */
export type ThemesRow = z.output<typeof rowSchema>;

/** Requires only `mal_id`. A song is an object, or a text as MyAnimeList writes it. */
export function parseThemesRow(value: unknown): Parsed<ThemesRow> {
  const parsed = rowSchema.safeParse(value);
  return parsed.success ? { row: parsed.data } : { reason: rejectionReason(parsed.error) };
}
