import { sql } from "drizzle-orm";
import type { Transaction } from "~db/client.server";
import { listMergedInto } from "~/features/catalog/merged-titles.server";
import type { EpisodeRow } from "./rows/episode-row";
import { STARTER_HASH_PREFIX } from "./content-origin";
import type { ImportSource, WriteResult } from "./write-result";

interface WrittenRow extends Record<string, unknown> {
  anime_mal_id: number;
  number: number;
  added: boolean;
}

/**
 * Sources have gaps in different places, so values are filled and corrected but never cleared, and
 * `Episode 5` never replaces a real title. For titles of another source, the starter catalog only
 * fills gaps.
 */
export async function writeEpisodes(
  tx: Transaction,
  rows: readonly EpisodeRow[],
  source: ImportSource,
): Promise<WriteResult<EpisodeRow>> {
  const ids = [...new Set(rows.map((row) => row.anime_mal_id))];
  const animes = await tx.execute<{ mal_id: number; starter: boolean }>(sql`
    SELECT mal_id, starts_with(content_hash, ${STARTER_HASH_PREFIX}) AS starter
    FROM animes WHERE mal_id = ANY(${sql.param(`{${ids.join(",")}}`)}::int[])`);
  const fillOnly = new Map(
    animes.map((anime) => [anime.mal_id, source === "starter" && !anime.starter]),
  );
  const merged = await listMergedInto(tx, ids);
  const accepted = rows.filter((row) => fillOnly.has(row.anime_mal_id));
  const records = accepted.map((row) => ({ ...row, fill_only: fillOnly.get(row.anime_mal_id) }));
  const written =
    records.length === 0
      ? []
      : await tx.execute<WrittenRow>(sql`
          WITH incoming AS (
            SELECT * FROM json_to_recordset(${JSON.stringify(records)}::json) AS r (
              anime_mal_id integer, number integer, title text, title_japanese text, title_romanji text, description text, image_url text,
              aired timestamptz, duration integer, score double precision, filler boolean, recap boolean, video_source text, tvdb_season integer, tvdb_episode integer, fill_only boolean)
          ), merged AS (
            SELECT i.anime_mal_id, i.number,
              ${mergeColumn("title", sql`nullif(i.title, 'Episode ' || i.number)`, sql`i.title`)},
              ${mergeColumn("title_japanese")}, ${mergeColumn("title_romanji")}, ${mergeColumn("description")}, ${mergeColumn("image_url")},
              ${mergeColumn("aired")}, ${mergeColumn("duration")}, ${mergeColumn("score")},
              ${mergeColumn("filler", undefined, sql`false`)}, ${mergeColumn("recap", undefined, sql`false`)}, ${mergeColumn("video_source")},
              ${mergeColumn("tvdb_season")}, ${mergeColumn("tvdb_episode")}
            FROM incoming i LEFT JOIN episodes e ON e.anime_mal_id = i.anime_mal_id AND e.number = i.number
          )
          INSERT INTO episodes AS e (anime_mal_id, number, title, title_japanese, title_romanji, description, image_url, aired, duration, score,
            filler, recap, video_source, tvdb_season, tvdb_episode)
          SELECT * FROM merged
          ON CONFLICT (anime_mal_id, number) DO UPDATE SET
            title = excluded.title, title_japanese = excluded.title_japanese, title_romanji = excluded.title_romanji,
            description = excluded.description, image_url = excluded.image_url, aired = excluded.aired, duration = excluded.duration,
            score = excluded.score, filler = excluded.filler, recap = excluded.recap, video_source = excluded.video_source,
            tvdb_season = excluded.tvdb_season, tvdb_episode = excluded.tvdb_episode
          WHERE (e.title, e.title_japanese, e.title_romanji, e.description, e.image_url, e.aired, e.duration, e.score, e.filler, e.recap, e.video_source, e.tvdb_season, e.tvdb_episode)
            IS DISTINCT FROM (excluded.title, excluded.title_japanese, excluded.title_romanji, excluded.description, excluded.image_url,
              excluded.aired, excluded.duration, excluded.score, excluded.filler, excluded.recap, excluded.video_source,
              excluded.tvdb_season, excluded.tvdb_episode)
          RETURNING anime_mal_id, number, xmax = 0 AS added`);
  const addedByKey = new Map(
    written.map((row) => [`${row.anime_mal_id}/${row.number}`, row.added]),
  );
  const filterAdded = (added: boolean) =>
    accepted.filter((row) => addedByKey.get(`${row.anime_mal_id}/${row.number}`) === added);
  return {
    added: filterAdded(true),
    changed: filterAdded(false),
    rejected: rows
      .filter((row) => !fillOnly.has(row.anime_mal_id) && !merged.has(row.anime_mal_id))
      .map((row) => ({ row, reason: `mal_id ${row.anime_mal_id} is not in the catalog` })),
  };
}

/** Prefers the new value, then the stored one, then `fallback`. */
function mergeColumn(column: string, newer = sql.raw(`i.${column}`), fallback = sql`NULL`) {
  const older = sql.raw(`e.${column}`);
  return sql`CASE WHEN i.fill_only THEN coalesce(${older}, ${newer}, ${fallback}) ELSE coalesce(${newer}, ${older}, ${fallback}) END AS ${sql.raw(column)}`;
}
