import { sql } from "drizzle-orm";
import { Conflict, NotFound } from "~/errors/app-error";
import type { TitleNames } from "~/features/catalog/title-language";
import { isVisible, type Viewer } from "~/features/catalog/visibility.server";
import type { Database } from "~db/client.server";
import { readNoticesOfTitle } from "./read-notifications.server";

/** How many titles a user may mute. */
export const MAX_MUTED_TITLES = 500;

export interface MutedTitle extends TitleNames {
  animeId: number;
}

interface MutedRow extends TitleNames, Record<string, unknown> {
  mal_id: number;
}

/**
 * Ends notifications about a title, and marks those as read that the user has; muting it again
 * changes nothing. Throws `NotFound` for a title that the viewer may not see, `Conflict` beyond
 * `MAX_MUTED_TITLES`.
 */
export function muteTitle(
  db: Database,
  userId: string,
  { animeId, ...viewer }: Viewer & { animeId: number },
): Promise<TitleNames> {
  return db.transaction(async (tx) => {
    // Changes of one user wait for each other, so that each counts the others.
    await tx.execute(sql`SELECT FROM users WHERE id = ${userId}::uuid FOR NO KEY UPDATE`);
    const [title] = await tx.execute<TitleNames & Record<string, unknown>>(sql`
      SELECT a.title, a.title_english, a.title_japanese FROM animes a
      WHERE a.mal_id = ${animeId}::int4 AND ${isVisible(sql`a`, viewer)}`);
    if (title === undefined) throw new NotFound("anime.notFound");
    await tx.execute(sql`
      INSERT INTO muted_titles (user_id, anime_mal_id) VALUES (${userId}::uuid, ${animeId}::int4)
      ON CONFLICT DO NOTHING`);
    const [muted] = await tx.execute<{ count: number }>(sql`
      SELECT count(*)::int4 AS count FROM muted_titles WHERE user_id = ${userId}::uuid`);
    if ((muted?.count ?? 0) > MAX_MUTED_TITLES)
      throw new Conflict({ key: "notification.tooManyMuted", values: { max: MAX_MUTED_TITLES } });
    await readNoticesOfTitle(tx, userId, animeId);
    return title;
  });
}

/** Ignores a title that is not muted. */
export async function unmuteTitle(db: Database, userId: string, animeId: number): Promise<void> {
  await db.execute(sql`
    DELETE FROM muted_titles
    WHERE user_id = ${userId}::uuid AND anime_mal_id = ${animeId}::int4`);
}

/** Lists muted titles, the latest first, without those that the viewer may not see. */
export async function listMutedTitles(
  db: Database,
  userId: string,
  viewer: Viewer,
): Promise<MutedTitle[]> {
  const rows = await db.execute<MutedRow>(sql`
    SELECT a.mal_id, a.title, a.title_english, a.title_japanese
    FROM muted_titles m JOIN animes a ON a.mal_id = m.anime_mal_id
    WHERE m.user_id = ${userId}::uuid AND ${isVisible(sql`a`, viewer)}
    ORDER BY m.muted_at DESC, a.mal_id`);
  return [...rows].map(({ mal_id, ...names }) => ({ animeId: mal_id, ...names }));
}
