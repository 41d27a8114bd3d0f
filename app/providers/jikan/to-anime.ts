import {
  jikanAnimeSchema,
  jikanEpisodeSchema,
  type JikanAnime,
  type JikanRelations,
} from "./responses";

export type FlatRow = Record<string, unknown>;

const UNCHANGED_FIELDS = [
  ...[
    "mal_id",
    "title",
    "title_english",
    "title_japanese",
    "title_synonyms",
    "type",
    "source",
    "episodes",
    "status",
    "airing",
  ],
  ...[
    "duration",
    "rating",
    "score",
    "scored_by",
    "popularity",
    "members",
    "favorites",
    "synopsis",
    "background",
    "season",
    "year",
  ],
  ...["url", "approved"],
] as const;

/** Anything else stays, to be rejected later. */
export function toAnimeRow(value: unknown): unknown {
  const parsed = jikanAnimeSchema.safeParse(value);
  if (!parsed.success) return value;
  const anime = parsed.data;
  return {
    ...Object.fromEntries(UNCHANGED_FIELDS.map((field) => [field, anime[field]])),
    aired_from: anime.aired?.from,
    aired_to: anime.aired?.to,
    broadcast_day: anime.broadcast?.day,
    broadcast_time: anime.broadcast?.time,
    broadcast_timezone: anime.broadcast?.timezone,
    image_url: anime.images?.jpg?.image_url,
    image_webp: anime.images?.webp?.image_url,
    image_small_webp: anime.images?.webp?.small_image_url,
    image_large_webp: anime.images?.webp?.large_image_url,
    ...toTrailer(anime),
    genres: [...toNames(anime.genres), ...toNames(anime.explicit_genres)],
    themes: toNames(anime.themes),
    studios: toNames(anime.studios),
    producers: toNames(anime.producers),
    licensors: toNames(anime.licensors),
  };
}

const NESTED_FIELDS = ["images", "trailer", "aired", "broadcast"];

/**
 * Names a nested field of a title that cannot be read, which its flat row would have as missing.
 * Returns null if all of them can be read.
 */
export function findUnreadableField(value: unknown): string | null {
  const issues = jikanAnimeSchema.safeParse(value).error?.issues ?? [];
  return (
    issues.map(({ path }) => String(path[0])).find((name) => NESTED_FIELDS.includes(name)) ?? null
  );
}

/** Reads the embed URL, since responses have no other one since 2025. */
function toTrailer({ trailer }: JikanAnime): FlatRow {
  const embedded =
    typeof trailer?.embed_url === "string"
      ? /\/embed\/([\w-]{11})(?:[?&#/]|$)/.exec(trailer.embed_url)?.[1]
      : undefined;
  const id = trailer?.youtube_id ?? embedded ?? null;
  return {
    youtube_id: id,
    trailer_url:
      trailer?.url ?? (typeof id === "string" ? `https://www.youtube.com/watch?v=${id}` : null),
    trailer_embed_url: trailer?.embed_url,
    trailer_image_url:
      trailer?.images?.large_image_url ??
      (typeof id === "string" ? `https://img.youtube.com/vi/${id}/hqdefault.jpg` : null),
  };
}

function toNames(entries: readonly { name?: unknown }[] | null | undefined): unknown[] {
  return (entries ?? []).map((entry) => entry.name);
}

/** Jikan scores episodes out of five. */
export function toEpisodeRow(malId: number, value: unknown): unknown {
  const parsed = jikanEpisodeSchema.safeParse(value);
  if (!parsed.success) return value;
  const episode = parsed.data;
  return {
    mal_id: malId,
    number: episode.mal_id,
    title: episode["title"],
    title_japanese: episode["title_japanese"],
    title_romanji: episode["title_romanji"],
    aired: episode["aired"],
    score: episode["score"],
    filler: episode["filler"],
    recap: episode["recap"],
  };
}

export function toRelationRows(malId: number, relations: JikanRelations): FlatRow[] {
  return relations.flatMap(({ relation, entry }) =>
    entry
      .filter(({ type }) => type === "anime")
      .map(({ mal_id }) => ({ mal_id: malId, related_mal_id: mal_id, relation })),
  );
}
