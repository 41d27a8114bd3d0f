import { sql, type SQL } from "drizzle-orm";
import { isVisibleTo } from "~/features/catalog/visibility.server";
import { kindList } from "~/features/notifications/kind-list.server";
import { SITE_KINDS, WEBHOOK_KINDS } from "~/features/notifications/notification-kinds";
import { GATHERED } from "~/features/notifications/delivery/due-deliveries.server";
import type { Transaction } from "~db/client.server";

/** An event whose notifications are made. */
export interface SpreadEvent {
  id: number;
  /** The user whom it concerns; null for everyone whom its title concerns, or for the owners. */
  userId: string | null;
}

/** The ids of the titles that a title `a` follows, as either of both says. */
export const EARLIER = sql`
  SELECT r.mal_id FROM anime_relations r
    WHERE r.related_mal_id = a.mal_id AND r.relation = 'SEQUEL'
  UNION SELECT r.related_mal_id FROM anime_relations r
    WHERE r.mal_id = a.mal_id AND r.relation = 'PREQUEL'`;

/**
 * Notifies those who watch the event's title and have not seen its episode, and of a first episode
 * those who plan to watch it. Leaves out what they muted, turned off or may not see. An episode
 * that aired is shown after the reader's own delay, and not where it is known to play here. Returns
 * how many are notified.
 */
export async function notifyWatchers(tx: Transaction, { id }: SpreadEvent): Promise<number> {
  const delay = sql`p.site -> 'scheduleDelayHours'`;
  const { count } = await tx.execute(sql`
    INSERT INTO notifications (user_id, event_id, anime_mal_id, due_at)
    SELECT w.user_id, o.id, o.anime_mal_id, o.at + make_interval(hours => CASE
      WHEN o.kind = 'episode.aired' AND jsonb_typeof(${delay}) = 'number' THEN (${delay})::int
      ELSE 0 END)
    FROM outbox_events o
    JOIN animes a ON a.mal_id = o.anime_mal_id
    JOIN watch_list_entries w ON w.anime_mal_id = o.anime_mal_id
    JOIN users u ON u.id = w.user_id AND u.disabled_at IS NULL
    JOIN preferences p ON p.user_id = w.user_id
    LEFT JOIN seen_episodes s ON s.user_id = w.user_id AND s.anime_mal_id = w.anime_mal_id
    LEFT JOIN muted_titles m ON m.user_id = w.user_id AND m.anime_mal_id = w.anime_mal_id
    LEFT JOIN outbox_events available ON o.kind = 'episode.aired'
      AND available.kind = 'episode.available' AND available.anime_mal_id = o.anime_mal_id
      AND available.episode = o.episode
    LEFT JOIN notifications known ON known.user_id = w.user_id AND known.event_id = available.id
    WHERE o.id = ${id}
      AND (w.state IN ('watching', 'rewatching') OR (w.state = 'planned' AND o.episode = 1))
      AND (s.episodes @> o.episode) IS NOT TRUE
      AND m.user_id IS NULL AND known.user_id IS NULL
      AND (p.site -> 'notificationsOff' ? o.kind) IS NOT TRUE
      AND ${isVisibleTo(sql`a`, sql`p`)}
    ON CONFLICT DO NOTHING`);
  return count;
}

/**
 * Notifies those who have watched what the event's title follows, or watch it now. Leaves out who
 * dropped the title, muted it, turned the kind off or may not see it.
 */
export async function notifyOfSequel(tx: Transaction, { id }: SpreadEvent): Promise<number> {
  const { count } = await tx.execute(sql`
    INSERT INTO notifications (user_id, event_id, anime_mal_id, due_at)
    SELECT DISTINCT w.user_id, o.id, o.anime_mal_id, o.at
    FROM outbox_events o
    JOIN animes a ON a.mal_id = o.anime_mal_id
    JOIN LATERAL (${EARLIER}) earlier ON true
    JOIN watch_list_entries w ON w.anime_mal_id = earlier.mal_id
      AND w.state IN ('watching', 'completed', 'rewatching')
    JOIN users u ON u.id = w.user_id AND u.disabled_at IS NULL
    JOIN preferences p ON p.user_id = w.user_id
    LEFT JOIN muted_titles m ON m.user_id = w.user_id AND m.anime_mal_id = o.anime_mal_id
    LEFT JOIN watch_list_entries own ON own.user_id = w.user_id
      AND own.anime_mal_id = o.anime_mal_id
    WHERE o.id = ${id} AND m.user_id IS NULL AND own.state IS DISTINCT FROM 'dropped'
      AND (p.site -> 'notificationsOff' ? o.kind) IS NOT TRUE
      AND ${isVisibleTo(sql`a`, sql`p`)}
    ON CONFLICT DO NOTHING`);
  return count;
}

/** Notifies the user who follows a search, if they may see one of its new matches. */
export function notifyFollower(tx: Transaction, { id }: SpreadEvent): Promise<number> {
  return notifyUsers(
    tx,
    id,
    sql`u.id = o.user_id AND EXISTS (
      SELECT FROM saved_searches s JOIN animes a ON a.mal_id = ANY(s.fresh)
      WHERE s.id = (o.data ->> 'search')::uuid AND ${isVisibleTo(sql`a`, sql`p`)})`,
  );
}

