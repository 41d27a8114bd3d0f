import { desc, eq } from "drizzle-orm";
import type { Database } from "~db/client.server";
import { animes, watchListEntries } from "~db/schema";
import { shownTitle, type ShownTitle, type TitleLanguage } from "~/features/catalog/title-language";
import { readCollectionType, type CollectionType } from "~/features/watch-list/collection-types";
import { LIST_TABS } from "./list-tabs";

/** As many titles as a browser keeps for times without a network: the last changed ones. */
const MOST_TITLES = 1_000;

/** One collection of My list, the newest change first. */
export interface OfflineCollection {
  type: CollectionType;
  titles: { id: number; title: ShownTitle; year: number | null; form: string | null }[];
}

/** My list as lines of text, for a page that has to do without the network. Collections without a title are left out, mature titles by the person's setting. */
export async function offlineList(
  db: Database,
  userId: string,
  { language, parentalControl }: { language: TitleLanguage; parentalControl: boolean },
): Promise<OfflineCollection[]> {
  const rows = await db
    .select({
      id: animes.malId,
      type: watchListEntries.type,
      title: animes.title,
      title_english: animes.titleEnglish,
      title_japanese: animes.titleJapanese,
      year: animes.year,
      form: animes.type,
      mature: animes.mature,
    })
    .from(watchListEntries)
    .innerJoin(animes, eq(animes.malId, watchListEntries.animeMalId))
    .where(eq(watchListEntries.userId, userId))
    .orderBy(desc(watchListEntries.updatedAt), watchListEntries.animeMalId)
    .limit(MOST_TITLES);
  const open = rows.filter(({ mature }) => !parentalControl || mature !== true);
  return LIST_TABS.map((tab) => ({
    type: tab,
    titles: open
      .filter(({ type }) => (readCollectionType(type) ?? "Collection") === tab)
      .map((row) => ({
        id: row.id,
        title: shownTitle(row, language),
        year: row.year,
        form: row.form,
      })),
  })).filter(({ titles }) => titles.length > 0);
}
