import { eq, sql } from "drizzle-orm";
import { Conflict, NotFound } from "~/errors/app-error";
import { requireVisible, visibleText, type Viewer } from "~/features/catalog/visibility.server";
import { markForSuggestions } from "~/features/suggestions/suggestion-state.server";
import type { Database } from "~db/client.server";
import { prepared } from "~db/prepared";
import { animes, profiles } from "~db/schema";
import { MAX_ANIMES } from "./profile-limits";

/**
 * Adds or removes a title, and returns its name, null if the viewer may not see it: such a title
 * can be removed, but not added. Throws `NotFound`, `Forbidden`, and `Conflict` when the list is
 * full.
 */
export async function setFavoriteTitle(
  db: Database,
  userId: string,
  { animeId, isAdded, ...viewer }: Viewer & { animeId: number; isAdded: boolean },
): Promise<string | null> {
  if (isAdded) await requireVisible(db, animeId, viewer);
  return db.transaction(async (tx) => {
    const [profile] = await tx
      .select({
        titles: profiles.favoriteAnimes,
        name: sql<string | null>`(SELECT ${visibleText(sql`a.title`, sql`a`, viewer)}
          FROM ${animes} a WHERE a.mal_id = ${animeId}::integer)`,
      })
      .from(profiles)
      .where(eq(profiles.userId, userId))
      .for("update");
    if (profile === undefined) throw new NotFound("account.deleted");
    const { titles, name } = profile;
    if (titles.includes(animeId) === isAdded) return name;
    if (isAdded && titles.length >= MAX_ANIMES)
      throw new Conflict({ key: "favorite.full", values: { max: MAX_ANIMES } });
    const favoriteAnimes = isAdded ? [...titles, animeId] : titles.filter((id) => id !== animeId);
    await tx
      .update(profiles)
      .set({ favoriteAnimes, updatedAt: new Date() })
      .where(eq(profiles.userId, userId));
    await markForSuggestions(tx, userId, { soon: true });
    return name;
  });
}

/** Whether a title is a favorite of the user. */
export async function isFavoriteTitle(
  db: Database,
  userId: string,
  animeId: number,
): Promise<boolean> {
  const [profile] = await db
    .select({ isFavorite: sql<boolean>`${animeId}::integer = ANY(${profiles.favoriteAnimes})` })
    .from(profiles)
    .where(prepared(eq(profiles.userId, userId)));
  return profile?.isFavorite ?? false;
}
