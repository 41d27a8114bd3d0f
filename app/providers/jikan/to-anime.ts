import {
  jikanAnimeSchema,
  jikanEpisodeSchema,
  type JikanAnime,
  type JikanRelations,
} from "./responses";

/** A row in the flat shape of specification 2.5; its values are what Jikan wrote and are yet to be checked. */
export type FlatRow = Record<string, unknown>;

/** Fields that have the same name and meaning on both sides. */
const SAME = [
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

/** Jikan's anime in the flat shape; a value that is no anime at all comes back as it is, to be refused with it. */
export function toAnimeRow(value: unknown): unknown {
  const parsed = jikanAnimeSchema.safeParse(value);
  if (!parsed.success) return value;
  const anime = parsed.data;
  return {
    ...Object.fromEntries(SAME.map((field) => [field, anime[field]])),
    aired_from: anime.aired?.from,
    aired_to: anime.aired?.to,
    broadcast_day: anime.broadcast?.day,
    broadcast_time: anime.broadcast?.time,
    broadcast_timezone: anime.broadcast?.timezone,
    image_url: anime.images?.jpg?.image_url,
    image_webp: anime.images?.webp?.image_url,
    image_small_webp: anime.images?.webp?.small_image_url,
    image_large_webp: anime.images?.webp?.large_image_url,
    ...trailerOf(anime),
    genres: [...namesOf(anime.genres), ...namesOf(anime.explicit_genres)],
    themes: namesOf(anime.themes),
    studios: namesOf(anime.studios),
    producers: namesOf(anime.producers),
    licensors: namesOf(anime.licensors),
  };
}

/**
 * The trailer's fields. Answers since 2025 carry the address of the player only; the id is in it, and the addresses that older
 * answers carried follow from the id.
 */
function trailerOf({ trailer }: JikanAnime): FlatRow {
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

function namesOf(entries: readonly { name?: unknown }[] | null | undefined): unknown[] {
  return (entries ?? []).map((entry) => entry.name);
}

/** Jikan's episode of the anime `malId` in the shape that episode files have. Its score counts to five, unlike a title's. */
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

/** The relations of the anime `malId` to other anime (those to manga are left out), in the shape that relation files have. */
export function toRelationRows(malId: number, relations: JikanRelations): FlatRow[] {
  return relations.flatMap(({ relation, entry }) =>
    entry
      .filter(({ type }) => type === "anime")
      .map(({ mal_id }) => ({ mal_id: malId, related_mal_id: mal_id, relation })),
  );
}
