import { and, eq, gt, isNull, notInArray, sql, type SQL } from "drizzle-orm";
import type { Database, Transaction } from "~db/client.server";
import { addToOutbox } from "~db/outbox.server";
import { outboxEvents } from "~db/schema";
import { airedEpisodes, type AiredEpisode, type AiringTitle } from "./aired-episodes";

const HOUR_MS = 60 * 60_000;
/** What aired before this is no news, as after days without a process. */
const MAX_AGE_MS = 6 * HOUR_MS;
/** The job runs every hour, and may wait for others. */
const AHEAD_MS = 2 * HOUR_MS;

interface AnnounceOptions {
  /** Whether nothing was announced before: then what has aired already is no news either. */
  isFirst: boolean;
  now?: Date;
}

/**
 * Records the broadcasts of the last and the next hours as events, whose time may be ahead. Events
 * to come follow their slot until their notifications are made. Returns how many are new or moved.
 */
export async function announceAirings(
  db: Database,
  { isFirst, now = new Date() }: AnnounceOptions,
): Promise<number> {
  const from = isFirst ? now : new Date(now.getTime() - MAX_AGE_MS);
  const until = new Date(now.getTime() + AHEAD_MS);
  const titles = await listTitles(db, from, until);
  const aired = titles.flatMap((title) => airedEpisodes(title, from, until));
  return db.transaction(async (tx) => {
    await tx.delete(outboxEvents).where(
      and(
        eq(outboxEvents.kind, "episode.aired"),
        isNull(outboxEvents.spreadAt),
        gt(outboxEvents.at, now),
        notInArray(
          outboxEvents.key,
          aired.map(({ key }) => key),
        ),
      ),
    );
    const news = await leaveOutTold(tx, aired);
    return addToOutbox(
      tx,
      news.map((episode) => ({ kind: "episode.aired", ...episode })),
    );
  });
}

/** An episode is told once, also when the week of its broadcast is counted anew. */
async function leaveOutTold(
  tx: Transaction,
  aired: readonly AiredEpisode[],
): Promise<AiredEpisode[]> {
  const told = await tx
    .select({ animeId: outboxEvents.animeMalId, episode: outboxEvents.episode })
    .from(outboxEvents)
    .where(
      and(
        eq(outboxEvents.kind, "episode.aired"),
        sql`${outboxEvents.spreadAt} IS NOT NULL`,
        sql`${outboxEvents.animeMalId} = ANY(${sql.param(aired.map(({ animeId }) => animeId))}::int4[])`,
      ),
    );
  const isTold = new Set(told.map(({ animeId, episode }) => `${animeId} ${episode}`));
  return aired.filter(({ animeId, episode }) => !isTold.has(`${animeId} ${episode}`));
}

/** Titles that may air then by their dates, since catalogs learn late what has begun or ended. */
async function listTitles(db: Database, from: Date, until: Date): Promise<AiringTitle[]> {
  const first = sql`${from.toISOString()}::timestamptz`;
  const last = sql`${until.toISOString()}::timestamptz`;
  const rows = await db.execute<{ title: AiringTitle }>(sql`
    SELECT json_build_object('mal_id', a.mal_id, 'popularity', a.popularity,
      'episodes', a.episodes, 'aired_from', ${isoOf(sql`a.aired_from`)},
      'aired_to', ${isoOf(sql`a.aired_to`)}, 'broadcast_day', a.broadcast_day,
      'broadcast_time', a.broadcast_time, 'broadcast_timezone', a.broadcast_timezone,
      'broadcast_anchor', a.broadcast_anchor, 'last_episode', (
        SELECT json_build_object('number', p.number, 'aired', ${isoOf(sql`p.aired`)})
        FROM episodes p WHERE p.anime_mal_id = a.mal_id AND p.aired IS NOT NULL
        ORDER BY p.number DESC LIMIT 1
      ), 'days', (
        SELECT coalesce(json_agg(json_build_object(
          'number', p.number, 'aired', ${isoOf(sql`p.aired`)}) ORDER BY p.number), '[]')
        FROM episodes p WHERE p.anime_mal_id = a.mal_id
          AND p.aired >= ${first} AND p.aired < ${last} + interval '1 day'
      )) AS title
    FROM animes a
    WHERE (a.aired_from < ${last} + interval '1 day'
        OR (a.aired_from IS NULL AND a.status = 'Currently Airing'))
      AND (a.status IS DISTINCT FROM 'Finished Airing'
        OR greatest(a.aired_from, a.aired_to) > ${first} - interval '2 days')`);
  return rows.map(({ title }) => title);
}

function isoOf(instant: SQL): SQL {
  return sql`to_char(${instant} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
}
