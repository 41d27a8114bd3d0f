import { sql, type SQL } from "drizzle-orm";
import { isVisible, isVisibleTo, type Viewer } from "~/features/catalog/visibility.server";
import { isPlayable } from "~/features/catalog/episodes/is-playable.server";
import {
  IS_SHOWN,
  NOTICE_TITLE,
  SUBJECTS,
} from "~/features/notifications/inbox/shown-notices.server";
import { kindList } from "~/features/notifications/kind-list.server";
import {
  EVENT_KINDS,
  PROGRAM_KINDS,
  type EventKind,
} from "~/features/notifications/notification-kinds";
import type { MailTiming } from "~/features/notifications/channels/mail-timing";
import type { ChannelKind } from "~/providers/channels/channel-target";
import type { Database } from "~db/client.server";
import type { DueEvent } from "./compose";

/** A season whose files arrive one after the other is one message. */
export const GATHERED = sql.raw("interval '2 minutes'");
/** A message that was being sent when the process ended is sent again after this. */
const LEASE = sql.raw("interval '2 minutes'");
const MAX_CHANNELS_PER_USER = 2;
const MAX_CHANNELS = 256;
const MAX_EVENTS = 500;

/** A newer release that runs beside this one may have more kinds. */
const KNOWN_KINDS = kindList(EVENT_KINDS);

/** Whether a channel `c` is sent an event `o` at once, even if it was read. */
const isAlwaysSent = sql`((c.kind = 'mail' AND o.kind = 'account.changed')
  OR o.kind IN (${kindList(PROGRAM_KINDS)}))`;

/**
 * Whether a channel `t` without a notification `n` of an event `o` is told of it: a program of what
 * its user did, and the site's of what visitors may see. Their titles are `a`.
 */
const isForProgram = (visitors: Viewer) => sql`(n.user_id IS NULL AND t.kind = 'webhook'
  AND CASE WHEN t.user_id IS NULL THEN o.user_id IS NULL
      AND (o.anime_mal_id IS NULL OR ${isVisible(sql`a`, visitors)})
    ELSE o.user_id = t.user_id AND o.kind IN (${kindList(PROGRAM_KINDS)})
      AND (o.anime_mal_id IS NULL OR ${isVisibleTo(sql`a`, sql`p`)}) END)`;

/** Deliveries `d` that are due, with their events `o`. */
const DUE = sql`deliveries d
  JOIN outbox_events o ON o.id = d.event_id AND o.kind IN (${KNOWN_KINDS})
  WHERE d.due_at <= now()`;

/** Whether something is to be sent. */
export async function areDeliveriesDue(db: Database): Promise<boolean> {
  const rows = await db.execute(sql`SELECT FROM ${DUE} LIMIT 1`);
  return rows.length > 0;
}

/**
 * The mail channels, or the others, that something is due at, those that wait longest first, few of
 * each user.
 */
export async function listDueChannels(
  db: Database,
  { isMail }: { isMail: boolean },
): Promise<string[]> {
  const rows = await db.execute<{ id: string }>(sql`
    SELECT id FROM (
      SELECT c.id, d.due_at, row_number() OVER (PARTITION BY c.user_id ORDER BY d.due_at) AS place
      FROM (SELECT d.channel_id, min(d.due_at) AS due_at FROM ${DUE} GROUP BY d.channel_id) d
      JOIN channels c ON c.id = d.channel_id WHERE (c.kind = 'mail') = ${isMail}) due
    WHERE place <= ${MAX_CHANNELS_PER_USER} ORDER BY due_at LIMIT ${MAX_CHANNELS}`);
  return [...rows].map(({ id }) => id);
}

export interface DueChannel {
  id: string;
  /** The user whose channel it is; null for a webhook of the site. */
  userId: string | null;
  kind: ChannelKind;
  host: string;
  /** The `ChannelTarget`; null for mail. */
  targetSealed: string | null;
  /** The address of the account. */
  email: string | null;
  timing: MailTiming;
  /** The time of the first news that is due for a daily or weekly mail; null for none. */
  waitsSince: Date | null;
  /** The time of the database. */
  now: Date;
  /**
   * Whether messages are sent to it: it is neither paused nor ended, its user not disabled, and if
   * it is mail, the account has an address (mail that has ended still gets what is always sent); if
   * it is a browser, its session has not ended, is not locked, and is that of this user.
   */
  isOn: boolean;
  /** Whether the last attempt failed. */
  hasFailed: boolean;
  /** The milliseconds in which nothing is sent to it. */
  retryMs: number;
  /** The stored preferences of its user for the site; null without a user. */
  site: unknown;
}

