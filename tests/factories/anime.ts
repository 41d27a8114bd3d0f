import type { Anime } from "~/features/catalog/anime";
import { rebuildTitleKeys } from "~/features/catalog/search/title-keys/rebuild-title-keys.server";
import { termKeys } from "~/features/catalog/term-key";
import type { Database } from "~db/client.server";
import { animeRelations, animes, episodes } from "~db/schema";

let last = 1_000;

/** A valid, unique anime of nothing special; name only what the test is about. */
export function buildAnime(fields: Partial<Anime> = {}): Anime {
  const id = fields.mal_id ?? (last += 1);
  return {
    mal_id: id,
    title: `Anime ${id}`,
    title_english: null,
    title_japanese: null,
    title_synonyms: [],
    type: "TV",
    source: "Original",
    episodes: 12,
    status: "Finished Airing",
    airing: false,
    aired_from: "2015-04-05T00:00:00.000Z",
    aired_to: null,
    duration: "24 min per ep",
    rating: "PG-13 - Teens 13 or older",
    score: 7,
    scored_by: 100,
    popularity: id,
    members: 1_000,
    favorites: 1,
    synopsis: null,
    background: null,
    season: "Spring",
    year: 2015,
    broadcast_day: null,
    broadcast_time: null,
    broadcast_timezone: null,
    image_url: null,
    image_webp: null,
    image_small_webp: null,
    image_large_webp: null,
    banner_image: null,
    youtube_id: null,
    trailer_url: null,
    trailer_embed_url: null,
    trailer_image_url: null,
    url: null,
    approved: true,
    genres: [],
    studios: [],
    producers: [],
    licensors: [],
    themes: [],
    ...fields,
  };
}

/** Puts anime into the catalog, built from the given fields, and returns them as the API answers them. */
export async function addAnimes(db: Database, ...list: Partial<Anime>[]): Promise<Anime[]> {
  const built = list.map(buildAnime);
  for (let start = 0; start < built.length; start += 500) {
    await db.insert(animes).values(built.slice(start, start + 500).map(toRow));
  }
  return built;
}

/** Puts one anime into the catalog. See `addAnimes`. */
export async function addAnime(db: Database, fields: Partial<Anime> = {}): Promise<Anime> {
  const anime = buildAnime(fields);
  await db.insert(animes).values(toRow(anime));
  return anime;
}

/** Lets the search find every anime that is in the catalog by now; the others it does not know. */
export async function makeSearchable(db: Database): Promise<void> {
  await db.transaction(rebuildTitleKeys);
}

/** Gives an anime the episodes from one number to another, each with what `fields` says. */
export async function addEpisodes(
  db: Database,
  animeMalId: number,
  from: number,
  to: number,
  fields: Partial<typeof episodes.$inferInsert> = {},
): Promise<void> {
  const numbers = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  await db
    .insert(episodes)
    .values(
      numbers.map((number) => ({ animeMalId, number, title: `Episode ${number}`, ...fields })),
    );
}

/** Says that one anime is related to another. */
export async function addRelation(
  db: Database,
  malId: number,
  relation: string,
  relatedMalId: number,
): Promise<void> {
  await db.insert(animeRelations).values({ malId, relation, relatedMalId });
}

function toRow(anime: Anime): typeof animes.$inferInsert {
  return {
    malId: anime.mal_id,
    title: anime.title,
    titleEnglish: anime.title_english,
    titleJapanese: anime.title_japanese,
    titleSynonyms: anime.title_synonyms,
    type: anime.type,
    source: anime.source,
    episodes: anime.episodes,
    status: anime.status,
    airing: anime.airing,
    airedFrom: instant(anime.aired_from),
    airedTo: instant(anime.aired_to),
    duration: anime.duration,
    rating: anime.rating,
    score: anime.score,
    scoredBy: anime.scored_by,
    popularity: anime.popularity,
    members: anime.members,
    favorites: anime.favorites,
    synopsis: anime.synopsis,
    background: anime.background,
    season: anime.season,
    year: anime.year,
    broadcastDay: anime.broadcast_day,
    broadcastTime: anime.broadcast_time,
    broadcastTimezone: anime.broadcast_timezone,
    imageUrl: anime.image_url,
    imageWebp: anime.image_webp,
    imageSmallWebp: anime.image_small_webp,
    imageLargeWebp: anime.image_large_webp,
    bannerImage: anime.banner_image,
    youtubeId: anime.youtube_id,
    trailerUrl: anime.trailer_url,
    trailerEmbedUrl: anime.trailer_embed_url,
    trailerImageUrl: anime.trailer_image_url,
    url: anime.url,
    approved: anime.approved,
    genres: anime.genres,
    studios: anime.studios,
    producers: anime.producers,
    licensors: anime.licensors,
    themes: anime.themes,
    termKeys: termKeys(anime),
    contentHash: `factory:${anime.mal_id}`,
  };
}

function instant(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}
