import { sql, type SQL, type SQLWrapper } from "drizzle-orm";
import { isVisibleTo } from "~/features/catalog/visibility.server";
import { kindList } from "~/features/notifications/kind-list.server";
import { NOTIFICATION_KINDS } from "~/features/notifications/notification-kinds";

/** The count ends here, since pages show no more than `99+`. */
const MAX_COUNTED_UNREAD = 100;

/** Joins what an event `o` is about: a title `a`, a channel `c` or a saved search `s`. */
export const SUBJECTS = sql`
  LEFT JOIN animes a ON a.mal_id = o.anime_mal_id
  LEFT JOIN channels c ON c.id = (o.data ->> 'channel')::uuid
  LEFT JOIN saved_searches s ON s.id = (o.data ->> 'search')::uuid`;

/**
 * Notifications `n` with their events `o`, what they are about and the preferences `p` of their
 * users.
 */
export const NOTICES = sql`notifications n
  JOIN outbox_events o ON o.id = n.event_id ${SUBJECTS}
  JOIN preferences p ON p.user_id = n.user_id`;

/**
 * The name of what a row of `NOTICES` is about, if no title: a channel's, a search's or a job's, or
 * the code of a change.
 */
export const OTHER_NAME = sql`coalesce(c.name, s.name, o.data ->> 'job', o.data ->> 'change', '')`;

/** Whether the first day of a sequel became known. */
export const IS_DATED = sql`coalesce((o.data ->> 'dated')::boolean, false)`;

/** The names of what a row of `NOTICES` is about. */
export const NOTICE_TITLE = sql`coalesce(a.title, ${OTHER_NAME}) AS title, a.title_english,
  a.title_japanese, coalesce(a.episodes = 1, false) AS is_only, ${IS_DATED} AS is_dated,
  o.user_id IS NULL AS is_site`;

/** A newer release that runs beside this one may have more kinds. */
const KNOWN_KINDS = kindList(NOTIFICATION_KINDS);

/**
 * Whether a row of `NOTICES` is shown to its user now: it is due, its kind is not turned off, and
 * the user may see what it is about. An unread match of a search is shown while it is new, and what
 * a child asks for until that is decided.
 */
export const IS_SHOWN = sql`(n.due_at <= now() AND o.kind IN (${KNOWN_KINDS})
  AND NOT coalesce(p.site -> 'notificationsOff' @> to_jsonb(o.kind), false)
  AND (n.anime_mal_id IS NULL OR coalesce(${isVisibleTo(sql`a`, sql`p`)}, false))
  AND CASE o.kind WHEN 'account.changed' THEN true WHEN 'job.failed' THEN true
    WHEN 'channel.ended' THEN c.id IS NOT NULL WHEN 'search.matched' THEN s.id IS NOT NULL
    ELSE n.anime_mal_id IS NOT NULL END
  AND (n.read_at IS NOT NULL OR CASE o.kind WHEN 'search.matched' THEN s.fresh <> '{}'
    WHEN 'child.asked' THEN EXISTS (SELECT FROM child_titles t
      WHERE t.user_id = (o.data ->> 'child')::uuid AND t.mal_id = a.mal_id AND t.state = 'asked')
    ELSE true END)
  AND (o.user_id IS NOT NULL OR o.kind NOT IN ('channel.ended', 'job.failed') OR EXISTS (
    SELECT FROM users WHERE users.id = n.user_id AND users.role = 'owner')))`;

/** Selects how many unread notifications a user sees, at most `MAX_COUNTED_UNREAD`. */
export function unreadCountOf(userId: SQLWrapper): SQL<number> {
  return sql<number>`(SELECT count(*)::int4 FROM (
    SELECT FROM ${NOTICES} WHERE n.user_id = ${userId} AND n.read_at IS NULL AND ${IS_SHOWN}
    LIMIT ${sql.raw(String(MAX_COUNTED_UNREAD))}) unread)`;
}
