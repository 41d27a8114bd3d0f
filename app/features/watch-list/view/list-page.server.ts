import { and, count, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "~db/client.server";
import { animes, playbackPositions, watchListEntries } from "~db/schema";
import { getAnimesById } from "~/features/catalog/get-animes-by-id.server";
import { normaliseName } from "~/features/catalog/term-key";
import { displayTitle, type TitleLanguage } from "~/features/catalog/title-language";
import { animeCard } from "~/features/catalog/view/cards/anime-card.server";
import { parseCollectionType, type CollectionType } from "~/features/watch-list/collection-types";
import { type ListOrder, type ListView } from "./list-address";
import { LIST_TABS } from "./list-tabs";

const LIST_PER_PAGE = 60;

interface ListRow {
  id: number;
  type: CollectionType;
  importedState: string | null;
  watchedEpisodes: number | null;
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
  const [titles, watched] = await Promise.all([
    getAnimesById(db, ids),
    countWatched(db, userId, ids),
  ]);
  const entries = shown.flatMap(({ id, type, importedState, watchedEpisodes, ownScore }) => {
    const anime = titles.get(id);
    const seen = Math.max(watchedEpisodes ?? 0, watched.get(id) ?? 0);
    return anime === undefined
      ? []
      : [
          {
            card: animeCard(anime, language),
            type,
            importedState,
            seen: seen === 0 ? null : seen,
            ownScore: ownScore === 0 ? null : ownScore,
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
      importedState: watchListEntries.importedState,
      watchedEpisodes: watchListEntries.watchedEpisodes,
      ownScore: watchListEntries.ownScore,
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
    .where(eq(watchListEntries.userId, userId))
    .orderBy(sql`${watchListEntries.updatedAt} DESC`, watchListEntries.animeMalId);
  return rows.map((row) => ({
    id: row.id,
    type: parseCollectionType(row.type) ?? "Collection",
    importedState: row.importedState,
    watchedEpisodes: row.watchedEpisodes,
    ownScore: row.ownScore,
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

/** The number of watched episodes by anime id. */
async function countWatched(
  db: Database,
  userId: string,
  ids: readonly number[],
): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const { animeMalId, watched } = playbackPositions;
  const rows = await db
    .select({ id: animeMalId, episodes: count() })
    .from(playbackPositions)
    .where(and(eq(playbackPositions.userId, userId), inArray(animeMalId, [...ids]), watched))
    .groupBy(animeMalId);
  return new Map(rows.map(({ id, episodes }) => [id, episodes]));
}
