import { and, asc, count, eq, getTableColumns, sql } from "drizzle-orm";
import type { ParentalControl } from "~/features/catalog/parental-control";
import { NotFound } from "~/errors/app-error";
import type { Database } from "~db/client.server";
import { episodes } from "~db/schema";
import { prepared } from "~db/prepared";
import type { Episode } from "~/features/catalog/anime";
import { requireVisible, type Viewer } from "~/features/catalog/visibility.server";
import { episodeVideoUrl } from "./episode-video";

export const EPISODES_PER_PAGE = 100;
export const MAX_EPISODES_PER_PAGE = 500;

const firstSource = sql<string | null>`coalesce((
  SELECT s.address FROM episode_sources s
  WHERE s.anime_mal_id = "episodes"."anime_mal_id" AND s.number = "episodes"."number"
  ORDER BY s.status = 'dead', s.position, s.id LIMIT 1
), "episodes"."video_source")`;
const columns = { ...getTableColumns(episodes), videoSource: firstSource.as("video_source") };

interface ListEpisodesOptions extends Viewer {
  animeId: number;
  page: number;
  perPage: number;
}

/** Throws `NotFound` for an unknown anime, `Forbidden` when parental control hides it. */
export async function listEpisodes(
  db: Database,
  { animeId, parentalControl, page, perPage }: ListEpisodesOptions,
): Promise<{ items: Episode[]; total: number }> {
  await requireVisible(db, animeId, { parentalControl });
  const ofAnime = prepared(eq(episodes.animeMalId, animeId));
  const [rows, [counted]] = await Promise.all([
    db
      .select(columns)
      .from(episodes)
      .where(ofAnime)
      .orderBy(asc(episodes.number))
      .limit(perPage)
      .offset((page - 1) * perPage),
    db.select({ total: count() }).from(episodes).where(ofAnime),
  ]);
  return { items: rows.map((row) => toEpisode(row, parentalControl)), total: counted?.total ?? 0 };
}

interface GetEpisodeOptions extends Viewer {
  animeId: number;
  number: number;
}

export async function getEpisode(
  db: Database,
  { animeId, number, parentalControl }: GetEpisodeOptions,
): Promise<Episode> {
  await requireVisible(db, animeId, { parentalControl });
  const [row] = await db
    .select(columns)
    .from(episodes)
    .where(prepared(and(eq(episodes.animeMalId, animeId), eq(episodes.number, number))));
  if (row === undefined) throw new NotFound("episode.notFound");
  return toEpisode(row, parentalControl);
}

function toEpisode(row: typeof episodes.$inferSelect, parentalControl: ParentalControl): Episode {
  return {
    id: `${row.animeMalId}-${row.number}`,
    anime_mal_id: row.animeMalId,
    episode_id: row.number,
    title: row.title,
    title_japanese: row.titleJapanese,
    title_romanji: row.titleRomanji,
    description: row.description,
    image_url: row.imageUrl,
    aired: row.aired?.toISOString() ?? null,
    duration: row.duration,
    score: row.score,
    filler: row.filler,
    recap: row.recap,
    video_url: episodeVideoUrl(row.videoSource, {
      animeId: row.animeMalId,
      number: row.number,
      parentalControl,
    }),
  };
}
