import { sql } from "drizzle-orm";
import type { ImagePreview } from "~/media/images/titles/title-images.server";
import type { Database } from "~db/client.server";
import { titleImages } from "~db/schema";

export async function saveImagePreview(db: Database, seen: ImagePreview): Promise<void> {
  const columns = { source: seen.source, color: seen.color, placeholder: seen.placeholder };
  await db
    .insert(titleImages)
    .values({ malId: seen.malId, kind: seen.kind, ...columns })
    .onConflictDoUpdate({
      target: [titleImages.malId, titleImages.kind],
      set: { ...columns, seenAt: sql`now()` },
    });
}
