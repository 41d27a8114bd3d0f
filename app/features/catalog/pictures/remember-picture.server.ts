import { sql } from "drizzle-orm";
import type { SeenPicture } from "~/media/images/titles/title-pictures.server";
import type { Database } from "~db/client.server";
import { titlePictures } from "~db/schema";

/** Keeps what was learnt of a title's picture; a new picture replaces what was known of the old one. */
export async function rememberPicture(db: Database, seen: SeenPicture): Promise<void> {
  const learnt = { source: seen.source, color: seen.color, placeholder: seen.placeholder };
  await db
    .insert(titlePictures)
    .values({ malId: seen.malId, kind: seen.kind, ...learnt })
    .onConflictDoUpdate({
      target: [titlePictures.malId, titlePictures.kind],
      set: { ...learnt, seenAt: sql`now()` },
    });
}
