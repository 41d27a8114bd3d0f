import { randomUUID } from "node:crypto";
import { sql, type SQL } from "drizzle-orm";
import { Conflict, Invalid, NotFound } from "~/errors/app-error";
import { hasPlayable, isPlayable } from "~/features/catalog/episodes/is-playable.server";
import type { TitleNames } from "~/features/catalog/title-language";
import { isVisible, type Viewer } from "~/features/catalog/visibility.server";
import type { Database } from "~db/client.server";
import { addToOutbox } from "~db/outbox.server";
import { prepared } from "~db/prepared";
import { MAX_OPEN_WISHES, type WishState, type WishTarget } from "./wish";

const WHOLE_TITLE = -1;

/** The number under which a target is stored. */
export const toStored = ({ episode }: WishTarget): number => episode ?? WHOLE_TITLE;

export const toEpisode = (number: number): number | null =>
  number === WHOLE_TITLE ? null : number;

/** SQL for whether the title or episode plays here; an episode that the catalog lacks does not. */
function playsHere(animeId: SQL, number: SQL): SQL {
  return sql`(CASE WHEN ${number} = ${sql.raw(String(WHOLE_TITLE))} THEN ${hasPlayable(animeId)}
    ELSE EXISTS (SELECT FROM episodes e
      WHERE e.anime_mal_id = ${animeId} AND e.number = ${number} AND ${isPlayable}) END)`;
}

/** SQL for the state of a wish `w`, joined with the row `d` of `declined_wishes` for its target. */
export const WISH_STATE = sql`(CASE WHEN ${playsHere(sql`w.anime_mal_id`, sql`w.number`)} THEN 'added'
  WHEN d.reason IS NOT NULL THEN 'declined' ELSE 'open' END)`;

/** SQL for whether the episode of a wish `w` has a page. */
export const HAS_PAGE = sql`EXISTS (
  SELECT FROM episodes e WHERE e.anime_mal_id = w.anime_mal_id AND e.number = w.number)`;

const WISHES = sql`wishes w LEFT JOIN declined_wishes d
  ON d.anime_mal_id = w.anime_mal_id AND d.number = w.number`;

interface TargetRow extends Record<string, unknown> {
  is_known: boolean;
  plays: boolean;
  is_own: boolean;
}

/**
 * Adds a wish; adding it again changes nothing. Throws `NotFound` for what the viewer may not see
 * or the catalog cannot have, `Conflict` for what plays here, `Invalid` beyond `MAX_OPEN_WISHES`.
 */
export function addWish(
  db: Database,
  userId: string,
  { parentalControl, ...target }: WishTarget & Viewer,
): Promise<void> {
  const { animeId } = target;
  const number = toStored(target);
  return db.transaction(async (tx) => {
    // Changes of one user's wishes wait for each other, so that each counts the others.
    await tx.execute(sql`SELECT FROM users WHERE id = ${userId}::uuid FOR NO KEY UPDATE`);
    const [found] = await tx.execute<TargetRow>(sql`
      SELECT ${playsHere(sql`a.mal_id`, sql`${number}::int4`)} AS plays,
        EXISTS (SELECT FROM wishes w WHERE w.user_id = ${userId}::uuid
          AND w.anime_mal_id = a.mal_id AND w.number = ${number}::int4) AS is_own,
        ${number}::int4 = ${WHOLE_TITLE}::int4 OR ${number}::int4 BETWEEN 1 AND coalesce(
          nullif(a.episodes, 0),
          (SELECT max(e.number) + 1 FROM episodes e WHERE e.anime_mal_id = a.mal_id), 1
        ) OR EXISTS (
          SELECT FROM episodes e WHERE e.anime_mal_id = a.mal_id AND e.number = ${number}::int4
        ) AS is_known
      FROM animes a
      WHERE a.mal_id = ${animeId}::int4 AND ${isVisible(sql`a`, { parentalControl })}`);
    if (found === undefined) throw new NotFound("anime.notFound");
    if (!found.is_known) throw new NotFound("episode.notFound");
    if (found.is_own) return;
    if (found.plays) throw new Conflict("wish.playsHere");
    await tx.execute(sql`
      INSERT INTO wishes (user_id, anime_mal_id, number)
      VALUES (${userId}::uuid, ${animeId}::int4, ${number}::int4)`);
    const [own] = await tx.execute<{ open: number }>(sql`
      SELECT count(*)::int4 AS open FROM ${WISHES} JOIN animes a ON a.mal_id = w.anime_mal_id
      WHERE w.user_id = ${userId}::uuid AND ${WISH_STATE} = 'open'
        AND ${isVisible(sql`a`, { parentalControl })}`);
    if ((own?.open ?? 0) > MAX_OPEN_WISHES)
      throw new Invalid([
        { path: "animeId", message: { key: "wish.tooMany", values: { max: MAX_OPEN_WISHES } } },
      ]);
  });
}

