import { sql, type SQL } from "drizzle-orm";
import { isVisible, type Viewer } from "~/features/catalog/visibility.server";
import type { Database } from "~db/client.server";
import { prepared } from "~db/prepared";

/** BCP 47, sorted; empty where they are unknown. */
export interface PlayableLanguages {
  audio: readonly string[];
  subtitles: readonly string[];
}

export interface PlayableTitle extends PlayableLanguages {
  /** Milliseconds at which the first of its sources was added; null for the catalog's own. */
  addedAt: number | null;
}

/** Keys are ids of titles. */
export type PlayableTitles = ReadonlyMap<number, PlayableTitle>;

/** What is known of the languages of one source. */
export interface SourceLanguages {
  audio: readonly string[];
  subtitles: readonly string[];
  kind: string | null;
  language: string | null;
}

/**
 * Leaves out media files for those who may not open them; `s` is the alias of `episode_sources`.
 */
function isPlayableBy({ mayOpenFiles }: { mayOpenFiles: boolean }): SQL {
  return mayOpenFiles ? sql`true` : sql`s.address NOT LIKE '/media/files/%'`;
}

interface Row extends SourceLanguages, Record<string, unknown> {
  anime_mal_id: number;
  added_at: number | null;
}

/** All titles that a viewer may see with a source that they may play, in one statement. */
export async function listPlayableTitles(
  db: Database,
  viewer: Viewer & { mayOpenFiles: boolean },
): Promise<PlayableTitles> {
  const rows = await db.execute<Row>(
    prepared(sql`
      SELECT s.anime_mal_id, s.audio, s.subtitles, s.kind, s.language,
        (extract(epoch FROM min(s.added_at)) * 1000)::float8 AS added_at
      FROM episode_sources s JOIN animes a ON a.mal_id = s.anime_mal_id
      WHERE ${isPlayableBy(viewer)} AND ${isVisible(sql`a`, viewer)}
      GROUP BY s.anime_mal_id, s.audio, s.subtitles, s.kind, s.language
      UNION ALL
      SELECT DISTINCT e.anime_mal_id, '{}'::text[], '{}'::text[], NULL, NULL, NULL::float8
      FROM episodes e JOIN animes a ON a.mal_id = e.anime_mal_id
      WHERE e.video_source <> '' AND ${isVisible(sql`a`, viewer)}`),
  );
  const sources = new Map<number, Row[]>();
  for (const row of rows) {
    const ofTitle = sources.get(row.anime_mal_id);
    if (ofTitle === undefined) sources.set(row.anime_mal_id, [row]);
    else ofTitle.push(row);
  }
  return new Map(
    [...sources].map(([id, ofTitle]) => [
      id,
      { ...joinLanguages(ofTitle), addedAt: earliest(ofTitle.map((row) => row.added_at)) },
    ]),
  );
}

/** The languages that any of the sources has. */
export function joinLanguages(sources: readonly SourceLanguages[]): PlayableLanguages {
  const audio = new Set<string>();
  const subtitles = new Set<string>();
  for (const source of sources) {
    for (const tag of source.audio) audio.add(tag);
    for (const tag of source.subtitles) subtitles.add(tag);
    // The operator's own sources name one language, of what their kind says.
    if (source.language !== null) (source.kind === "sub" ? subtitles : audio).add(source.language);
  }
  return { audio: [...audio].sort(), subtitles: [...subtitles].sort() };
}

function earliest(times: readonly (number | null)[]): number | null {
  const added = times.filter((time) => time !== null);
  return added.length === 0 ? null : Math.min(...added);
}
