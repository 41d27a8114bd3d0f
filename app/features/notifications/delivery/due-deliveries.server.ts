import { sql, type SQL } from "drizzle-orm";
import { isPlayable } from "~/features/catalog/episodes/is-playable.server";
import {
  IS_SHOWN,
  KNOWN_KINDS,
  NOTICE_TITLE,
  NOTICES,
} from "~/features/notifications/inbox/shown-notices.server";
import type { NotificationKind } from "~/features/notifications/notification-kinds";
import type { ChannelKind } from "~/providers/channels/channel-target";
import type { Database } from "~db/client.server";
import type { DueEvent } from "./compose";

/** A season whose files arrive one after the other is one message. */
export const GATHERED = sql.raw("interval '2 minutes'");
/** A message that was being sent when the process ended is sent again after this. */
const LEASE = sql.raw("interval '2 minutes'");
const MAX_CHANNELS_PER_USER = 2;
const MAX_CHANNELS = 64;
const MAX_EVENTS = 500;

/** Deliveries `d` that are due, with their events `o`. */
const DUE = sql`deliveries d
  JOIN outbox_events o ON o.id = d.event_id AND o.kind IN (${KNOWN_KINDS})
  WHERE d.due_at <= now()`;

/** Whether something is to be sent. */
export async function areDeliveriesDue(db: Database): Promise<boolean> {
  const rows = await db.execute(sql`SELECT FROM ${DUE} LIMIT 1`);
  return rows.length > 0;
}

/** The channels that something is due at, those that wait longest first, few of each user. */
export async function listDueChannels(db: Database): Promise<string[]> {
  const rows = await db.execute<{ id: string }>(sql`
    SELECT id FROM (
      SELECT c.id, d.due_at, row_number() OVER (PARTITION BY c.user_id ORDER BY d.due_at) AS place
      FROM (SELECT d.channel_id, min(d.due_at) AS due_at FROM ${DUE} GROUP BY d.channel_id) d
      JOIN channels c ON c.id = d.channel_id) due
    WHERE place <= ${MAX_CHANNELS_PER_USER} ORDER BY due_at LIMIT ${MAX_CHANNELS}`);
  return [...rows].map(({ id }) => id);
}

export interface DueChannel {
  id: string;
  userId: string;
  kind: ChannelKind;
  host: string;
  targetSealed: string;
  /**
   * Whether messages are sent to it: it is neither paused nor ended, its user not disabled, and if
   * it is a browser, its session has not ended, is not locked, and is that of this user.
   */
  isOn: boolean;
  /** The milliseconds in which nothing is sent to it. */
  retryMs: number;
  /** The stored preferences of its user for the site. */
  site: unknown;
}

/** A device that asks who is watching locks after `lockAfterMs` milliseconds without use. */
export async function readDueChannel(
  db: Database,
  id: string,
  lockAfterMs: number,
): Promise<DueChannel | null> {
  const [row] = await db.execute<{
    user_id: string;
    kind: ChannelKind;
    host: string;
    target_sealed: string;
    is_on: boolean;
    retry_ms: number;
    site: unknown;
  }>(sql`
    SELECT c.user_id, c.kind, c.host, c.target_sealed, p.site,
      (c.paused_at IS NULL AND c.ended_at IS NULL AND u.disabled_at IS NULL
        AND (c.kind <> 'push' OR EXISTS (SELECT FROM sessions s WHERE s.id_hash = c.session_hash
          AND NOT s.locked AND coalesce(s.profile_id, s.user_id) = c.user_id
          AND NOT (s.asks_profile
            AND s.last_used_at <= now() - ${milliseconds(lockAfterMs)})))) AS is_on,
      coalesce(1000 * extract(epoch FROM c.retry_at - now()), 0)::float8 AS retry_ms
    FROM channels c JOIN users u ON u.id = c.user_id JOIN preferences p ON p.user_id = c.user_id
    WHERE c.id = ${id}::uuid`);
  if (row === undefined) return null;
  const { user_id: userId, kind, host, target_sealed: targetSealed, is_on: isOn, site } = row;
  return { id, userId, kind, host, targetSealed, isOn, retryMs: Math.max(0, row.retry_ms), site };
}

interface DueRow extends Record<string, unknown> {
  event_id: string;
  message_id: string | null;
  kind: NotificationKind;
  at: Date;
  episode: number | null;
  anime_mal_id: number | null;
  title: string;
  title_english: string | null;
  title_japanese: string | null;
  is_only: boolean;
  plays: boolean;
  is_shown: boolean;
  is_unread: boolean;
}

/**
 * Reads the events that are due at a channel. `dropped` are those that its user has read, seen,
 * muted or turned off meanwhile, or may not see any more. A webhook also gets what was read.
 */
