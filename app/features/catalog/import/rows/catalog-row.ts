import { z } from "zod";
import { SEASONS } from "~/features/catalog/vocabulary";
import {
  address,
  decimal,
  flag,
  instant,
  integer,
  malId,
  names,
  rejectionReason,
  text,
  type Parsed,
} from "./fields";
import {
  spellGenre,
  spellRating,
  spellSeason,
  spellStatus,
  spellType,
  spellWeekday,
} from "./words";

// A title is a key of a b-tree index, whose entries may not exceed 2,700 bytes: 600 characters of 4 bytes stay below.
const TITLE_LENGTH = 600;
const NAME_LENGTH = 300;
const PROSE_LENGTH = 100_000;
const WORD_LENGTH = 100;

/** An optional word of a closed set, answered in the catalog's spelling. */
function word(spell: (value: string | null) => string | null | undefined, what: string) {
  return text(WORD_LENGTH).transform((value, context): string | null => {
    const spelled = spell(value);
    if (spelled !== undefined) return spelled;
    context.addIssue({ code: "custom", message: `is not ${what}: ${value}` });
    return z.NEVER;
  });
}

const rowSchema = z
  .object(
    {
      mal_id: malId,
      title: text(TITLE_LENGTH),
      title_english: text(TITLE_LENGTH),
      title_japanese: text(TITLE_LENGTH),
      title_synonyms: names(TITLE_LENGTH),
      type: word(spellType, "a known type"),
      source: text(WORD_LENGTH),
      episodes: integer(0),
      status: word(spellStatus, "a known airing status"),
      airing: flag,
      aired_from: instant,
      aired_to: instant,
      duration: text(WORD_LENGTH),
      rating: word(spellRating, "a known age rating"),
      score: decimal(0, 10),
      scored_by: integer(0),
      popularity: integer(0),
      members: integer(0),
      favorites: integer(0),
      synopsis: text(PROSE_LENGTH),
      background: text(PROSE_LENGTH),
      season: word(spellSeason, "a season"),
      year: integer(1850, 2150),
      broadcast_day: text(WORD_LENGTH).transform(spellWeekday),
      broadcast_time: text(WORD_LENGTH).transform(clockTime),
      broadcast_timezone: text(WORD_LENGTH),
      image_url: address,
      image_webp: address,
      image_small_webp: address,
      image_large_webp: address,
      banner_image: address,
      youtube_id: text(WORD_LENGTH).transform((id) =>
        id !== null && /^[\w-]{11}$/.test(id) ? id : null,
      ),
      trailer_url: address,
      trailer_embed_url: address,
      trailer_image_url: address,
      url: address,
      approved: flag,
      genres: names(NAME_LENGTH).transform((genres) => [...new Set(genres.map(spellGenre))]),
      studios: names(NAME_LENGTH),
      producers: names(NAME_LENGTH),
      licensors: names(NAME_LENGTH),
      themes: names(NAME_LENGTH),
    },
    "must be an object",
  )
  .transform((row, context) => {
    const { title } = row;
    if (title === null) {
      context.addIssue({ code: "custom", path: ["title"], message: "is missing" });
      return z.NEVER;
    }
    return {
      ...row,
      title,
      airing: row.airing ?? row.status === "Currently Airing",
      approved: row.approved ?? false,
      year:
        row.year ?? (row.aired_from === null ? null : new Date(row.aired_from).getUTCFullYear()),
      season: row.season ?? seasonOf(row.aired_from),
    };
  });

/** One anime in the flat shape of specification 2.5, ready to be stored. Instants are ISO 8601 in UTC. */
export type CatalogRow = z.output<typeof rowSchema>;

/**
 * Reads one anime in the flat shape of specification 2.5. Missing fields are unknown; texts are decoded and trimmed; words
 * of closed sets get the catalog's spelling; year and season follow from `aired_from` where the source has none.
 */
export function parseCatalogRow(value: unknown): Parsed<CatalogRow> {
  const parsed = rowSchema.safeParse(value);
  return parsed.success ? { row: parsed.data } : { reason: rejectionReason(parsed.error) };
}

function seasonOf(instantOfAiring: string | null): string | null {
  return instantOfAiring === null
    ? null
    : (SEASONS[Math.floor(new Date(instantOfAiring).getUTCMonth() / 3)] ?? null);
}

/** `HH:MM`, or `null` for what is no time of the day. */
function clockTime(value: string | null): string | null {
  const [, hours, minutes] = /^(\d{1,2}):(\d{2})(?::\d{2})?$/.exec(value ?? "") ?? [];
  if (hours === undefined || minutes === undefined || Number(hours) > 23 || Number(minutes) > 59)
    return null;
  return `${hours.padStart(2, "0")}:${minutes}`;
}
