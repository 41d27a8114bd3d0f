import { and, eq, sql } from "drizzle-orm";
import type { Database } from "~db/client.server";
import { prepared } from "~db/prepared";
import { titleImages } from "~db/schema";

const IS_COVER = eq(titleImages.kind, "cover");

export async function withCoverColors<Card extends { id: number; color: string }>(
  db: Database,
  cards: readonly Card[],
): Promise<Card[]> {
  if (cards.length === 0) return [];
  const ids = cards.map(({ id }) => id);
  const rows = await db
    .select({ malId: titleImages.malId, color: titleImages.color })
    .from(titleImages)
    .where(prepared(and(sql`${titleImages.malId} = ANY(${sql.param(ids)}::int4[])`, IS_COVER)));
  const colors = new Map(rows.map(({ malId, color }) => [malId, color]));
  return cards.map((card) => ({ ...card, color: colors.get(card.id) ?? card.color }));
}

export async function getCoverPreview(
  db: Database,
  malId: number,
): Promise<{ color: string; placeholder: string } | null> {
  const [row] = await db
    .select({ color: titleImages.color, placeholder: titleImages.placeholder })
    .from(titleImages)
    .where(prepared(and(eq(titleImages.malId, malId), IS_COVER)));
  return row ?? null;
}
