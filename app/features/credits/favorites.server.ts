import { and, count, eq, sql } from "drizzle-orm";
import { Conflict } from "~/errors/app-error";
import { isVisibleEntry, type Viewer } from "~/features/catalog/visibility.server";
import type { Database, Transaction } from "~db/client.server";
import { favoriteCharacters, favoritePeople, users } from "~db/schema";
import type { Named } from "./credit";
import { getCharacter } from "./get-character.server";
import { getPerson } from "./get-person.server";

export type CreditKind = "character" | "person";

interface Favorite extends Viewer {
  userId: string;
  kind: CreditKind;
  id: number;
}

export const MAX_FAVORITES = 500;

/**
 * Adding twice is adding once. Throws `NotFound` for what the viewer may not see, `Conflict` when
 * there are as many as may be.
 */
export async function addFavorite(
  db: Database,
  { userId, kind, id, parentalControl }: Favorite,
): Promise<void> {
  await (kind === "character" ? getCharacter : getPerson)(db, { id, parentalControl });
  await db.transaction(async (tx) => {
    // The lock lets concurrent requests count each other's favorites.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("update");
    const [isNew, total] =
      kind === "character"
        ? [
            await tx
              .insert(favoriteCharacters)
              .values({ userId, characterId: id })
              .onConflictDoNothing()
              .returning(),
            await tx
              .select({ count: count() })
              .from(favoriteCharacters)
              .where(eq(favoriteCharacters.userId, userId)),
          ]
        : [
            await tx
              .insert(favoritePeople)
              .values({ userId, personId: id })
              .onConflictDoNothing()
              .returning(),
            await tx
              .select({ count: count() })
              .from(favoritePeople)
              .where(eq(favoritePeople.userId, userId)),
          ];
    if (isNew.length > 0 && (total[0]?.count ?? 0) > MAX_FAVORITES)
      throw new Conflict({ key: "favorite.full", values: { max: MAX_FAVORITES } });
  });
}

/** Whether it was one. Also of what the viewer may not see any more. */
export async function removeFavorite(
  db: Database,
  { userId, kind, id }: Omit<Favorite, "parentalControl">,
): Promise<boolean> {
  const removed =
    kind === "character"
      ? await db
          .delete(favoriteCharacters)
          .where(and(eq(favoriteCharacters.userId, userId), eq(favoriteCharacters.characterId, id)))
          .returning()
      : await db
          .delete(favoritePeople)
          .where(and(eq(favoritePeople.userId, userId), eq(favoritePeople.personId, id)))
          .returning();
  return removed.length > 0;
}

export async function isFavorite(
  db: Database,
  { userId, kind, id }: Omit<Favorite, "parentalControl">,
): Promise<boolean> {
  const [table, column] =
    kind === "character"
      ? [sql.raw("favorite_characters"), sql.raw("character_id")]
      : [sql.raw("favorite_people"), sql.raw("person_id")];
  const rows = await db.execute(sql`
    SELECT 1 FROM ${table} WHERE user_id = ${userId}::uuid AND ${column} = ${id}::int4`);
  return rows.length > 0;
}

export interface CreditFavorites {
  characters: Named[];
  people: Named[];
}

/** Lists favorites, the latest first, without titles that the viewer may not see. */
export async function listFavorites(
  db: Database | Transaction,
  userId: string,
  viewer: Viewer,
): Promise<CreditFavorites> {
  const visible = isVisibleEntry(sql`e`, viewer);
  const [characters, people] = [
    await db.execute<Named & Record<string, unknown>>(sql`
      SELECT c.id, c.name, c.name_japanese, c.image_url
      FROM favorite_characters f JOIN characters c ON c.id = f.character_id
      WHERE f.user_id = ${userId}::uuid AND EXISTS (
        SELECT 1 FROM anime_characters a JOIN listing_entries e ON e.mal_id = a.anime_mal_id
        WHERE a.character_id = c.id AND ${visible})
      ORDER BY f.added_at DESC, c.id`),
    await db.execute<Named & Record<string, unknown>>(sql`
      SELECT p.id, p.name, p.name_japanese, p.image_url
      FROM favorite_people f JOIN people p ON p.id = f.person_id
      WHERE f.user_id = ${userId}::uuid AND (EXISTS (
        SELECT 1 FROM voice_roles v JOIN listing_entries e ON e.mal_id = v.anime_mal_id
        WHERE v.person_id = p.id AND ${visible}
      ) OR EXISTS (
        SELECT 1 FROM anime_staff s JOIN listing_entries e ON e.mal_id = s.anime_mal_id
        WHERE s.person_id = p.id AND ${visible}))
      ORDER BY f.added_at DESC, p.id`),
  ];
  return { characters: [...characters], people: [...people] };
}