export async function readDueEvents(
  db: Database,
  { id, userId, kind }: Pick<DueChannel, "id" | "userId" | "kind">,
): Promise<{ news: DueEvent[]; dropped: number[] }> {
  const rows = await db.execute<DueRow>(sql`
    SELECT d.event_id::text, d.message_id::text, o.kind, o.at, o.episode, n.anime_mal_id,
      ${NOTICE_TITLE}, ${IS_SHOWN} AS is_shown, n.read_at IS NULL AS is_unread,
      EXISTS (SELECT FROM episodes e WHERE e.anime_mal_id = o.anime_mal_id
        AND e.number = o.episode AND ${isPlayable}) AS plays
    FROM deliveries d
    JOIN (${NOTICES}) ON n.event_id = d.event_id AND n.user_id = ${userId}::uuid
    WHERE d.channel_id = ${id}::uuid AND o.kind IN (${KNOWN_KINDS}) AND (d.due_at <= now() OR (
      o.kind = 'episode.available' AND d.attempts = 0 AND d.due_at <= now() + ${GATHERED}))
    ORDER BY d.event_id LIMIT ${MAX_EVENTS}`);
  const news: DueEvent[] = [];
  const dropped: number[] = [];
  for (const row of rows)
    if (row.is_shown && (row.is_unread || kind === "webhook")) news.push(toEvent(row));
    else dropped.push(Number(row.event_id));
  return { news, dropped };
}

function toEvent(row: DueRow): DueEvent {
  const { kind, episode, title, title_english, title_japanese, plays } = row;
  return {
    ...{ kind, episode, title, title_english, title_japanese, plays },
    eventId: Number(row.event_id),
    messageId: row.message_id === null ? null : Number(row.message_id),
    at: new Date(row.at),
    animeId: row.anime_mal_id,
    isOnly: row.is_only,
  };
}

/**
 * Takes the events of a message for an attempt, and returns how many attempts that makes; null if
 * one of them is not to be sent any more, or was taken by another process.
 */
export async function claimMessage(
  db: Database,
  channelId: string,
  { id, events }: { id: number; events: readonly number[] },
): Promise<number | null> {
  const rows = await db.execute<{ attempts: number }>(sql`
    WITH taken AS (
      SELECT event_id FROM deliveries
      WHERE channel_id = ${channelId}::uuid AND event_id = ANY(${idArray(events)}::int8[])
        AND (due_at <= now() OR (due_at IS NOT NULL AND attempts = 0))
      FOR UPDATE
    )
    UPDATE deliveries SET message_id = ${id}::int8, attempts = attempts + 1, attempted_at = now(),
      due_at = now() + ${LEASE}
    WHERE channel_id = ${channelId}::uuid AND event_id IN (SELECT event_id FROM taken)
      AND (SELECT count(*) FROM taken) = ${events.length}
    RETURNING attempts`);
  return rows.length === 0 ? null : Math.max(...[...rows].map(({ attempts }) => attempts));
}

interface Attempt {
  /** The milliseconds until the next one; null for none. */
  waitMs: number | null;
  isSent: boolean;
  status: number | null;
  problem: string | null;
}

/** Writes down how an attempt ended. What was ended meanwhile stays so. */
export async function recordAttempt(
  db: Database,
  channelId: string,
  events: readonly number[],
  { waitMs, isSent, status, problem }: Attempt,
): Promise<void> {
  await db.execute(sql`
    UPDATE deliveries SET status = ${status}::int2, problem = ${problem}::text,
      due_at = CASE WHEN due_at IS NOT NULL THEN now() + ${milliseconds(waitMs)} END,
      sent_at = CASE WHEN ${isSent} THEN now() END
    WHERE channel_id = ${channelId}::uuid AND event_id = ANY(${idArray(events)}::int8[])`);
}

/** Moves all that is due at a channel to a later time, or with 0 behind what is due elsewhere. */
export async function postpone(db: Database, channelId: string, waitMs: number): Promise<void> {
  await db.execute(sql`
    UPDATE deliveries SET due_at = now() + ${milliseconds(waitMs)}
    WHERE channel_id = ${channelId}::uuid AND due_at <= now()`);
}

/** Ends deliveries that are not news any more. */
export async function dropEvents(
  db: Database,
  channelId: string,
  events: readonly number[],
): Promise<void> {
  if (events.length === 0) return;
  await db.execute(sql`
    UPDATE deliveries SET due_at = NULL, problem = 'dropped'
    WHERE channel_id = ${channelId}::uuid AND event_id = ANY(${idArray(events)}::int8[])`);
}

function idArray(ids: readonly number[]): string {
  return `{${ids.join(",")}}`;
}

/** An interval, which the database adds to its own clock. */
export function milliseconds(duration: number | null): SQL {
  return sql`${duration}::float8 * interval '1 millisecond'`;
}
