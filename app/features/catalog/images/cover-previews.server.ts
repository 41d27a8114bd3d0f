import { and, eq, sql } from "drizzle-orm";
import type { Database } from "~db/client.server";
import { prepared } from "~db/prepared";
import { titleImages } from "~db/schema";

const IS_COVER = eq(titleImages.kind, "cover");

export async function withCoverColors<Card extends { id: number; color: string }>(
  db: Database,
  cards: readonly Card[],
): Promise<Card[]> {
  const colors = await readCoverColors(
    db,
    cards.map(({ id }) => id),
  );
  return cards.map((card) => ({ ...card, color: colors.get(card.id) ?? card.color }));
}

/** The colors of titles' stored covers, by id. */
export async function readCoverColors(
  db: Database,
  ids: readonly number[],
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ malId: titleImages.malId, color: titleImages.color })
    .from(titleImages)
    .where(prepared(and(sql`${titleImages.malId} = ANY(${sql.param(ids)}::int4[])`, IS_COVER)));
  return new Map(rows.map(({ malId, color }) => [malId, color]));
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
