import { sql } from "drizzle-orm";
import type { Transaction } from "~db/client.server";
import type { EpisodeRow } from "./rows/episode-row";
import { STARTER_HASH_PREFIX } from "./write-animes.server";
import type { ImportSource, Written } from "./write-rows";

interface Stored extends Record<string, unknown> {
  anime_mal_id: number;
  number: number;
  added: boolean;
}

/**
 * Writes episodes, at most one of each number of a title. Sources of episodes have gaps in different places, so an import fills
 * and corrects but never blanks, and `Episode 5` never replaces a real title. What the starter catalog says of a title that
 * another source has brought only fills gaps.
 */
export async function writeEpisodes(
  tx: Transaction,
  rows: readonly EpisodeRow[],
  source: ImportSource,
): Promise<Written<EpisodeRow>> {
  const ids = [...new Set(rows.map((row) => row.anime_mal_id))];
  const owners = await tx.execute<{ mal_id: number; starter: boolean }>(sql`
    select mal_id, starts_with(content_hash, ${STARTER_HASH_PREFIX}) as starter
    from animes where mal_id = any(${sql.param(`{${ids.join(",")}}`)}::int[])`);
  const fillOnly = new Map(
    owners.map((owner) => [owner.mal_id, source === "starter" && !owner.starter]),
  );
  const placed = rows.filter((row) => fillOnly.has(row.anime_mal_id));
  const records = placed.map((row) => ({ ...row, fill_only: fillOnly.get(row.anime_mal_id) }));
  const written =
    records.length === 0
      ? []
      : await tx.execute<Stored>(sql`
          with incoming as (
            select * from json_to_recordset(${JSON.stringify(records)}::json) as r (
              anime_mal_id integer, number integer, title text, title_japanese text, title_romanji text, description text, image_url text,
              aired timestamptz, duration integer, score double precision, filler boolean, recap boolean, video_source text, fill_only boolean)
          ), merged as (
            select i.anime_mal_id, i.number,
              ${merged("title", sql`nullif(i.title, 'Episode ' || i.number)`, sql`i.title`)},
              ${merged("title_japanese")}, ${merged("title_romanji")}, ${merged("description")}, ${merged("image_url")},
              ${merged("aired")}, ${merged("duration")}, ${merged("score")},
              ${merged("filler", undefined, sql`false`)}, ${merged("recap", undefined, sql`false`)}, ${merged("video_source")}
            from incoming i left join episodes e on e.anime_mal_id = i.anime_mal_id and e.number = i.number
          )
          insert into episodes as e (anime_mal_id, number, title, title_japanese, title_romanji, description, image_url, aired, duration, score,
            filler, recap, video_source)
          select * from merged
          on conflict (anime_mal_id, number) do update set
            title = excluded.title, title_japanese = excluded.title_japanese, title_romanji = excluded.title_romanji,
            description = excluded.description, image_url = excluded.image_url, aired = excluded.aired, duration = excluded.duration,
            score = excluded.score, filler = excluded.filler, recap = excluded.recap, video_source = excluded.video_source
          where (e.title, e.title_japanese, e.title_romanji, e.description, e.image_url, e.aired, e.duration, e.score, e.filler, e.recap, e.video_source)
            is distinct from (excluded.title, excluded.title_japanese, excluded.title_romanji, excluded.description, excluded.image_url,
              excluded.aired, excluded.duration, excluded.score, excluded.filler, excluded.recap, excluded.video_source)
          returning anime_mal_id, number, xmax = 0 as added`);
  const fate = new Map(written.map((row) => [`${row.anime_mal_id}/${row.number}`, row.added]));
  const addedIs = (added: boolean) =>
    placed.filter((row) => fate.get(`${row.anime_mal_id}/${row.number}`) === added);
  return {
    added: addedIs(true),
    changed: addedIs(false),
    rejected: rows
      .filter((row) => !fillOnly.has(row.anime_mal_id))
      .map((row) => ({ row, reason: `mal_id ${row.anime_mal_id} is not in the catalog` })),
  };
}

/** The stored value of a column after the import: the newer one where it is known, else the older one, else `fallback`. */
function merged(column: string, newer = sql.raw(`i.${column}`), fallback = sql`null`) {
  const older = sql.raw(`e.${column}`);
  return sql`case when i.fill_only then coalesce(${older}, ${newer}, ${fallback}) else coalesce(${newer}, ${older}, ${fallback}) end as ${sql.raw(column)}`;
}
