import { inArray, sql, type SQL } from "drizzle-orm";
import { Invalid, NotFound } from "~/errors/app-error";
import type { Database, Transaction } from "~db/client.server";
import { animes } from "~db/schema";
import { rebuildFranchises } from "~/features/franchise/rebuild-franchises.server";
import { changeCatalog, lockUseOfTitle } from "./change-catalog.server";

interface Merge {
  from: number;
  into: number;
}

/**
 * Moves everything that users and operators attached to `from` to `into`, and removes `from` for
 * good: its URLs lead to `into`, and imports leave it out. Where both have something, `into` wins;
 * what users wrote is joined. Throws `NotFound`, and `Invalid` when both are the same title.
 */
export async function mergeTitles(db: Database, merge: Merge): Promise<void> {
  const { from, into } = merge;
  if (from === into) throw new Invalid([{ path: "into", message: "title.mergeWithItself" }]);
  await changeCatalog(db, async (tx) => {
    await lockUseOfTitle(tx, from);
    const found = await tx
      .select({ malId: animes.malId })
      .from(animes)
      .where(inArray(animes.malId, [from, into]))
      .orderBy(animes.malId)
      .for("update");
    for (const id of [from, into])
      if (!found.some(({ malId }) => malId === id))
        throw new NotFound({ key: "anime.idNotFound", values: { id } });
    for (const statement of [...episodeSteps(merge), ...listSteps(merge), ...titleSteps(merge)])
      await tx.execute(statement);
    await moveProfileIds(tx, merge);
    await tx.execute(sql`
      INSERT INTO merged_titles (mal_id, title, into_mal_id)
      SELECT mal_id, title, ${into}::int4 FROM animes WHERE mal_id = ${from}`);
    await tx.execute(sql`DELETE FROM animes WHERE mal_id = ${from}`);
    return true;
  });
  await rebuildFranchises(db);
}

/** Gaps of episodes are filled; of two positions, the later one stays. */
function episodeSteps({ from, into }: Merge): SQL[] {
  const columns = [
    "title",
    "title_japanese",
    "title_romanji",
    "description",
    "image_url",
    "aired",
    "duration",
    "score",
    "video_source",
  ];
  const list = sql.raw(columns.join(", "));
  return [
    sql`
      INSERT INTO episodes AS e (anime_mal_id, number, filler, recap, ${list})
      SELECT ${into}::int4, number, filler, recap, ${list} FROM episodes WHERE anime_mal_id = ${from}
      ON CONFLICT (anime_mal_id, number) DO UPDATE SET ${sql.raw(
        columns.map((name) => `${name} = coalesce(e.${name}, excluded.${name})`).join(", "),
      )}`,
    sql`
      DELETE FROM episode_sources s USING episode_sources other
      WHERE s.anime_mal_id = ${from} AND other.anime_mal_id = ${into}
        AND other.number = s.number AND other.address = s.address`,
    sql`UPDATE episode_sources SET anime_mal_id = ${into} WHERE anime_mal_id = ${from}`,
    sql`
      INSERT INTO playback_positions AS p (user_id, anime_mal_id, number, position_seconds,
        duration_seconds, marked_at, replayed, removed_at, updated_at)
      SELECT user_id, ${into}::int4, number, position_seconds,
        duration_seconds, marked_at, replayed, removed_at, updated_at
      FROM playback_positions WHERE anime_mal_id = ${from}
      ON CONFLICT (user_id, anime_mal_id, number) DO UPDATE SET
        position_seconds = excluded.position_seconds,
        duration_seconds = excluded.duration_seconds,
        marked_at = greatest(p.marked_at, excluded.marked_at),
        replayed = excluded.replayed,
        removed_at = excluded.removed_at,
        updated_at = excluded.updated_at
      WHERE excluded.updated_at > p.updated_at`,
    sql`
      UPDATE playback_positions p SET marked_at = greatest(p.marked_at, other.marked_at)
      FROM playback_positions other
      WHERE p.anime_mal_id = ${into} AND other.anime_mal_id = ${from}
        AND other.user_id = p.user_id AND other.number = p.number`,
    sql`UPDATE media_files SET anime_mal_id = ${into} WHERE anime_mal_id = ${from}`,
    sql`UPDATE media_decisions SET anime_mal_id = ${into} WHERE anime_mal_id = ${from}`,
  ];
}

