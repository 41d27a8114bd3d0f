import { sql, type SQL } from "drizzle-orm";
import { isPlayable } from "~/features/catalog/episodes/is-playable.server";
import type { TitleNames } from "~/features/catalog/title-language";
import type { Database } from "~db/client.server";
import { prepared } from "~db/prepared";
import type { NotificationKind } from "~/features/notifications/notification-kinds";
import { IS_DATED, IS_SHOWN, NOTICE_TITLE, NOTICES, OTHER_NAME } from "./shown-notices.server";

/** What a notification is about. */
interface NoticedTitle extends TitleNames {
  /**
   * The id of the title. If it is null, `title` is the name of a channel, a search or a job, or the
   * code of a change of the account.
   */
  animeId: number | null;
  kind: NotificationKind;
  /** Whether the title has a single episode, as a film has. */
  isOnly: boolean;
  /** Whether it says that the first day of a sequel became known. */
  isDated: boolean;
  /** Whether it concerns the site or everyone whom its title does, and no user alone. */
  isSite: boolean;
}

export interface Notice extends NoticedTitle {
  id: string;
  at: Date;
  readAt: Date | null;
  episode: number | null;
  /** Whether the episode can be played here now. */
  plays: boolean;
}

/** Notifications of one kind, title and day, all of them read or unread. */
export interface NoticeGroup extends NoticedTitle {
  /** The ids of its first and its last event. */
  first: string;
  last: string;
  /** The time of the latest one. */
  at: Date;
  isUnread: boolean;
  /** The numbers, the smallest first. */
  episodes: number[];
  /** The first one that can be played here now; null for none. */
  playable: number | null;
}

interface TitleRow extends TitleNames, Record<string, unknown> {
  kind: NotificationKind;
  mal_id: number | null;
  is_only: boolean;
  is_dated: boolean;
  is_site: boolean;
}

interface NoticeRow extends TitleRow {
  id: string;
  due_at: Date;
  read_at: Date | null;
  episode: number | null;
  plays: boolean;
}

interface GroupRow extends TitleRow {
  first: string;
  last: string;
  at: Date;
  is_unread: boolean;
  episodes: number[];
  playable: number | null;
  total: number;
}

/** Selects from what a user sees. */
function ownNotices(userId: string, unreadOnly: boolean): SQL {
  return sql`FROM ${NOTICES} WHERE n.user_id = ${userId}::uuid AND ${IS_SHOWN}
    ${unreadOnly ? sql`AND n.read_at IS NULL` : sql``}`;
}

/** Lists a page of the notifications that a user sees, latest first, and counts all and unread. */
export async function listNotices(
  db: Database,
  userId: string,
  { unreadOnly, page, perPage }: { unreadOnly: boolean; page: number; perPage: number },
): Promise<{ notices: Notice[]; total: number; unread: number }> {
  const [rows, counts] = await Promise.all([
    db.execute<NoticeRow>(
      prepared(sql`
        SELECT o.id::text, o.kind, n.due_at, n.read_at, o.episode, a.mal_id, ${NOTICE_TITLE},
          EXISTS (SELECT FROM episodes e WHERE e.anime_mal_id = a.mal_id
            AND e.number = o.episode AND ${isPlayable}) AS plays
        ${ownNotices(userId, unreadOnly)}
        ORDER BY n.due_at DESC, o.id DESC
        LIMIT ${perPage} OFFSET ${(page - 1) * perPage}`),
    ),
    db.execute<{ total: number; unread: number }>(
      prepared(sql`
        SELECT count(*)::int4 AS total,
          (count(*) FILTER (WHERE n.read_at IS NULL))::int4 AS unread
        ${ownNotices(userId, unreadOnly)}`),
    ),
  ]);
  return {
    notices: [...rows].map(({ id, due_at, read_at, episode, plays, ...row }) => ({
      ...{ id, episode, plays, ...titleOf(row) },
      at: new Date(due_at),
      readAt: read_at === null ? null : new Date(read_at),
    })),
    total: counts[0]?.total ?? 0,
    unread: counts[0]?.unread ?? 0,
  };
}

interface GroupQuery {
  unreadOnly: boolean;
  page: number;
  perPage: number;
  /** The beginnings of days, in their order: what lies between two of them is of one day. */
  days: readonly Date[];
}

/**
 * Lists what a user sees, the latest first, several of a kind and title of one day as one. What is
 * about no title stands alone. A page beyond the last is the last one.
 */
export async function listNoticeGroups(
  db: Database,
  userId: string,
  { unreadOnly, page, perPage, days }: GroupQuery,
): Promise<{ groups: NoticeGroup[]; page: number; last: number }> {
  const starts = `{${days.map((day) => day.toISOString()).join(",")}}`;
  const rows = await db.execute<GroupRow>(
    prepared(sql`
      WITH groups AS MATERIALIZED (
        SELECT o.kind, n.anime_mal_id, max(${OTHER_NAME}) AS name, bool_or(${IS_DATED}) AS is_dated, bool_and(o.user_id IS NULL) AS is_site,
          n.read_at IS NULL AS is_unread, max(n.due_at) AS at,
          min(o.id) AS first, max(o.id) AS last,
          array_remove(array_agg(DISTINCT o.episode ORDER BY o.episode), NULL) AS episodes
        ${ownNotices(userId, unreadOnly)}
        GROUP BY o.kind, n.anime_mal_id, CASE WHEN n.anime_mal_id IS NULL THEN o.id END,
          n.read_at IS NULL,
          width_bucket(n.due_at, ${starts}::timestamptz[])
      ), size AS (SELECT count(*)::int4 AS total FROM groups), shown AS (
        SELECT * FROM groups ORDER BY at DESC, last DESC LIMIT ${perPage}
        OFFSET (SELECT ${perPage}::int4 * greatest(0, least(
          ${page}::int4, ceil(total / ${perPage}::float8)::int4) - 1) FROM size)
      )
      SELECT g.kind, g.is_unread, g.at, g.first::text, g.last::text, g.episodes, a.mal_id,
        coalesce(a.title, g.name) AS title, a.title_english, a.title_japanese,
        coalesce(a.episodes = 1, false) AS is_only, g.is_dated, g.is_site, total,
        (SELECT min(e.number) FROM episodes e WHERE e.anime_mal_id = a.mal_id
          AND e.number = ANY(g.episodes) AND ${isPlayable}) AS playable
      FROM shown g LEFT JOIN animes a ON a.mal_id = g.anime_mal_id CROSS JOIN size
      ORDER BY g.at DESC, g.last DESC`),
  );
  const last = Math.max(1, Math.ceil((rows[0]?.total ?? 0) / perPage));
  return {
    groups: [...rows].map(({ first, last, at, is_unread, episodes, playable, ...row }) => ({
      ...{ first, last, episodes, playable, ...titleOf(row) },
      at: new Date(at),
      isUnread: is_unread,
    })),
    page: Math.min(page, last),
    last,
  };
}

function titleOf(row: TitleRow): NoticedTitle {
  const { kind, mal_id, is_only, is_dated, is_site, title, title_english, title_japanese } = row;
  return {
    kind,
    animeId: mal_id,
    isOnly: is_only,
    isDated: is_dated,
    isSite: is_site,
    title,
    title_english,
    title_japanese,
  };
}
