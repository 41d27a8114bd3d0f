import { eq } from "drizzle-orm";
import { Conflict, NotFound } from "~/errors/app-error";
import { normaliseName } from "~/features/catalog/term-key";
import { markForSuggestions } from "~/features/suggestions/suggestion-state.server";
import type { Database } from "~db/client.server";
import { profiles } from "~db/schema";
import { MAX_NAMES } from "./profile-limits";

/** Adds or removes a studio, however it is spelt. Throws `Conflict` when the list is full. */
export async function setFavoriteStudio(
  db: Database,
  userId: string,
  { name, isAdded }: { name: string; isAdded: boolean },
): Promise<void> {
  await db.transaction(async (tx) => {
    const [profile] = await tx
      .select({ studios: profiles.favoriteStudios })
      .from(profiles)
      .where(eq(profiles.userId, userId))
      .for("update");
    if (profile === undefined) throw new NotFound("account.deleted");
    const others = profile.studios.filter((other) => normaliseName(other) !== normaliseName(name));
    const wasAdded = others.length < profile.studios.length;
    if (isAdded === wasAdded) return;
    if (isAdded && others.length >= MAX_NAMES)
      throw new Conflict({ key: "favorite.full", values: { max: MAX_NAMES } });
    await tx
      .update(profiles)
      .set({ favoriteStudios: isAdded ? [...others, name] : others, updatedAt: new Date() })
      .where(eq(profiles.userId, userId));
    await markForSuggestions(tx, userId, { soon: true });
  });
}

export async function isFavoriteStudio(
  db: Database,
  userId: string,
  name: string,
): Promise<boolean> {
  const studios = await listFavoriteStudios(db, userId);
  return studios.some((other) => normaliseName(other) === normaliseName(name));
}

export async function listFavoriteStudios(db: Database, userId: string): Promise<string[]> {
  const [profile] = await db
    .select({ studios: profiles.favoriteStudios })
    .from(profiles)
    .where(eq(profiles.userId, userId));
  return profile?.studios ?? [];
}