/**
 * Whether messages are sent to a channel `c` of a user `u`, as `DueChannel.isOn` says. A device
 * that asks who is watching locks after `lockAfterMs` milliseconds without use.
 */
const isOn = (lockAfterMs: number) => sql`(c.paused_at IS NULL AND u.disabled_at IS NULL
  AND CASE c.kind WHEN 'mail' THEN u.email IS NOT NULL ELSE c.ended_at IS NULL END
  AND (c.kind <> 'push' OR EXISTS (SELECT FROM sessions s WHERE s.id_hash = c.session_hash
    AND NOT s.locked AND coalesce(s.profile_id, s.user_id) = c.user_id
    AND NOT (s.asks_profile AND s.last_used_at <= now() - ${milliseconds(lockAfterMs)}))))`;

/** Whether a delivery `d` of an event `o` is not part of a message yet, and may wait for one. */
const IS_FRESH = sql`(d.message_id IS NULL AND NOT ${isAlwaysSent})`;

interface ChannelRow extends Record<string, unknown> {
  id: string;
  user_id: string | null;
  kind: ChannelKind;
  host: string;
  target_sealed: string | null;
  email: string | null;
  timing: MailTiming;
  waits_since: Date | null;
  now: Date;
  is_on: boolean;
  has_failed: boolean;
  retry_ms: number;
  site: unknown;
}

/** Reads channels; null for one that was removed. */
export async function readDueChannels(
  db: Database,
  ids: readonly string[],
  lockAfterMs: number,
): Promise<(DueChannel | null)[]> {
  const rows = await db.execute<ChannelRow>(sql`
    SELECT c.id, c.user_id, c.kind, c.host, c.target_sealed, u.email, c.timing, now() AS now, p.site,
      CASE WHEN c.timing <> 'now' THEN (SELECT min(n.due_at) FROM deliveries d
        JOIN outbox_events o ON o.id = d.event_id AND o.kind IN (${KNOWN_KINDS})
        JOIN notifications n ON n.event_id = d.event_id AND n.user_id = c.user_id
        WHERE d.channel_id = c.id AND d.due_at <= now() AND ${IS_FRESH}) END AS waits_since,
      ${isOn(lockAfterMs)} AS is_on, c.failures > 0 AS has_failed,
      coalesce(1000 * extract(epoch FROM c.retry_at - now()), 0)::float8 AS retry_ms
    FROM channels c LEFT JOIN users u ON u.id = c.user_id
    LEFT JOIN preferences p ON p.user_id = c.user_id
    WHERE c.id = ANY(${arrayOf(ids)}::uuid[])`);
  const found = new Map(rows.map((row) => [row.id, toChannel(row)]));
  return ids.map((id) => found.get(id) ?? null);
}

function toChannel(row: ChannelRow): DueChannel {
  const { id, kind, host, site, email, timing } = row;
  return {
    ...{ id, kind, host, site, email, timing },
    waitsSince: row.waits_since === null ? null : new Date(row.waits_since),
    now: new Date(row.now),
    userId: row.user_id,
    targetSealed: row.target_sealed,
    isOn: row.is_on,
    hasFailed: row.has_failed,
    retryMs: Math.max(0, row.retry_ms),
  };
}

interface DueRow extends Record<string, unknown> {
  channel_id: string;
  event_id: string;
  message_id: string | null;
  kind: EventKind;
  at: Date;
  episode: number | null;
  anime_mal_id: number | null;
  title: string;
  title_english: string | null;
  title_japanese: string | null;
  is_only: boolean;
  is_dated: boolean;
  is_site: boolean;
  data: Record<string, unknown>;
  plays: boolean;
  is_shown: boolean;
  is_unread: boolean;
}

