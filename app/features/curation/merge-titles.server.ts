import { inArray, sql, type SQL } from "drizzle-orm";
import { Invalid, NotFound } from "~/errors/app-error";
import type { Database, RecordChange, Transaction } from "~db/client.server";
import { animes } from "~db/schema";
import { rebuildFranchises } from "~/features/franchise/rebuild-franchises.server";
import { changeCatalog } from "./change-catalog.server";
import { lockTitle } from "./lock-title.server";

interface Merge {
  from: number;
  into: number;
}

/**
 * Moves everything that users and operators attached to `from` to `into`, and removes `from` for
 * good: its URLs lead to `into`, and imports leave it out. Where both have something, `into` wins;
 * what users wrote is joined. `moveEntries` is the watch list's part. Throws `NotFound`, and
 * `Invalid` when both are the same title.
 */
export async function mergeTitles(
  db: Database,
  merge: Merge,
  moveEntries: (merge: Merge) => readonly SQL[],
  record?: RecordChange,
): Promise<void> {
  const { from, into } = merge;
  if (from === into) throw new Invalid([{ path: "into", message: "title.mergeWithItself" }]);
  await changeCatalog(
    db,
    async (tx) => {
      await lockTitle(tx, { id: from, into });
      const found = await tx
        .select({ malId: animes.malId })
        .from(animes)
        .where(inArray(animes.malId, [from, into]));
      for (const id of [from, into])
        if (!found.some(({ malId }) => malId === id))
          throw new NotFound({ key: "anime.idNotFound", values: { id } });
      for (const statement of [
        ...episodeSteps(merge),
        ...moveEntries(merge),
        ...titleSteps(merge),
        ...notificationSteps(merge),
      ])
        await tx.execute(statement);
      await moveProfileIds(tx, merge);
      await tx.execute(sql`
      INSERT INTO merged_titles (mal_id, title, into_mal_id)
      SELECT mal_id, title, ${into}::int4 FROM animes WHERE mal_id = ${from}`);
      await tx.execute(sql`DELETE FROM animes WHERE mal_id = ${from}`);
      return true;
    },
    record,
  );
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
    "tvdb_season",
    "tvdb_episode",
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
    // Triggers follow sources that come and go, not those that move.
    sql`
      UPDATE listing_entries SET plays_here = plays_here(mal_id)
      WHERE mal_id = ${into} AND plays_here <> plays_here(mal_id)`,
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

/** The facts of `into` stay. */
function titleSteps({ from, into }: Merge): SQL[] {
  return [
    // What a parent blocked stays blocked, and what a child asks for gives way to a decision.
    sql`
      INSERT INTO child_titles AS kept (user_id, mal_id, state, changed_at)
      SELECT user_id, ${into}::int4, state, changed_at FROM child_titles WHERE mal_id = ${from}
      ON CONFLICT (user_id, mal_id) DO UPDATE
        SET state = excluded.state, changed_at = excluded.changed_at
        WHERE excluded.state = 'blocked' OR kept.state = 'asked'`,
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
    sql`
      INSERT INTO suggestion_feedback (user_id, anime_mal_id, kind, given_at)
      SELECT user_id, ${into}::int4, kind, given_at FROM suggestion_feedback
      WHERE anime_mal_id = ${from}
      ON CONFLICT DO NOTHING`,
    // A reason such as "a duplicate" closes no wish that users have for the other title.
    sql`
      INSERT INTO declined_wishes (anime_mal_id, number, reason, declined_at)
      SELECT ${into}::int4, number, reason, declined_at FROM declined_wishes d
      WHERE anime_mal_id = ${from} AND NOT EXISTS (
        SELECT FROM wishes w WHERE w.anime_mal_id = ${into} AND w.number = d.number)
      ON CONFLICT DO NOTHING`,
    sql`
      INSERT INTO wishes AS w (user_id, anime_mal_id, number, asked_at, told_at)
      SELECT user_id, ${into}::int4, number, asked_at, told_at FROM wishes
      WHERE anime_mal_id = ${from}
      ON CONFLICT (user_id, anime_mal_id, number)
        DO UPDATE SET asked_at = least(w.asked_at, excluded.asked_at),
          told_at = coalesce(w.told_at, excluded.told_at)`,
    sql`DELETE FROM title_pictures WHERE mal_id = ${from}`,
    sql`UPDATE merged_titles SET into_mal_id = ${into} WHERE into_mal_id = ${from}`,
  ];
}

/**
 * Where both have an event, that of `into` stays; those of a user are moved. What was seen under
 * either id is read.
 */
function notificationSteps({ from, into }: Merge): SQL[] {
  const key = sql`regexp_replace(o.key, ${`^([a-z]+):${from}:`}, ${`\\1:${into}:`})`;
  return [
    sql`
      INSERT INTO muted_titles (user_id, anime_mal_id, muted_at)
      SELECT user_id, ${into}::int4, muted_at FROM muted_titles WHERE anime_mal_id = ${from}
      ON CONFLICT DO NOTHING`,
    sql`
      WITH moved AS (
        UPDATE outbox_events o SET anime_mal_id = ${into}, key = ${key}
        WHERE o.anime_mal_id = ${from} AND (o.user_id IS NOT NULL OR NOT EXISTS (
          SELECT FROM outbox_events other WHERE other.key = ${key} OR (
            other.anime_mal_id = ${into} AND other.kind = o.kind
              AND other.episode IS NOT DISTINCT FROM o.episode)))
        RETURNING o.id
      )
      UPDATE notifications SET anime_mal_id = ${into} WHERE event_id IN (SELECT id FROM moved)`,
    sql`
      UPDATE notifications n SET read_at = now() FROM outbox_events o, seen_episodes s
      WHERE n.anime_mal_id = ${into} AND n.read_at IS NULL AND o.id = n.event_id
        AND s.user_id = n.user_id AND s.anime_mal_id = ${into} AND s.episodes @> o.episode`,
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