/** Notifies the user whose wish came true, unless they were told that it plays here. */
export function notifyWisher(tx: Transaction, { id }: SpreadEvent): Promise<number> {
  return notifyUsers(
    tx,
    id,
    sql`u.id = o.user_id AND NOT EXISTS (
      SELECT FROM notifications n JOIN outbox_events told ON told.id = n.event_id
      WHERE n.user_id = u.id AND told.kind = 'episode.available'
        AND told.anime_mal_id = o.anime_mal_id
        AND (o.episode IS NULL OR told.episode = o.episode))`,
  );
}

/** Notifies the accounts of a child's household, which decide what it may watch. */
export function notifyParents(tx: Transaction, { id }: SpreadEvent): Promise<number> {
  return notifyUsers(
    tx,
    id,
    sql`u.email IS NOT NULL AND coalesce(u.household_id, u.id) = (
      SELECT child.household_id FROM users child WHERE child.id = (o.data ->> 'child')::uuid)`,
  );
}

/** Notifies the user whom the event names, or the owners if it is the site's. */
export function notifyConcerned(tx: Transaction, { id, userId }: SpreadEvent): Promise<number> {
  return notifyUsers(tx, id, userId === null ? sql`u.role = 'owner'` : sql`u.id = o.user_id`);
}

/**
 * Notifies the users `u` for whom a condition on the event `o` and their preferences `p` holds,
 * unless they turned its kind off, or muted its title `a` or may not see it.
 */
async function notifyUsers(tx: Transaction, eventId: number, condition: SQL): Promise<number> {
  const { count } = await tx.execute(sql`
    INSERT INTO notifications (user_id, event_id, anime_mal_id, due_at)
    SELECT u.id, o.id, o.anime_mal_id, o.at
    FROM outbox_events o
    LEFT JOIN animes a ON a.mal_id = o.anime_mal_id
    CROSS JOIN users u
    JOIN preferences p ON p.user_id = u.id
    LEFT JOIN muted_titles m ON m.user_id = u.id AND m.anime_mal_id = o.anime_mal_id
    WHERE o.id = ${eventId} AND ${condition} AND u.disabled_at IS NULL
      AND (p.site -> 'notificationsOff' ? o.kind) IS NOT TRUE
      AND m.user_id IS NULL AND (a.mal_id IS NULL OR ${isVisibleTo(sql`a`, sql`p`)})
    ON CONFLICT DO NOTHING`);
  return count;
}

const FOR_WEBHOOKS = kindList(WEBHOOK_KINDS);
const FOR_SITE = kindList(SITE_KINDS);

/** The time at which an event `o` is sent that is due at another. */
const sentAt = (due: SQL) => sql`${due}
  + CASE WHEN o.kind = 'episode.available' THEN ${GATHERED} ELSE interval '0' END`;
/** Whether a channel `c` takes an event `o`. */
const TAKES = sql`(o.kind = ANY(c.kinds) AND c.paused_at IS NULL AND c.ended_at IS NULL
  AND (c.kind <> 'webhook' OR o.kind IN (${FOR_WEBHOOKS})))`;

/**
 * Has an event's notifications sent to those channels of their users that take its kind. A change
 * of the account is mailed whatever the user chose. What concerns no user goes to webhooks of the
 * site as well.
 */
export async function addDeliveries(tx: Transaction, eventId: number): Promise<void> {
  await tx.execute(sql`
    INSERT INTO deliveries (channel_id, event_id, due_at)
    SELECT c.id, o.id, ${sentAt(sql`n.due_at`)}
    FROM outbox_events o
    JOIN notifications n ON n.event_id = o.id
    JOIN channels c ON c.user_id = n.user_id
      AND (${TAKES} OR (o.kind = 'account.changed' AND c.kind = 'mail'))
    WHERE o.id = ${eventId}
    UNION ALL
    SELECT c.id, o.id, ${sentAt(sql`o.at`)}
    FROM outbox_events o
    JOIN channels c ON c.user_id IS NULL AND ${TAKES} AND o.kind IN (${FOR_SITE})
    WHERE o.id = ${eventId} AND o.user_id IS NULL
    ON CONFLICT DO NOTHING`);
}

/** Marks the broadcast of an episode as read for those who were notified that it plays here. */
export async function replaceAired(tx: Transaction, eventId: number): Promise<void> {
  await tx.execute(sql`
    UPDATE notifications n SET read_at = now()
    FROM outbox_events o
    JOIN outbox_events aired ON aired.kind = 'episode.aired'
      AND aired.anime_mal_id = o.anime_mal_id AND aired.episode = o.episode
    JOIN notifications told ON told.event_id = o.id
    WHERE o.id = ${eventId} AND n.event_id = aired.id AND n.user_id = told.user_id
      AND n.read_at IS NULL`);
}
