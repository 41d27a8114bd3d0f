import { randomUUID } from "node:crypto";
import { sql, type SQL } from "drizzle-orm";
import { NotFound } from "~/errors/app-error";
import type { TitleNames } from "~/features/catalog/title-language";
import type { Database, RecordChange } from "~db/client.server";
import { addToOutbox } from "~db/outbox.server";
import type { WishTarget } from "./wish";
import { HAS_PAGE, toEpisode, toStored, WISH_STATE } from "./wishes.server";

/** A title or an episode that users wish for. */
export interface WishedTitle extends TitleNames, WishTarget {
  /** How many users wish for it. */
  users: number;
  /** Time of the oldest wish; null if none is left. */
  since: Date | null;
  /** Why it was declined; null for what is open. */
  reason: string | null;
  /** Whether the episode has a page. */
  hasPage: boolean;
}

interface WishedRow extends TitleNames, Record<string, unknown> {
  anime_mal_id: number;
  number: number;
  users: number;
  since: Date | null;
  reason: string | null;
  has_page: boolean;
}

const PER_PAGE = 50;

/** Wishes by target. */
const COUNTED = sql`(
  SELECT anime_mal_id, number, count(*)::int4 AS users, min(asked_at) AS since
  FROM wishes GROUP BY anime_mal_id, number)`;

const OPEN = sql`${COUNTED} w
  LEFT JOIN declined_wishes d ON d.anime_mal_id = w.anime_mal_id AND d.number = w.number
  JOIN animes a ON a.mal_id = w.anime_mal_id
  WHERE NOT a.hidden AND ${WISH_STATE} = 'open'`;

const DECLINED = sql`(
    SELECT anime_mal_id, number, reason, declined_at, coalesce(users, 0)::int4 AS users, since
    FROM declined_wishes LEFT JOIN ${COUNTED} c USING (anime_mal_id, number)
  ) w JOIN animes a ON a.mal_id = w.anime_mal_id`;

/**
 * Lists open wishes by number of users, older ones first, or declined ones, latest first. A page
 * beyond the last is the last one.
 */
export async function listWishedTitles(
  db: Database,
  { isDeclined, page }: { isDeclined: boolean; page: number },
): Promise<{ wished: WishedTitle[]; total: number; page: number; lastPage: number }> {
  const total = await (isDeclined ? countRows(db, DECLINED) : countOpenWishes(db));
  const lastPage = Math.max(1, Math.ceil(total / PER_PAGE));
  const shown = Math.min(page, lastPage);
  const rows = await db.execute<WishedRow>(sql`
    SELECT a.title, a.title_english, a.title_japanese, w.anime_mal_id, w.number, w.users, w.since,
      reason, ${HAS_PAGE} AS has_page
    FROM ${isDeclined ? DECLINED : OPEN}
    ORDER BY ${isDeclined ? sql`w.declined_at DESC` : sql`w.users DESC, w.since`},
      w.anime_mal_id, w.number
    LIMIT ${PER_PAGE} OFFSET ${(shown - 1) * PER_PAGE}`);
  return {
    wished: [...rows].map(({ anime_mal_id, number, since, has_page, ...row }) => ({
      ...row,
      animeId: anime_mal_id,
      episode: toEpisode(number),
      since: since === null ? null : new Date(since),
      hasPage: has_page,
    })),
    total,
    page: shown,
    lastPage,
  };
}

/** How many titles and episodes have open wishes. */
export function countOpenWishes(db: Database): Promise<number> {
  return countRows(db, OPEN);
}

async function countRows(db: Database, rows: SQL): Promise<number> {
  const [row] = await db.execute<{ count: number }>(
    sql`SELECT count(*)::int4 AS count FROM ${rows}`,
  );
  return row?.count ?? 0;
}

/**
 * Closes the wishes for a title or an episode with a reason, which replaces an earlier one, and has
 * those who asked told once. Throws `NotFound` for an unknown title.
 */
export async function declineWish(
  db: Database,
  { reason, ...target }: WishTarget & { reason: string },
  record: RecordChange,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [declined] = await tx.execute<{ reason: string; is_new: boolean }>(sql`
      INSERT INTO declined_wishes (anime_mal_id, number, reason)
      SELECT mal_id, ${toStored(target)}::int4, ${reason} FROM animes
      WHERE mal_id = ${target.animeId}::int4
      ON CONFLICT (anime_mal_id, number)
        DO UPDATE SET reason = excluded.reason, declined_at = now()
      RETURNING reason, xmax = 0 AS is_new`);
    if (declined === undefined) throw new NotFound("anime.notFound");
    if (declined.is_new) {
      const askers = await tx.execute<{ user_id: string }>(sql`
        SELECT user_id FROM wishes
        WHERE anime_mal_id = ${target.animeId}::int4 AND number = ${toStored(target)}::int4`);
      await addToOutbox(
        tx,
        [...askers].map(({ user_id }) => ({
          ...{ kind: "wish.declined", key: `wish.declined:${randomUUID()}` },
          ...{ userId: user_id, ...target },
        })),
      );
    }
    await record(tx, declined);
  });
}

/** Opens the wishes for it again. Throws `NotFound` for what was not declined. */
export async function reopenWish(
  db: Database,
  target: WishTarget,
  record: RecordChange,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [reopened] = await tx.execute(sql`
      DELETE FROM declined_wishes
      WHERE anime_mal_id = ${target.animeId}::int4 AND number = ${toStored(target)}::int4
      RETURNING reason`);
    if (reopened === undefined) throw new NotFound("wish.notDeclined");
    await record(tx, reopened);
  });
}
