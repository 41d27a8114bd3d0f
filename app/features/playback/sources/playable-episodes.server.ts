import { sql } from "drizzle-orm";
import { isPlayable } from "~/features/catalog/episodes/is-playable.server";
import {
  joinLanguages,
  type PlayableLanguages,
  type SourceLanguages,
} from "~/features/catalog/episodes/playable-titles.server";
import type { Database } from "~db/client.server";
import { prepared } from "~db/prepared";

export interface PlayableEpisode extends PlayableLanguages {
  number: number;
  isFiller: boolean;
}

interface Row extends Record<string, unknown> {
  number: number;
  filler: boolean;
  sources: SourceLanguages[] | null;
}

/** Lists episodes in order, with the languages of all sources of each. */
export async function listPlayableEpisodes(
  db: Database,
  animeId: number,
): Promise<PlayableEpisode[]> {
  const rows = await db.execute<Row>(
    prepared(sql`
      SELECT e.number, e.filler OR e.recap AS filler, (
        SELECT json_agg(json_build_object(
          'audio', s.audio, 'subtitles', s.subtitles, 'kind', s.kind, 'language', s.language))
        FROM episode_sources s WHERE s.anime_mal_id = e.anime_mal_id AND s.number = e.number
      ) AS sources
      FROM episodes e
      WHERE e.anime_mal_id = ${animeId}::int4 AND ${isPlayable} ORDER BY e.number`),
  );
  return [...rows].map(({ number, filler, sources }) => ({
    number,
    isFiller: filler,
    ...joinLanguages(sources ?? []),
  }));
}
