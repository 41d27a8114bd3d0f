import { and, count, eq } from "drizzle-orm";
import { isVisible, type Viewer } from "~/features/catalog/visibility.server";
import type { Database } from "~db/client.server";
import { animes, watchListEntries } from "~db/schema";
import { COLLECTION_TYPES, type CollectionType } from "./collection-types";

export async function countEntries(
  db: Database,
  userId: string,
  { hidePrivate, ...viewer }: Viewer & { hidePrivate: boolean },
): Promise<Record<CollectionType, number>> {
  const rows = await db
    .select({ type: watchListEntries.type, total: count() })
    .from(watchListEntries)
    .innerJoin(animes, eq(animes.malId, watchListEntries.animeMalId))
    .where(
      and(
        eq(watchListEntries.userId, userId),
        isVisible(animes, viewer),
        hidePrivate ? eq(watchListEntries.private, false) : undefined,
      ),
    )
    .groupBy(watchListEntries.type);
  const counted = new Map<string, number>(rows.map(({ type, total }) => [type, total]));
  return Object.fromEntries(
    COLLECTION_TYPES.map((type) => [type, counted.get(type) ?? 0]),
  ) as Record<CollectionType, number>;
}