/** What is due at a channel, as events in their order. */
export interface DueEvents {
  news: DueEvent[];
  /**
   * What the user has read, seen, muted or turned off meanwhile, or may not see any more. A webhook
   * also gets what was read, and a change of the account is sent all the same.
   */
  dropped: number[];
  /** Whether there may be more. */
  isPart: boolean;
}

/** Reads what is due at channels. Those of the site are told what `visitors` see. */
export async function readDueEvents(
  db: Database,
  channels: readonly Pick<DueChannel, "id" | "kind">[],
  visitors: Viewer,
): Promise<DueEvents[]> {
  const rows = await db.execute<DueRow>(sql`
    SELECT t.id AS channel_id, due.*
    FROM channels t CROSS JOIN LATERAL (
      SELECT d.event_id::text, d.message_id::text, o.kind, o.at, o.episode, o.anime_mal_id, o.data,
        ${NOTICE_TITLE}, coalesce(${IS_SHOWN}, false) OR ${isForProgram(visitors)} AS is_shown,
        n.read_at IS NULL AS is_unread,
        EXISTS (SELECT FROM episodes e WHERE e.anime_mal_id = o.anime_mal_id
          AND e.number = o.episode AND ${isPlayable}) AS plays
      FROM deliveries d
      JOIN outbox_events o ON o.id = d.event_id ${SUBJECTS}
      LEFT JOIN notifications n ON n.event_id = d.event_id AND n.user_id = t.user_id
      LEFT JOIN preferences p ON p.user_id = t.user_id
      WHERE d.channel_id = t.id AND o.kind IN (${KNOWN_KINDS}) AND (d.due_at <= now() OR (
        o.kind = 'episode.available' AND d.attempts = 0 AND d.due_at <= now() + ${GATHERED}))
      ORDER BY d.event_id LIMIT ${MAX_EVENTS}) due
    WHERE t.id = ANY(${arrayOf(channels.map(({ id }) => id))}::uuid[])`);
  const byChannel = new Map(channels.map(({ id }): [string, DueRow[]] => [id, []]));
  for (const row of rows) byChannel.get(row.channel_id)?.push(row);
  return channels.map(({ id, kind }) => {
    const due = byChannel.get(id) ?? [];
    const isNews = (row: DueRow) =>
      row.is_shown &&
      (row.is_unread || kind === "webhook" || (kind === "mail" && row.kind === "account.changed"));
    return {
      news: due.filter(isNews).map(toEvent),
      dropped: due.filter((row) => !isNews(row)).map((row) => Number(row.event_id)),
      isPart: due.length === MAX_EVENTS,
    };
  });
}

function toEvent(row: DueRow): DueEvent {
  const { kind, episode, title, title_english, title_japanese, data, plays } = row;
  return {
    ...{ kind, episode, title, title_english, title_japanese, data, plays },
    eventId: Number(row.event_id),
    messageId: row.message_id === null ? null : Number(row.message_id),
    at: new Date(row.at),
    animeId: row.anime_mal_id,
    isOnly: row.is_only,
    isDated: row.is_dated,
    isSite: row.is_site,
  };
}

/** A message to a channel, by its id, with the ids of its events. */
export interface ClaimedMessage {
  channelId: string;
  id: number;
  events: readonly number[];
}

/**
 * Takes the events of messages for an attempt, at most one message of each channel. Returns how
 * many attempts that makes; null if one of its events is not to be sent any more, or is being taken
 * or changed by another process.
 */
