import { and, desc, eq } from "drizzle-orm";
import type { Database } from "~db/client.server";
import { animes, watchListEntries } from "~db/schema";
import {
  displayTitle,
  type DisplayTitle,
  type TitleLanguage,
} from "~/features/catalog/title-language";
import { isVisible, type Viewer } from "~/features/catalog/visibility.server";
import type { CollectionType } from "./collection-types";
import { countTabs } from "./count-tabs.server";
import { parseEntryState } from "./entry-states";
import { STATE_TABS, tabOfState, type StateTab } from "./entry-tabs";

const MAX_TITLES = 1_000;
/** The state whose titles come first, so that a long list does not cut them off. */
const WATCHING: CollectionType = "Watching";

/** The titles of one state. */
export interface OfflineTab {
  tab: StateTab;
  /** Includes titles that the copy omits. */
  total: number;
  titles: { id: number; title: DisplayTitle; year: number | null; form: string | null }[];
}

/**
 * Lists entries without empty tabs; the latest change comes first. Parental control hides mature
 * titles.
 */
export async function offlineList(
  db: Database,
  userId: string,
  { language, ...viewer }: Viewer & { language: TitleLanguage },
): Promise<OfflineTab[]> {
  const { counts } = await countTabs(db, userId, { ...viewer, hidePrivate: false });
  const rows = await db
    .select({
      id: animes.malId,
      state: watchListEntries.state,
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
  return STATE_TABS.map((tab) => ({
    tab,
    total: counts[tab],
    titles: rows
      .filter(({ state }) => tabOfState(parseEntryState(state ?? "")) === tab)
      .map((row) => ({
        id: row.id,
        title: displayTitle(row, language),
        year: row.year,
        form: row.form,
      })),
  })).filter(({ total }) => total > 0);
}
