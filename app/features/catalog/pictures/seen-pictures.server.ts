import { and, eq, inArray } from "drizzle-orm";
import type { Database } from "~db/client.server";
import { titlePictures } from "~db/schema";

/** The cards with their covers' own colours, as far as these have been seen. */
export async function withSeenColors<Card extends { id: number; color: string }>(
  db: Database,
  cards: readonly Card[],
): Promise<Card[]> {
  if (cards.length === 0) return [];
  const ids = cards.map(({ id }) => id);
  const rows = await db
    .select({ malId: titlePictures.malId, color: titlePictures.color })
    .from(titlePictures)
    .where(and(inArray(titlePictures.malId, ids), eq(titlePictures.kind, "cover")));
  const colors = new Map(rows.map(({ malId, color }) => [malId, color]));
  return cards.map((card) => ({ ...card, color: colors.get(card.id) ?? card.color }));
}

/** The colour of a title's cover and a tiny form of it, or null when it has not been seen. */
export async function seenCover(
  db: Database,
  malId: number,
): Promise<{ color: string; placeholder: string } | null> {
  const [row] = await db
    .select({ color: titlePictures.color, placeholder: titlePictures.placeholder })
    .from(titlePictures)
    .where(and(eq(titlePictures.malId, malId), eq(titlePictures.kind, "cover")));
  return row ?? null;
}