/**
 * Removes a wish in any state; ignores one that does not exist. Throws `NotFound` for a title that
 * the viewer may not see and has no wish for.
 */
export async function withdrawWish(
  db: Database,
  userId: string,
  { parentalControl, ...target }: WishTarget & Viewer,
): Promise<void> {
  const [result] = await db.execute<{ is_known: boolean }>(sql`
    WITH removed AS (
      DELETE FROM wishes WHERE user_id = ${userId}::uuid
        AND anime_mal_id = ${target.animeId}::int4 AND number = ${toStored(target)}::int4
      RETURNING 1
    )
    SELECT EXISTS (SELECT FROM removed) OR EXISTS (SELECT FROM animes a
      WHERE a.mal_id = ${target.animeId}::int4 AND ${isVisible(sql`a`, { parentalControl })}
    ) AS is_known`);
  if (result?.is_known !== true) throw new NotFound("anime.notFound");
}

export interface OwnWish extends TitleNames, WishTarget {
  at: Date;
  state: WishState;
  /** Why it was declined. */
  reason: string | null;
  /** Whether its episode has a page. */
  hasPage: boolean;
}

interface OwnWishRow extends TitleNames, Record<string, unknown> {
  anime_mal_id: number;
  number: number;
  asked_at: Date;
  state: WishState;
  reason: string | null;
  has_page: boolean;
}

/** Lists a user's wishes, the latest first, without titles that the viewer may not see. */
export async function listOwnWishes(
  db: Database,
  userId: string,
  viewer: Viewer,
): Promise<OwnWish[]> {
  const rows = await db.execute<OwnWishRow>(
    prepared(sql`
      SELECT a.title, a.title_english, a.title_japanese, w.anime_mal_id, w.number, w.asked_at,
        ${WISH_STATE} AS state, d.reason, ${HAS_PAGE} AS has_page
      FROM ${WISHES} JOIN animes a ON a.mal_id = w.anime_mal_id
      WHERE w.user_id = ${userId}::uuid AND ${isVisible(sql`a`, viewer)}
      ORDER BY w.asked_at DESC, w.anime_mal_id, w.number`),
  );
  return [...rows].map(({ anime_mal_id, number, asked_at, reason, has_page, ...row }) => ({
    ...row,
    hasPage: has_page,
    animeId: anime_mal_id,
    episode: toEpisode(number),
    at: new Date(asked_at),
    reason: row.state === "declined" ? reason : null,
  }));
}

/** What is known of the wishes for a title, or for one of its episodes. */
export interface WishSummary {
  episode: number | null;
  /** How many users asked. */
  count: number;
  isOwn: boolean;
  /** Why it was declined; null if it was not. */
  reason: string | null;
}

interface SummaryRow extends Record<string, unknown> {
  number: number;
  count: number;
  is_own: boolean;
  reason: string | null;
}

/** Counts the wishes for a title and each of its episodes that was asked for or declined. */
export async function readTitleWishes(
  db: Database,
  animeId: number,
  userId: string,
): Promise<WishSummary[]> {
  const rows = await db.execute<SummaryRow>(
    prepared(sql`
      SELECT number, coalesce(w.count, 0)::int4 AS count, coalesce(w.is_own, false) AS is_own,
        d.reason
      FROM (
        SELECT number, count(*) AS count, bool_or(user_id = ${userId}::uuid) AS is_own
        FROM wishes WHERE anime_mal_id = ${animeId}::int4 GROUP BY number
      ) w FULL JOIN (
        SELECT number, reason FROM declined_wishes WHERE anime_mal_id = ${animeId}::int4
      ) d USING (number)`),
  );
  return [...rows].map(({ number, count, is_own, reason }) => ({
    episode: toEpisode(number),
    count,
    isOwn: is_own,
    reason,
  }));
}

/**
 * Records which wishes have come true, once each, so that those who asked are told. Returns how
 * many.
 */
export function announceAdded(db: Database): Promise<number> {
  return db.transaction(async (tx) => {
    const rows = await tx.execute<{ user_id: string; anime_mal_id: number; number: number }>(sql`
      UPDATE wishes w SET told_at = now()
      WHERE w.told_at IS NULL AND ${playsHere(sql`w.anime_mal_id`, sql`w.number`)}
      RETURNING w.user_id, w.anime_mal_id, w.number`);
    return addToOutbox(
      tx,
      [...rows].map(({ user_id, anime_mal_id, number }) => ({
        ...{ kind: "wish.added", key: `wish.added:${randomUUID()}` },
        ...{ userId: user_id, animeId: anime_mal_id, episode: toEpisode(number) },
      })),
    );
  });
}
