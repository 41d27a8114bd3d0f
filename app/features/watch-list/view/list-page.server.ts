import { eq, sql } from "drizzle-orm";
import type { Database } from "~db/client.server";
import { animes, watchListEntries } from "~db/schema";
import type { Anime } from "~/features/catalog/anime";
import { animeJson } from "~/features/catalog/anime-json.server";
import { normaliseName } from "~/features/catalog/term-key";
import { shownTitle, type TitleLanguage } from "~/features/catalog/title-language";
import { animeCard } from "~/features/catalog/view/cards/anime-card.server";
import { readCollectionType, type CollectionType } from "~/features/watch-list/collection-types";
import { LIST_TABS, type ListOrder, type ListView } from "./list-address";

export const LIST_PER_PAGE = 60;

interface Line {
  id: number;
  type: CollectionType;
  importedState: string | null;
  title: string;
  names: string[];
  score: number | null;
  year: number | null;
  mature: boolean;
}

/**
 * My list as its page shows it. The whole list is read with what orders and finds its titles, which the catalog bounds; the cards are read for the
 * page alone. Mature titles obey the person's parental control, and how many are hidden is said.
 */
export async function listPage(db: Database, userId: string, view: ListView, { language, parentalControl }: { language: TitleLanguage; parentalControl: boolean }) {
  const all = await linesOf(db, userId, language);
  const open = parentalControl ? all.filter(({ mature }) => !mature) : all;
  const tabs = LIST_TABS.map((type) => ({ type, count: open.filter((line) => line.type === type).length }));
  const wanted = normaliseName(view.search);
  const found = open.filter((line) => line.type === view.type && line.names.some((name) => name.includes(wanted))).sort(orderOf(view.order));
  const last = Math.max(1, Math.ceil(found.length / LIST_PER_PAGE));
  const page = Math.min(view.page, last);
  const shown = found.slice((page - 1) * LIST_PER_PAGE, page * LIST_PER_PAGE);
  const titles = await titlesOf(db, shown.map(({ id }) => id));
  const entries = shown.flatMap(({ id, type, importedState }) => {
    const anime = titles.get(id);
    return anime === undefined ? [] : [{ card: animeCard(anime, language), type, importedState }];
  });
  return { tabs, entries, found: found.length, page, last, hidden: all.length - open.length, total: open.length };
}

/** Every entry, the newest change first. */
async function linesOf(db: Database, userId: string, language: TitleLanguage): Promise<Line[]> {
  const { title, titleEnglish, titleJapanese, titleSynonyms, score, year, mature } = animes;
  const rows = await db
    .select({ id: animes.malId, type: watchListEntries.type, importedState: watchListEntries.importedState, title, titleEnglish, titleJapanese, titleSynonyms, score, year, mature })
    .from(watchListEntries)
    .innerJoin(animes, eq(animes.malId, watchListEntries.animeMalId))
    .where(eq(watchListEntries.userId, userId))
    .orderBy(sql`${watchListEntries.updatedAt} DESC`, watchListEntries.animeMalId);
  return rows.map((row) => ({
    id: row.id,
    type: readCollectionType(row.type) ?? "Collection",
    importedState: row.importedState,
    title: shownTitle({ title: row.title, title_english: row.titleEnglish, title_japanese: row.titleJapanese }, language).text,
    names: [row.title, row.titleEnglish, row.titleJapanese, ...row.titleSynonyms].flatMap((name) => (name === null ? [] : [normaliseName(name)])),
    score: row.score,
    year: row.year,
    mature: row.mature === true,
  }));
}

/** Stable, so that titles alike in one order stand by their last change. */
function orderOf(order: ListOrder): (a: Line, b: Line) => number {
  if (order === "title") return (a, b) => a.title.localeCompare(b.title, "en");
  if (order === "score") return (a, b) => (b.score ?? -1) - (a.score ?? -1);
  if (order === "year") return (a, b) => (b.year ?? -1) - (a.year ?? -1);
  return () => 0;
}

async function titlesOf(db: Database, ids: readonly number[]): Promise<Map<number, Anime>> {
  if (ids.length === 0) return new Map();
  const found = await db.execute<{ anime: string }>(sql`SELECT ${animeJson} AS anime FROM animes a WHERE a.mal_id = ANY(${sql.param(ids)}::integer[])`);
  // The database wrote this text from its own columns, so its shape is known.
  return new Map(found.map(({ anime }) => JSON.parse(anime) as Anime).map((anime) => [anime.mal_id, anime]));
}
