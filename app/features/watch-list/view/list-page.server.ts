import { and, eq, sql } from "drizzle-orm";
import type { Database } from "~db/client.server";
import { animes, seenEpisodes, watchListEntries } from "~db/schema";
import { getAnimesById } from "~/features/catalog/get-animes-by-id.server";
import { normaliseName } from "~/features/catalog/term-key";
import { displayTitle, type TitleLanguage } from "~/features/catalog/title-language";
import { animeCard } from "~/features/catalog/view/cards/anime-card.server";
import { parseCollectionType, type CollectionType } from "~/features/watch-list/collection-types";
import { toImportedState } from "~/features/watch-list/entry-states";
import { toTenPoints } from "~/features/watch-list/own-score";
import { type ListOrder, type ListView } from "./list-address";
import { LIST_TABS } from "./list-tabs";

const LIST_PER_PAGE = 60;

interface ListRow {
  id: number;
  type: CollectionType;
  importedState: string | null;
  seen: number | null;
  ownScore: number | null;
  title: string;
  names: string[];
  score: number | null;
  year: number | null;
  mature: boolean;
}

/**
 * The watch list page. Filters and sorts the whole list in memory, and loads cards for one page
 * only. Parental control hides mature titles, whose number is returned as `hidden`.
 */
export async function listPage(
  db: Database,
  userId: string,
  view: ListView,
  { language, parentalControl }: { language: TitleLanguage; parentalControl: boolean },
) {
  const all = await selectRows(db, userId, language);
  const open = parentalControl ? all.filter(({ mature }) => !mature) : all;
  const tabs = LIST_TABS.map((type) => ({
    type,
    count: open.filter((line) => line.type === type).length,
  }));
  const wanted = normaliseName(view.search);
  const found = open
    .filter((line) => line.type === view.type && line.names.some((name) => name.includes(wanted)))
    .sort(comparatorOf(view.order));
  const last = Math.max(1, Math.ceil(found.length / LIST_PER_PAGE));
  const page = Math.min(view.page, last);
  const shown = found.slice((page - 1) * LIST_PER_PAGE, page * LIST_PER_PAGE);
  const ids = shown.map(({ id }) => id);
  const titles = await getAnimesById(db, ids);
  const entries = shown.flatMap(({ id, type, importedState, seen, ownScore }) => {
    const anime = titles.get(id);
    return anime === undefined
      ? []
      : [
          {
            card: animeCard(anime, language),
            type,
            importedState,
            seen: seen === 0 ? null : seen,
            ownScore,
          },
        ];
  });
  return {
    tabs,
    entries,
    found: found.length,
    page,
    last,
    hidden: all.length - open.length,
    total: open.length,
  };
}

/** All entries, latest change first. */
async function selectRows(
  db: Database,
  userId: string,
  language: TitleLanguage,
): Promise<ListRow[]> {
  const { title, titleEnglish, titleJapanese, titleSynonyms, score, year, mature } = animes;
  const rows = await db
    .select({
      id: animes.malId,
      type: watchListEntries.type,
      state: watchListEntries.state,
      seen: seenEpisodes.count,
      ownScore: watchListEntries.score,
      title,
      titleEnglish,
      titleJapanese,
      titleSynonyms,
      score,
      year,
      mature,
    })
    .from(watchListEntries)
    .innerJoin(animes, eq(animes.malId, watchListEntries.animeMalId))
    .leftJoin(
      seenEpisodes,
      and(
        eq(seenEpisodes.userId, watchListEntries.userId),
        eq(seenEpisodes.animeMalId, watchListEntries.animeMalId),
      ),
    )
    .where(eq(watchListEntries.userId, userId))
    .orderBy(sql`${watchListEntries.updatedAt} DESC`, watchListEntries.animeMalId);
  return rows.map((row) => ({
    id: row.id,
    type: parseCollectionType(row.type) ?? "Collection",
    importedState: toImportedState(row.state),
    seen: row.seen,
    ownScore: toTenPoints(row.ownScore),
    title: displayTitle(
      { title: row.title, title_english: row.titleEnglish, title_japanese: row.titleJapanese },
      language,
    ).text,
    names: [row.title, row.titleEnglish, row.titleJapanese, ...row.titleSynonyms].flatMap((name) =>
      name === null ? [] : [normaliseName(name)],
    ),
    score: row.score,
    year: row.year,
    mature: row.mature === true,
  }));
}

/** Ties keep their order by last change, since sort is stable. */
function comparatorOf(order: ListOrder): (a: ListRow, b: ListRow) => number {
  if (order === "title") return (a, b) => a.title.localeCompare(b.title, "en");
  if (order === "score") return (a, b) => (b.score ?? -1) - (a.score ?? -1);
  if (order === "year") return (a, b) => (b.year ?? -1) - (a.year ?? -1);
  return () => 0;
}