/** Seen episodes and rewatches add up, notes and tags are joined. */
function listSteps({ from, into }: Merge): SQL[] {
  return [
    sql`
      INSERT INTO watch_list_entries AS e (user_id, anime_mal_id, state, score, started_on,
        finished_on, notes, tags, priority, private, added_at, updated_at)
      SELECT user_id, ${into}::int4, state, score, started_on,
        finished_on, notes, tags, priority, private, added_at, updated_at
      FROM watch_list_entries WHERE anime_mal_id = ${from}
      ON CONFLICT (user_id, anime_mal_id) DO UPDATE SET
        state = coalesce(e.state, excluded.state),
        score = coalesce(e.score, excluded.score),
        started_on = coalesce(e.started_on, excluded.started_on),
        finished_on = coalesce(e.finished_on, excluded.finished_on),
        notes = CASE
          WHEN e.notes IS NULL OR e.notes = excluded.notes THEN excluded.notes
          WHEN excluded.notes IS NULL THEN e.notes
          ELSE e.notes || E'\\n\\n' || excluded.notes END,
        tags = e.tags || ARRAY(SELECT tag FROM unnest(excluded.tags) AS tag WHERE tag <> ALL (e.tags)),
        priority = greatest(e.priority, excluded.priority),
        private = e.private OR excluded.private,
        added_at = least(e.added_at, excluded.added_at),
        updated_at = greatest(e.updated_at, excluded.updated_at)`,
    // Only the last rewatch may be unfinished, and only while the state says so.
    sql`
      WITH own AS (
        DELETE FROM rewatches WHERE anime_mal_id = ANY(ARRAY[${from}, ${into}]::int4[]) RETURNING *
      ), ordered AS (
        SELECT own.*,
          row_number() OVER place AS position,
          row_number() OVER (PARTITION BY own.user_id
            ORDER BY own.finished, own.anime_mal_id <> ${into}, own.number) AS open_position
        FROM own
        WINDOW place AS (PARTITION BY own.user_id
          ORDER BY NOT own.finished, own.anime_mal_id = ${into} AND NOT own.finished,
            own.anime_mal_id <> ${into}, own.number)
      )
      INSERT INTO rewatches (user_id, anime_mal_id, number, started_on, finished_on, score, finished)
      SELECT o.user_id, ${into}::int4, o.position, o.started_on, o.finished_on, o.score,
        o.finished OR o.open_position > 1 OR e.state IS DISTINCT FROM 'rewatching'
      FROM ordered o JOIN watch_list_entries e ON e.user_id = o.user_id AND e.anime_mal_id = ${into}`,
    sql`DELETE FROM watch_list_entries WHERE anime_mal_id = ${from}`,
    sql`
      INSERT INTO seen_episodes AS s (user_id, anime_mal_id, episodes, skipped, updated_at)
      SELECT user_id, ${into}::int4, episodes, skipped, updated_at
      FROM seen_episodes WHERE anime_mal_id = ${from}
      ON CONFLICT (user_id, anime_mal_id) DO UPDATE SET
        episodes = s.episodes + excluded.episodes,
        skipped = (s.skipped + excluded.skipped) - (s.episodes + excluded.episodes),
        updated_at = greatest(s.updated_at, excluded.updated_at)`,
    sql`DELETE FROM seen_episodes WHERE anime_mal_id = ${from}`,
    sql`UPDATE list_events SET anime_mal_id = ${into} WHERE anime_mal_id = ${from}`,
  ];
}

/** The facts of `into` stay. */
function titleSteps({ from, into }: Merge): SQL[] {
  return [
    sql`
      INSERT INTO external_ids (mal_id, site, id, season)
      SELECT ${into}::int4, site, id, season FROM external_ids WHERE mal_id = ${from}
      ON CONFLICT DO NOTHING`,
    sql`
      INSERT INTO anime_relations (mal_id, related_mal_id, relation)
      SELECT ${into}::int4, related_mal_id, relation FROM anime_relations
      WHERE mal_id = ${from} AND related_mal_id <> ${into}
      UNION
      SELECT mal_id, ${into}::int4, relation FROM anime_relations
      WHERE related_mal_id = ${from} AND mal_id <> ${into}
      ON CONFLICT DO NOTHING`,
    sql`DELETE FROM anime_relations WHERE related_mal_id = ${from}`,
    sql`
      INSERT INTO anime_characters (anime_mal_id, character_id, role)
      SELECT ${into}::int4, character_id, role FROM anime_characters WHERE anime_mal_id = ${from}
      ON CONFLICT DO NOTHING`,
    sql`
      INSERT INTO voice_roles (anime_mal_id, character_id, person_id, language)
      SELECT ${into}::int4, character_id, person_id, language FROM voice_roles WHERE anime_mal_id = ${from}
      ON CONFLICT DO NOTHING`,
    sql`
      INSERT INTO anime_staff (anime_mal_id, person_id, roles)
      SELECT ${into}::int4, person_id, roles FROM anime_staff WHERE anime_mal_id = ${from}
      ON CONFLICT DO NOTHING`,
    sql`
      INSERT INTO theme_songs (anime_mal_id, kind, position, title, artist, episodes)
      SELECT ${into}::int4, kind, position, title, artist, episodes FROM theme_songs t
      WHERE anime_mal_id = ${from} AND NOT EXISTS (
        SELECT 1 FROM theme_songs o WHERE o.anime_mal_id = ${into} AND o.kind = t.kind)`,
    sql`DELETE FROM title_pictures WHERE mal_id = ${from}`,
    sql`UPDATE merged_titles SET into_mal_id = ${into} WHERE into_mal_id = ${from}`,
  ];
}

async function moveProfileIds(tx: Transaction, { from, into }: Merge): Promise<void> {
  for (const column of [sql.raw("favorite_animes"), sql.raw("watched_animes")])
    await tx.execute(sql`
      UPDATE profiles SET ${column} = CASE
        WHEN ${into}::int4 = ANY(${column}) THEN array_remove(${column}, ${from}::int4)
        ELSE array_replace(${column}, ${from}::int4, ${into}::int4) END
      WHERE ${from}::int4 = ANY(${column})`);
}
