import { z } from "zod";
import type { Anime } from "~/features/catalog/anime";
import { SEASONS } from "~/features/catalog/vocabulary";
import { readBroadcastSlot } from "./broadcast-slot";
import {
  urlOrPath,
  decimal,
  describeUnreadable,
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
  normaliseGenre,
  normaliseRating,
  normaliseSeason,
  normaliseStatus,
  normaliseType,
} from "./normalise-terms";
import { streams, tags } from "./title-extras";

// B-tree entries are limited to 2,700 bytes, so to 600 characters of 4 bytes.
const MAX_TITLE_LENGTH = 600;
const MAX_NAME_LENGTH = 300;
const MAX_PROSE_LENGTH = 100_000;
const MAX_TERM_LENGTH = 100;

function enumValue(normalise: (value: string | null) => string | null | undefined, what: string) {
  return text(MAX_TERM_LENGTH).transform((value, context): string | null => {
    const normalised = normalise(value);
    if (normalised !== undefined) return normalised;
    context.addIssue({ code: "custom", message: `is not ${what}: ${value}` });
    return z.NEVER;
  });
}

const rowSchema = z
  .object(
    {
      mal_id: malId,
      title: text(MAX_TITLE_LENGTH),
      title_english: text(MAX_TITLE_LENGTH),
      title_japanese: text(MAX_TITLE_LENGTH),
      title_synonyms: names(MAX_TITLE_LENGTH),
      type: enumValue(normaliseType, "a known type"),
      source: text(MAX_TERM_LENGTH),
      episodes: integer(0),
      status: enumValue(normaliseStatus, "a known airing status"),
      airing: flag,
      aired_from: instant,
      aired_to: instant,
      duration: text(MAX_TERM_LENGTH),
      rating: enumValue(normaliseRating, "a known age rating"),
      score: decimal(0, 10),
      scored_by: integer(0),
      popularity: integer(0),
      members: integer(0),
      favorites: integer(0),
      synopsis: text(MAX_PROSE_LENGTH),
      background: text(MAX_PROSE_LENGTH),
      season: enumValue(normaliseSeason, "a season"),
      year: integer(1850, 2150),
      broadcast_day: text(MAX_TERM_LENGTH),
      broadcast_time: text(MAX_TERM_LENGTH),
      broadcast_timezone: text(MAX_TERM_LENGTH),
      image_url: urlOrPath,
      image_webp: urlOrPath,
      image_small_webp: urlOrPath,
      image_large_webp: urlOrPath,
      banner_image: urlOrPath,
      youtube_id: text(MAX_TERM_LENGTH),
      trailer_url: urlOrPath,
      trailer_embed_url: urlOrPath,
      trailer_image_url: urlOrPath,
      url: urlOrPath,
      approved: flag,
      genres: names(MAX_NAME_LENGTH).transform((genres) => [
        ...new Set(genres.map(normaliseGenre)),
      ]),
      studios: names(MAX_NAME_LENGTH),
      producers: names(MAX_NAME_LENGTH),
      licensors: names(MAX_NAME_LENGTH),
      themes: names(MAX_NAME_LENGTH),
      tags,
      streams,
      /** Jikan calls the links to licensed streams by this name. */
      streaming: streams,
    } satisfies Record<keyof Anime | "tags" | "streams" | "streaming", z.ZodType>,
    "must be an object",
  )
  .transform(({ streaming, ...row }, context) => {
    const { title } = row;
    if (title === null) {
      context.addIssue({ code: "custom", path: ["title"], message: "is missing" });
      return z.NEVER;
    }
    const { slot, unreadable } = readBroadcastSlot(row);
    const hasVideo = row.youtube_id === null || /^[\w-]{11}$/.test(row.youtube_id);
    return {
      ...row,
      ...slot,
      youtube_id: hasVideo ? row.youtube_id : null,
      unreadable: [...unreadable, ...(hasVideo ? [] : (["youtube_id"] as const))],
      streams: row.streams ?? streaming,
      title,
      airing: row.airing ?? row.status === "Currently Airing",
      approved: row.approved ?? false,
      year:
        row.year ?? (row.aired_from === null ? null : new Date(row.aired_from).getUTCFullYear()),
      season: row.season ?? seasonOf(row.aired_from),
    };
  });

export type CatalogRow = z.output<typeof rowSchema>;

/**
 * Missing fields become null, tags and streams stay undefined; year and season default from
 * `aired_from`. The row names fields that are `unreadable`, which are null.
 */
export function parseCatalogRow(value: unknown): Parsed<CatalogRow> {
  const parsed = rowSchema.safeParse(value);
  if (!parsed.success) return { reason: rejectionReason(parsed.error) };
  const { data: row } = parsed;
  if (row.unreadable.length === 0) return { row };
  const given = value as Record<string, unknown>;
  return {
    row,
    unreadable: row.unreadable.map((field) => describeUnreadable(field, given[field])),
  };
}

/** Parses a row as `parseCatalogRow` does, or names the fields that are refused. */
export function checkCatalogRow(value: unknown): { row: CatalogRow } | { invalid: string[] } {
  const parsed = rowSchema.safeParse(value);
  return parsed.success
    ? { row: parsed.data }
    : { invalid: [...new Set(parsed.error.issues.map(({ path }) => String(path[0])))] };
}

function seasonOf(airedFrom: string | null): string | null {
  return airedFrom === null
    ? null
    : (SEASONS[Math.floor(new Date(airedFrom).getUTCMonth() / 3)] ?? null);
}
