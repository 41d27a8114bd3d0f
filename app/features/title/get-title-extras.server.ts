import { eq } from "drizzle-orm";
import type { LicensedStream, TitleTag } from "~/features/catalog/title-tags";
import type { Database } from "~db/client.server";
import { prepared } from "~db/prepared";
import { animes } from "~db/schema";

export interface TitleExtras {
  tags: TitleTag[];
  /** How many spoiler tags were left out. */
  maskedTags: number;
  streams: LicensedStream[];
}

/** Tags that are spoilers are left out unless `showsSpoilers`. */
export async function getTitleExtras(
  db: Database,
  id: number,
  { showsSpoilers }: { showsSpoilers: boolean },
): Promise<TitleExtras> {
  const [row] = await db
    .select({ tags: animes.tags, streams: animes.streams })
    .from(animes)
    .where(prepared(eq(animes.malId, id)));
  const { tags, streams } = row ?? { tags: [], streams: [] };
  const shown = tags.filter(({ spoiler }) => showsSpoilers || !spoiler);
  return { tags: shown, maskedTags: tags.length - shown.length, streams };
}
