import type { Anime } from "~/features/catalog/anime";
import { ANIME_COLUMNS } from "~/features/catalog/anime-schema.server";
import { rebuildSearchIndex } from "~/features/search/title-index/rebuild-search-index.server";
import { termKeys } from "~/features/catalog/term-key";
import type { Database } from "~db/client.server";
import { animeRelations, animes, episodes } from "~db/schema";

let last = 1_000;

/** Builds a valid and unique title; override only what the test is about. */
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
    aired_from: fields.status === "Not yet aired" ? null : "2015-04-05T00:00:00.000Z",
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

/** Returns them as the API does. */
export async function addAnimes(db: Database, ...list: Partial<Anime>[]): Promise<Anime[]> {
  const built = list.map(buildAnime);
  for (let start = 0; start < built.length; start += 500) {
    await db.insert(animes).values(built.slice(start, start + 500).map(toRow));
  }
  return built;
}

export async function addAnime(db: Database, fields: Partial<Anime> = {}): Promise<Anime> {
  const anime = buildAnime(fields);
  await db.insert(animes).values(toRow(anime));
  return anime;
}

/** Titles added later are not found. */
export async function indexForSearch(db: Database): Promise<void> {
  await db.transaction(rebuildSearchIndex);
}

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

export async function addRelation(
  db: Database,
  malId: number,
  relation: string,
  relatedMalId: number,
): Promise<void> {
  await db.insert(animeRelations).values({ malId, relation, relatedMalId });
}

function toRow(anime: Anime): typeof animes.$inferInsert {
  const values = ANIME_COLUMNS.map(({ property, name, sqlType }) => {
    const value = anime[name];
    const isInstant = sqlType.startsWith("timestamp") && value !== null;
    return [property, isInstant ? new Date(String(value)) : value];
  });
  // ANIME_COLUMNS has every column but these two and the generated ones.
  return {
    ...(Object.fromEntries(values) as Omit<typeof animes.$inferInsert, "termKeys" | "contentHash">),
    termKeys: termKeys(anime),
    contentHash: `factory:${anime.mal_id}`,
  };
}
