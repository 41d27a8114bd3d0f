import { and, desc, eq } from "drizzle-orm";
import type { Database } from "~db/client.server";
import { animes, watchListEntries } from "~db/schema";
import {
  displayTitle,
  type DisplayTitle,
  type TitleLanguage,
} from "~/features/catalog/title-language";
import { isVisible, type Viewer } from "~/features/catalog/visibility.server";
import { parseCollectionType, type CollectionType } from "~/features/watch-list/collection-types";
import { countEntries } from "~/features/watch-list/count-entries.server";
import { LIST_TABS } from "./list-tabs";

const MAX_TITLES = 1_000;
/** Not left out of a long list for what was finished later. */
const WATCHING: CollectionType = "Watching";

export interface OfflineCollection {
  type: CollectionType;
  /** Includes titles that the copy omits. */
  total: number;
  titles: { id: number; title: DisplayTitle; year: number | null; form: string | null }[];
}

/** Latest change first, without empty collections. Parental control hides mature titles. */
export async function offlineList(
  db: Database,
  userId: string,
  { language, ...viewer }: Viewer & { language: TitleLanguage },
): Promise<OfflineCollection[]> {
  const counts = await countEntries(db, userId, { ...viewer, hidePrivate: false });
  const rows = await db
    .select({
      id: animes.malId,
      type: watchListEntries.type,
      title: animes.title,
      title_english: animes.titleEnglish,
      title_japanese: animes.titleJapanese,
      year: animes.year,
      form: animes.type,
    })
    .from(watchListEntries)
    .innerJoin(animes, eq(animes.malId, watchListEntries.animeMalId))
    .where(and(eq(watchListEntries.userId, userId), isVisible(animes, viewer)))
    .orderBy(
      desc(eq(watchListEntries.type, WATCHING)),
      desc(watchListEntries.updatedAt),
      watchListEntries.animeMalId,
    )
    .limit(MAX_TITLES);
  return LIST_TABS.map((tab) => ({
    type: tab,
    total: counts[tab],
    titles: rows
      .filter(({ type }) => (parseCollectionType(type) ?? "Collection") === tab)
      .map((row) => ({
        id: row.id,
        title: displayTitle(row, language),
        year: row.year,
        form: row.form,
      })),
  })).filter(({ total }) => total > 0);
}
