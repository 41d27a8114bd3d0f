import { sql, type SQL } from "drizzle-orm";
import type { Database } from "~db/client.server";
import { getAnimesById } from "~/features/catalog/get-animes-by-id.server";
import { normaliseName } from "~/features/catalog/term-key";
import { isVisible, type Viewer } from "~/features/catalog/visibility.server";
import type { TitleLanguage } from "~/features/catalog/title-language";
import { animeCard } from "~/features/catalog/view/cards/anime-card.server";
import { parseEntryState } from "~/features/watch-list/entry-states";
import { getEntrySummaries } from "~/features/watch-list/get-entry-summaries.server";
import type { ListEntry } from "./entry-row";
import { LIST_VIEW_TABS, type ListOrder, type ListView, type ListViewTab } from "./list-view";

const LIST_PER_PAGE = 60;

/**
 * A page of My list. Parental control hides mature titles, whose number is returned as `hidden`. A
 * page past the end is the last one.
 */
export async function listPage(
  db: Database,
  userId: string,
  view: ListView,
  { language, parentalControl }: Viewer & { language: TitleLanguage },
) {
  const viewer = { parentalControl };
  const found = view.search === "" ? null : await findTitles(db, userId, view.search, viewer);
  const where = conditions(userId, view.tab, viewer, found);
  const [tabCounts, matching] = await Promise.all([
    countTabs(db, userId, viewer),
    found === null ? null : countEntries(db, where),
  ]);
  const { counts, hidden } = tabCounts;
  const total = matching ?? counts[view.tab];
  const last = Math.max(1, Math.ceil(total / LIST_PER_PAGE));
  const page = Math.min(view.page, last);
  return {
    tabs: LIST_VIEW_TABS.map((tab) => ({ tab, count: counts[tab] })),
    entries:
      total === 0
        ? []
        : await loadEntries(db, userId, { where, view, page, language, parentalControl }),
    found: total,
    page,
    last,
    hidden,
    total: counts.all,
  };
}

const JOINS = sql`
  FROM watch_list_entries e
  JOIN animes a ON a.mal_id = e.anime_mal_id
  LEFT JOIN seen_episodes s ON s.user_id = e.user_id AND s.anime_mal_id = e.anime_mal_id`;

const TAB_CONDITIONS: Record<ListViewTab, SQL> = {
  all: sql`true`,
  watching: sql`e.state IN ('watching', 'rewatching')`,
  planned: sql`e.state = 'planned'`,
  completed: sql`e.state = 'completed'`,
  paused: sql`e.state = 'paused'`,
  dropped: sql`e.state = 'dropped'`,
  collection: sql`e.state IS NULL`,
};

function conditions(
  userId: string,
  tab: ListViewTab,
  viewer: Viewer,
  found: readonly number[] | null,
): SQL {
  const among =
    found === null ? sql`` : sql`AND e.anime_mal_id = ANY(${sql.param(found)}::integer[])`;
  return sql`e.user_id = ${userId}::uuid AND ${TAB_CONDITIONS[tab]} AND ${isVisible(sql`a.mature`, viewer)} ${among}`;
}

async function countTabs(
  db: Database,
  userId: string,
  viewer: Viewer,
): Promise<{ counts: Record<ListViewTab, number>; hidden: number }> {
  const rows = await db.execute<{ state: string | null; visible: boolean; count: number }>(sql`
    SELECT e.state, ${isVisible(sql`a.mature`, viewer)} AS visible, count(*)::int4 AS count
    FROM watch_list_entries e JOIN animes a ON a.mal_id = e.anime_mal_id
    WHERE e.user_id = ${userId}::uuid GROUP BY 1, 2`);
  const counts = Object.fromEntries(LIST_VIEW_TABS.map((tab) => [tab, 0])) as Record<
    ListViewTab,
    number
  >;
  let hidden = 0;
  for (const { state, visible, count } of rows) {
    if (!visible) {
      hidden += count;
      continue;
    }
    const known = parseEntryState(state ?? "");
    counts.all += count;
    counts[known === null ? "collection" : known === "rewatching" ? "watching" : known] += count;
  }
  return { counts, hidden };
}

async function countEntries(db: Database, where: SQL): Promise<number> {
  const [row] = await db.execute<{ total: number }>(
    sql`SELECT count(*)::int4 AS total ${JOINS} WHERE ${where}`,
  );
  return row?.total ?? 0;
}

/** The ids of the list's titles of which a name contains the search, however it is written. */
async function findTitles(
  db: Database,
  userId: string,
  search: string,
  viewer: Viewer,
): Promise<number[]> {
  const rows = await db.execute<{ mal_id: number; names: (string | null)[] }>(sql`
    SELECT a.mal_id, a.title_synonyms || ARRAY[a.title, a.title_english, a.title_japanese] AS names
    ${JOINS} WHERE ${conditions(userId, "all", viewer, null)}`);
  const wanted = normaliseName(search);
  return [...rows]
    .filter(({ names }) =>
      names.some((name) => name !== null && normaliseName(name).includes(wanted)),
    )
    .map(({ mal_id }) => mal_id);
}

async function loadEntries(
  db: Database,
  userId: string,
  {
    where,
    view,
    page,
    language,
    ...viewer
  }: Viewer & { where: SQL; view: ListView; page: number; language: TitleLanguage },
): Promise<ListEntry[]> {
  const rows = await db.execute<{ mal_id: number; tags: string[] }>(sql`
    SELECT a.mal_id, e.tags ${JOINS} WHERE ${where}
    ORDER BY ${orderOf(view.order, language)}, e.updated_at DESC, a.mal_id
    LIMIT ${LIST_PER_PAGE} OFFSET ${(page - 1) * LIST_PER_PAGE}`);
  const ids = [...rows].map(({ mal_id }) => mal_id);
  const [titles, summaries] = await Promise.all([
    getAnimesById(db, ids, viewer),
    getEntrySummaries(db, userId, ids),
  ]);
  return [...rows].flatMap(({ mal_id, tags }) => {
    const anime = titles.get(mal_id);
    const summary = summaries.get(mal_id);
    return anime === undefined || summary === undefined
      ? []
      : [{ card: animeCard(anime, language), summary, tags }];
  });
}

function orderOf(order: ListOrder, language: TitleLanguage): SQL {
  switch (order) {
    case "change":
      return sql`e.updated_at DESC`;
    case "added":
      return sql`e.added_at DESC`;
    case "title":
      return sql`${shownTitle(language)} COLLATE "und-x-icu"`;
    case "own_score":
      return sql`e.score DESC NULLS LAST`;
    case "score":
      return sql`a.score DESC NULLS LAST`;
    case "year":
      return sql`a.year DESC NULLS LAST`;
    case "priority":
      return sql`e.priority DESC`;
    case "progress":
      return sql`coalesce(s.count, 0)::float / greatest(coalesce(nullif(a.episodes, 0), s.count + 1), 1) DESC NULLS LAST`;
  }
}

/** As `displayTitle` chooses it. */
function shownTitle(language: TitleLanguage): SQL {
  if (language === "english") return sql`coalesce(a.title_english, a.title)`;
  return language === "native" ? sql`coalesce(a.title_japanese, a.title)` : sql`a.title`;
}
