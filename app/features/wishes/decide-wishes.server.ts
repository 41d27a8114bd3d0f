import { sql } from "drizzle-orm";
import { NotFound } from "~/errors/app-error";
import type { TitleNames } from "~/features/catalog/title-language";
import type { Database, RecordChange } from "~db/client.server";
import type { WishTarget } from "./wish";
import { toEpisode, toStored, WISH_STATE, WISHES } from "./wishes.server";

/** A title or an episode that users asked for. */
export interface WishedTitle extends TitleNames, WishTarget {
  /** How many users ask for it. */
  users: number;
  /** The time at which the first of them asked; null once none asks any more. */
  since: Date | null;
  /** Why it was declined; null for what is open. */
  reason: string | null;
}

interface WishedRow extends TitleNames, Record<string, unknown> {
  anime_mal_id: number;
  number: number;
  users: number;
  since: Date | null;
  reason: string | null;
  total: number;
}

const PER_PAGE = 50;

/**
 * Lists what is open, what most users ask for first and the oldest of these, or what was declined,
 * the latest first. `page` starts at 1.
 */
export async function listWishedTitles(
  db: Database,
  { isDeclined, page }: { isDeclined: boolean; page: number },
): Promise<{ wished: WishedTitle[]; total: number; lastPage: number }> {
  const limits = sql`LIMIT ${PER_PAGE} OFFSET ${(page - 1) * PER_PAGE}`;
  const rows = await db.execute<WishedRow>(
    isDeclined
      ? sql`
        SELECT a.title, a.title_english, a.title_japanese, d.anime_mal_id, d.number, d.reason,
          count(w.user_id)::int4 AS users, min(w.asked_at) AS since,
          (count(*) OVER ())::int4 AS total
        FROM declined_wishes d JOIN animes a ON a.mal_id = d.anime_mal_id
          LEFT JOIN wishes w ON w.anime_mal_id = d.anime_mal_id AND w.number = d.number
        GROUP BY a.mal_id, d.anime_mal_id, d.number
        ORDER BY d.declined_at DESC, d.anime_mal_id, d.number ${limits}`
      : sql`
        SELECT a.title, a.title_english, a.title_japanese, w.anime_mal_id, w.number, w.users,
          w.since, d.reason, (count(*) OVER ())::int4 AS total
        FROM (
          SELECT anime_mal_id, number, count(*)::int4 AS users, min(asked_at) AS since
          FROM wishes GROUP BY anime_mal_id, number
        ) w LEFT JOIN declined_wishes d
          ON d.anime_mal_id = w.anime_mal_id AND d.number = w.number
        JOIN animes a ON a.mal_id = w.anime_mal_id
        WHERE NOT a.hidden AND ${WISH_STATE} = 'open'
        ORDER BY w.users DESC, w.since, w.anime_mal_id, w.number ${limits}`,
  );
  const total = rows[0]?.total ?? 0;
  return {
    wished: [...rows].map(({ anime_mal_id, number, since, total: _, ...row }) => ({
      ...row,
      animeId: anime_mal_id,
      episode: toEpisode(number),
      since: since === null ? null : new Date(since),
    })),
    total,
    lastPage: Math.max(1, Math.ceil(total / PER_PAGE)),
  };
}

/**
 * Closes the wishes for a title or an episode with a reason, which replaces an earlier one. Throws
 * `NotFound` for an unknown title.
 */
export async function declineWish(
  db: Database,
  { reason, ...target }: WishTarget & { reason: string },
  record: RecordChange,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [declined] = await tx.execute(sql`
      INSERT INTO declined_wishes (anime_mal_id, number, reason)
      SELECT mal_id, ${toStored(target)}::int4, ${reason} FROM animes
      WHERE mal_id = ${target.animeId}::int4
      ON CONFLICT (anime_mal_id, number)
        DO UPDATE SET reason = excluded.reason, declined_at = now()
      RETURNING reason`);
    if (declined === undefined) throw new NotFound("anime.notFound");
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

/** How many titles and episodes are asked for that an owner has not decided about. */
export async function countOpenWishes(db: Database): Promise<number> {
  const [row] = await db.execute<{ count: number }>(sql`
    SELECT count(DISTINCT (w.anime_mal_id, w.number))::int4 AS count
    FROM ${WISHES} JOIN animes a ON a.mal_id = w.anime_mal_id
    WHERE NOT a.hidden AND ${WISH_STATE} = 'open'`);
  return row?.count ?? 0;
}
