import { sql, type SQL, type SQLWrapper } from "drizzle-orm";
import { isVisibleTo } from "~/features/catalog/visibility.server";
import { NOTIFICATION_KINDS } from "~/features/notifications/notification-kinds";

/** The count ends here, since pages show no more than `99+`. */
const MAX_COUNTED_UNREAD = 100;

/**
 * Notifications `n` with their events `o`, what they are about, a title `a` or a channel `c`, and
 * the preferences `p` of their users.
 */
export const NOTICES = sql`notifications n
  JOIN outbox_events o ON o.id = n.event_id
  LEFT JOIN animes a ON a.mal_id = n.anime_mal_id
  LEFT JOIN channels c ON c.id = (o.data ->> 'channel')::uuid
  JOIN preferences p ON p.user_id = n.user_id`;

/** The names of what a row of `NOTICES` is about. */
export const NOTICE_TITLE = sql`coalesce(a.title, c.name) AS title, a.title_english,
  a.title_japanese, coalesce(a.episodes = 1, false) AS is_only`;

/** A newer release that runs beside this one may have more kinds. */
export const KNOWN_KINDS = sql.raw(NOTIFICATION_KINDS.map((kind) => `'${kind}'`).join(", "));

/**
 * Whether a row of `NOTICES` is shown to its user now: it is due, its title is visible to them, or
 * its channel exists, and its kind is not off.
 */
export const IS_SHOWN = sql`(n.due_at <= now() AND o.kind IN (${KNOWN_KINDS})
  AND NOT coalesce(p.site -> 'notificationsOff' @> to_jsonb(o.kind), false)
  AND CASE WHEN a.mal_id IS NULL THEN c.id IS NOT NULL ELSE ${isVisibleTo(sql`a`, sql`p`)} END)`;

/** Selects how many unread notifications a user sees, at most `MAX_COUNTED_UNREAD`. */
export function unreadCountOf(userId: SQLWrapper): SQL<number> {
  return sql<number>`(SELECT count(*)::int4 FROM (
    SELECT FROM ${NOTICES} WHERE n.user_id = ${userId} AND n.read_at IS NULL AND ${IS_SHOWN}
    LIMIT ${sql.raw(String(MAX_COUNTED_UNREAD))}) unread)`;
}
