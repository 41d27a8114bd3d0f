import { sql } from "drizzle-orm";
import { NotFound } from "~/errors/app-error";
import { isVisible, type Viewer } from "~/features/catalog/visibility.server";
import type { TitleNames } from "~/features/catalog/title-language";
import type { Database } from "~db/client.server";
import { WANTS_SUGGESTIONS } from "./load-signals.server";
import { markForSuggestions } from "./suggestion-state.server";

export const FEEDBACK_KINDS = ["not-this", "less-like-this"] as const;
export type FeedbackKind = (typeof FEEDBACK_KINDS)[number];

/** The largest integer of Postgres. */
const MAX_ID = 2_147_483_647;

/**
 * Stores feedback, which replaces that of another kind. Throws `NotFound` for a title the user may
 * not see.
 */
export function giveFeedback(
  db: Database,
  userId: string,
  { animeId, kind, ...viewer }: Viewer & { animeId: number; kind: FeedbackKind },
): Promise<TitleNames> {
  if (animeId > MAX_ID) return Promise.reject(new NotFound("anime.notFound"));
  return db.transaction(async (tx) => {
    const [title] = await tx.execute<TitleNames & Record<string, unknown>>(sql`
      INSERT INTO suggestion_feedback AS f (user_id, anime_mal_id, kind)
      SELECT p.user_id, a.mal_id, ${kind} FROM preferences p, animes a
      WHERE p.user_id = ${userId}::uuid AND ${WANTS_SUGGESTIONS} AND a.mal_id = ${animeId}::int4
        AND ${isVisible(sql`a`, viewer)}
      ON CONFLICT (user_id, anime_mal_id) DO UPDATE SET kind = excluded.kind, given_at = now()
      RETURNING (SELECT title FROM animes t WHERE t.mal_id = f.anime_mal_id) AS title,
        (SELECT title_english FROM animes t WHERE t.mal_id = f.anime_mal_id) AS title_english,
        (SELECT title_japanese FROM animes t WHERE t.mal_id = f.anime_mal_id) AS title_japanese`);
    if (title === undefined) throw new NotFound("anime.notFound");
    await markForSuggestions(tx, userId);
    return title;
  });
}

/** Ignores titles without feedback. */
export async function withdrawFeedback(
  db: Database,
  userId: string,
  animeId: number,
): Promise<void> {
  if (animeId > MAX_ID) return;
  await db.transaction(async (tx) => {
    await tx.execute(sql`
      DELETE FROM suggestion_feedback
      WHERE user_id = ${userId}::uuid AND anime_mal_id = ${animeId}::int4`);
    await markForSuggestions(tx, userId);
  });
}
