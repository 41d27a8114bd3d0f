import { sql, type SQL } from "drizzle-orm";

/** Whether an episode has a source on this site; `e` is the alias of `episodes`. */
export const isPlayable: SQL = sql`(coalesce(e.video_source, '') <> '' OR EXISTS (
  SELECT FROM episode_sources s WHERE s.anime_mal_id = e.anime_mal_id AND s.number = e.number))`;

/** Whether any episode of a title has a source on this site. */
export function hasPlayable(animeId: SQL): SQL {
  return sql`(EXISTS (SELECT FROM episode_sources s WHERE s.anime_mal_id = ${animeId}) OR EXISTS (
    SELECT FROM episodes e WHERE e.anime_mal_id = ${animeId} AND e.video_source <> ''))`;
}