export async function claimMessages(
  db: Database,
  messages: readonly ClaimedMessage[],
  lockAfterMs: number,
): Promise<(number | null)[]> {
  const rows = await db.execute<{ channel_id: string; attempts: number }>(sql`
    WITH asked AS (
      SELECT m."channelId" AS channel_id, m.id AS message_id, event_id
      FROM jsonb_to_recordset(${JSON.stringify(messages)}::jsonb)
        AS m ("channelId" uuid, id int8, events int8[]), unnest(m.events) AS event_id
    ),
    taken AS (
      SELECT d.channel_id, d.event_id FROM deliveries d JOIN asked USING (channel_id, event_id)
      JOIN channels c ON c.id = d.channel_id LEFT JOIN users u ON u.id = c.user_id
      LEFT JOIN notifications n ON n.event_id = d.event_id AND n.user_id = c.user_id
      JOIN outbox_events o ON o.id = d.event_id
      WHERE (d.due_at <= now() OR (d.due_at IS NOT NULL AND d.attempts = 0))
        AND ${isOn(lockAfterMs)} AND (n.read_at IS NULL OR c.kind = 'webhook' OR ${isAlwaysSent})
      FOR UPDATE OF d SKIP LOCKED
    ),
    whole AS (
      SELECT channel_id FROM asked LEFT JOIN taken t USING (channel_id, event_id)
      GROUP BY channel_id HAVING bool_and(t.channel_id IS NOT NULL)
    )
    UPDATE deliveries d SET message_id = asked.message_id, attempts = d.attempts + 1,
      attempted_at = now(), due_at = now() + ${LEASE}
    FROM asked JOIN whole USING (channel_id)
    WHERE d.channel_id = asked.channel_id AND d.event_id = asked.event_id
    RETURNING d.channel_id, d.attempts`);
  const attempts = new Map<string, number>();
  for (const row of rows)
    attempts.set(row.channel_id, Math.max(attempts.get(row.channel_id) ?? 0, row.attempts));
  return messages.map(({ channelId }) => attempts.get(channelId) ?? null);
}

/** How an attempt to send a message ended. */
export interface Attempt {
  channelId: string;
  events: readonly number[];
  /** The milliseconds until the next one; null for none. */
  waitMs: number | null;
  isSent: boolean;
  status: number | null;
  problem: string | null;
  /** Whether it does not count, since no mail could be sent. */
  isUncounted?: boolean;
}

/** Writes down how attempts ended. What was ended meanwhile stays so. */
export async function recordAttempts(
  db: Database,
  attempts: readonly Attempt[],
): Promise<undefined[]> {
  await db.execute(sql`
    UPDATE deliveries d SET status = made.status, problem = made.problem,
      attempts = d.attempts - coalesce(made."isUncounted", false)::int,
      due_at = CASE WHEN d.due_at IS NOT NULL
        THEN now() + made."waitMs" * interval '1 millisecond' END,
      sent_at = CASE WHEN made."isSent" THEN now() END
    FROM jsonb_to_recordset(${JSON.stringify(attempts)}::jsonb) AS made ("channelId" uuid,
      events int8[], "waitMs" float8, "isSent" boolean, status int2, problem text,
      "isUncounted" boolean)
    WHERE d.channel_id = made."channelId" AND d.event_id = ANY(made.events)`);
  return attempts.map(() => undefined);
}

/** Moves all that is due at a channel to a later time, or with 0 behind what is due elsewhere. */
export async function postpone(db: Database, channelId: string, waitMs: number): Promise<void> {
  await db.execute(sql`
    UPDATE deliveries SET due_at = now() + ${milliseconds(waitMs)}
    WHERE channel_id = ${channelId}::uuid AND due_at <= now()`);
}

/**
 * Moves the due deliveries of a channel to a later time. Skips those that are always sent at once
 * and, if `freshOnly`, those with an earlier attempt.
 */
export async function hold(
  db: Database,
  channelId: string,
  until: Date,
  { freshOnly }: { freshOnly: boolean },
): Promise<void> {
  await db.execute(sql`
    UPDATE deliveries d SET due_at = ${until.toISOString()}::timestamptz
    FROM outbox_events o, channels c
    WHERE d.channel_id = ${channelId}::uuid AND d.due_at <= now() AND o.id = d.event_id
      AND o.kind IN (${KNOWN_KINDS}) AND c.id = d.channel_id
      AND ${freshOnly ? IS_FRESH : sql`NOT ${isAlwaysSent}`}`);
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
    WHERE channel_id = ${channelId}::uuid AND event_id = ANY(${arrayOf(events)}::int8[])`);
}

function arrayOf(ids: readonly (number | string)[]): string {
  return `{${ids.join(",")}}`;
}

/** An interval, which the database adds to its own clock. */
export function milliseconds(duration: number | null): SQL {
  return sql`${duration}::float8 * interval '1 millisecond'`;
}
