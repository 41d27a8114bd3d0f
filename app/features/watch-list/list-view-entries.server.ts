import { airingStatus, airingStatusAt } from "~/features/catalog/airing-status.server";
import { sql, type SQL } from "drizzle-orm";
import type { Database } from "~db/client.server";
import type { Anime } from "~/features/catalog/anime";
import { jsonOf } from "~/features/catalog/anime-json.server";
import type { Viewer } from "~/features/catalog/visibility.server";
import type { TitleLanguage } from "~/features/catalog/title-language";
import { animeCard, CARD_FIELDS } from "~/features/catalog/view/cards/anime-card.server";
import { nextAiring } from "~/features/schedule/week-schedule";
import {
  toEntrySummary,
  type EntrySummaryRow,
} from "~/features/watch-list/get-entry-summaries.server";
import { entryColumns } from "~/features/watch-list/tracking/entry-columns.server";
import { fromEntryRow, type EntryRow } from "~/features/watch-list/tracking/entry-fields";
import { historyColumns } from "~/features/catalog/episodes/watch-history.server";
import type { ListEntry } from "~/features/watch-list/view/entry-controls";
import {
  isMostPopular,
  LIST_SOURCE,
  narrowingConditions,
  ownTabCondition,
  tabCondition,
} from "./list-conditions.server";
import { isNarrowed, type ListOrder, type ListView } from "~/features/watch-list/view/list-view";

export const LIST_PER_PAGE = 40;

interface ViewEntriesOptions extends Viewer {
  language: TitleLanguage;
  now: Date;
  skipsFiller: boolean;
  /** What the search found; null without one. */
  found: readonly number[] | null;
  /** The ids of what the viewer can play here. */
  playable: readonly number[];
}

/** Lists the titles of all pages of a view that does not collapse franchises. */
export async function listViewIds(
  db: Database,
  userId: string,
  view: ListView,
  { found, ...viewer }: Viewer & Pick<ViewEntriesOptions, "found">,
): Promise<number[]> {
  const rows = await db.execute<{ id: number }>(sql`
    SELECT w.anime_mal_id AS id ${LIST_SOURCE} WHERE ${conditionOf(userId, view, found, viewer)}`);
  return [...rows].map(({ id }) => id);
}

function conditionOf(
  userId: string,
  view: ListView,
  found: readonly number[] | null,
  viewer: Viewer,
): SQL {
  return sql.join(
    [tabCondition(userId, view.tab, viewer), ...narrowingConditions(view, found)],
    sql` AND `,
  );
}

/** Reads a page of a view's entries; `view.page` is ignored. */
export async function loadViewEntries(
  db: Database,
  userId: string,
  view: ListView,
  page: number,
  { language, now, skipsFiller, found, playable, ...viewer }: ViewEntriesOptions,
): Promise<ListEntry[]> {
  const where = conditionOf(userId, view, found, viewer);
  const order = await orderOf(db, userId, view.order, { language, now, playable });
  const shown = view.filters.collapsed ? sql`${where} AND ${isMostPopular(where)}` : where;
  const entries = await loadEntries(db, userId, {
    source: readsEntriesOnly(view)
      ? sql`FROM watch_list_entries w WHERE ${ownTabCondition(userId, view.tab, viewer)}`
      : sql`${LIST_SOURCE}
          LEFT JOIN seen_episodes s ON s.user_id = w.user_id AND s.anime_mal_id = w.anime_mal_id
          WHERE ${shown}`,
    order,
    page,
    language,
    now,
    skipsFiller,
  });
  return view.filters.collapsed
    ? withJointProgress(
        db,
        tabCondition(userId, "all", viewer),
        await withOthers(db, where, entries),
      )
    : entries;
}

const ENTRY_ORDERS: readonly ListOrder[] = ["change", "added", "own_score", "priority", "playable"];

function readsEntriesOnly(view: ListView): boolean {
  return ENTRY_ORDERS.includes(view.order) && !isNarrowed(view) && !view.filters.collapsed;
}

/** Adds to each card of a franchise for how many other entries `where` it stands. */
async function withOthers(
  db: Database,
  where: SQL,
  entries: readonly ListEntry[],
): Promise<ListEntry[]> {
  const ids = entries.map(({ card }) => card.id);
  const rows = await db.execute<{ mal_id: number; others: number }>(sql`
    SELECT own.mal_id, count(*)::int4 - 1 AS others
    ${LIST_SOURCE} JOIN franchise_members m ON m.mal_id = w.anime_mal_id
    JOIN franchise_members own ON own.franchise_id = m.franchise_id
    WHERE ${where} AND own.mal_id = ANY(${sql.param(ids)}::integer[])
    GROUP BY own.mal_id HAVING count(*) > 1`);
  const others = new Map([...rows].map((row) => [row.mal_id, row.others]));
  return entries.map((entry) => {
    const count = others.get(entry.card.id);
    return count === undefined ? entry : { ...entry, card: { ...entry.card, others: count } };
  });
}

/** Adds what was seen of all listed titles of a franchise, of which `listed` are the entries. */
async function withJointProgress(
  db: Database,
  listed: SQL,
  entries: readonly ListEntry[],
): Promise<ListEntry[]> {
  const ids = entries.map(({ card }) => card.id);
  const rows = await db.execute<{ mal_id: number; seen: number; total: number | null }>(sql`
    SELECT own.mal_id, sum(coalesce(s.count, 0))::int4 AS seen,
      CASE WHEN bool_and(coalesce(e.episodes, 0) > 0)
        THEN sum(greatest(e.episodes, s.count))::int4 END AS total
    ${LIST_SOURCE} JOIN franchise_members m ON m.mal_id = w.anime_mal_id
    JOIN franchise_members own ON own.franchise_id = m.franchise_id
    LEFT JOIN seen_episodes s ON s.user_id = w.user_id AND s.anime_mal_id = w.anime_mal_id
    WHERE ${listed} AND own.mal_id = ANY(${sql.param(ids)}::integer[])
    GROUP BY own.mal_id HAVING count(*) > 1`);
  const joint = new Map([...rows].map(({ mal_id, seen, total }) => [mal_id, { seen, total }]));
  return entries.map((entry) => ({ ...entry, joint: joint.get(entry.card.id) ?? null }));
}

interface ListedRow extends EntrySummaryRow, EntryRow {
  [column: string]: unknown;
  anime: string;
  rewatches: ListEntry["rewatches"] | null;
  is_favorite: boolean;
}

const LISTED_FIELDS = [
  ...CARD_FIELDS,
  "status",
  "aired_from",
  "aired_to",
  "broadcast_day",
  "broadcast_time",
  "broadcast_timezone",
] as const satisfies readonly (keyof Anime)[];
type ListedAnime = Pick<Anime, (typeof LISTED_FIELDS)[number]>;

const LISTED_JSON = jsonOf(LISTED_FIELDS);

interface EntriesQuery {
  /** The FROM and WHERE that choose the entries, with `watch_list_entries` as `w`. */
  source: SQL;
  order: SQL;
  page: number;
  language: TitleLanguage;
  now: Date;
  skipsFiller: boolean;
}

/**
 * One statement that reads wide rows for the page only. Postgres drops the inner join of
 * `seen_episodes` unless the order reads it.
 */
async function loadEntries(
  db: Database,
  userId: string,
  { source, order, page, language, now, skipsFiller }: EntriesQuery,
): Promise<ListEntry[]> {
  const rows = await db.execute<ListedRow>(sql`
    WITH page AS MATERIALIZED (
      SELECT w.anime_mal_id, row_number() OVER () AS place FROM (
        SELECT w.anime_mal_id ${source} ORDER BY ${order}, w.updated_at DESC, w.anime_mal_id
        LIMIT ${LIST_PER_PAGE} OFFSET ${(page - 1) * LIST_PER_PAGE}
      ) w
    )
    SELECT ${LISTED_JSON} AS anime, a.mal_id, w.type, ${entryColumns("w")},
      ${historyColumns(userId, { skipsFiller })}, (
        SELECT json_agg(json_build_object(
          'started_on', r.started_on, 'finished_on', r.finished_on, 'score', r.score) ORDER BY r.number)
        FROM rewatches r WHERE r.user_id = w.user_id AND r.anime_mal_id = w.anime_mal_id
      ) AS rewatches,
      EXISTS (SELECT FROM profiles f
        WHERE f.user_id = w.user_id AND w.anime_mal_id = ANY(f.favorite_animes)) AS is_favorite
    FROM page
    JOIN watch_list_entries w ON w.user_id = ${userId}::uuid AND w.anime_mal_id = page.anime_mal_id
    JOIN animes a ON a.mal_id = w.anime_mal_id
    LEFT JOIN seen_episodes s ON s.user_id = w.user_id AND s.anime_mal_id = w.anime_mal_id
    ORDER BY page.place`);
  return [...rows].map((row) => {
    const anime = JSON.parse(row.anime) as ListedAnime;
    const { episodesSeen, total, countUp } = toEntrySummary(row);
    const status = airingStatusAt(anime, now);
    return {
      card: animeCard(anime, language),
      fields: fromEntryRow(row),
      progress: { episodesSeen, total, countUp },
      joint: null,
      rewatches: row.rewatches ?? [],
      isFavorite: row.is_favorite,
      aired: status !== "Not yet aired",
      airsAt: status === "Finished Airing" ? null : airsAt(anime, now),
    };
  });
}

/** The next broadcast, or the premiere of an upcoming title. */
function airsAt(anime: ListedAnime, now: Date): string | null {
  const { aired_from: premiere } = anime;
  if (premiere !== null && new Date(premiere) > now) return premiere;
  return nextAiring(anime, now)?.toISOString() ?? null;
}

/** Expects `LIST_SOURCE` with `seen_episodes s`. */
async function orderOf(
  db: Database,
  userId: string,
  order: ListOrder,
  { language, now, playable }: Pick<ViewEntriesOptions, "language" | "now" | "playable">,
): Promise<SQL> {
  switch (order) {
    case "change":
      return sql`w.updated_at DESC`;
    case "added":
      return sql`w.added_at DESC`;
    case "title":
      return language === "romaji"
        ? sql`e.title COLLATE "und-x-icu"`
        : sql`(SELECT ${shownTitle(language)} FROM animes a WHERE a.mal_id = e.mal_id) COLLATE "und-x-icu"`;
    case "own_score":
      return sql`w.score DESC NULLS LAST`;
    case "score":
      return sql`e.score DESC NULLS LAST`;
    case "year":
      return sql`e.year DESC NULLS LAST`;
    case "priority":
      return sql`w.priority DESC`;
    case "playable":
      return sql`(w.anime_mal_id = ANY(${sql.param(playable)}::integer[])) DESC`;
    case "progress":
      return sql`coalesce(s.count, 0)::float / greatest(coalesce(nullif(e.episodes, 0), s.count + 1), 1) DESC NULLS LAST`;
    case "airing":
      return sql`array_position(${sql.param(await listByAiring(db, userId, now))}::integer[], w.anime_mal_id) NULLS LAST`;
  }
}

function shownTitle(language: TitleLanguage): SQL {
  if (language === "english") return sql`coalesce(a.title_english, a.title)`;
  return language === "native" ? sql`coalesce(a.title_japanese, a.title)` : sql`a.title`;
}

/** The user's titles whose next episode has a time, soonest first. */
async function listByAiring(db: Database, userId: string, now: Date): Promise<number[]> {
  const rows = await db.execute<{
    mal_id: number;
    broadcast_day: string | null;
    broadcast_time: string | null;
    broadcast_timezone: string | null;
    aired_from: string | null;
    aired_to: string | null;
    aired: string | null;
  }>(sql`
    SELECT a.mal_id, a.broadcast_day, a.broadcast_time, a.broadcast_timezone,
      a.aired_from, a.aired_to,
      CASE WHEN a.aired_from > ${now.toISOString()}::timestamptz THEN a.aired_from END AS aired
    FROM watch_list_entries w JOIN animes a ON a.mal_id = w.anime_mal_id
    WHERE w.user_id = ${userId}::uuid AND (${airingStatus(sql`a`)}) <> 'Finished Airing'`);
  return [...rows]
    .flatMap(({ mal_id, aired, ...broadcast }) => {
      const next = aired === null ? nextAiring(broadcast, now) : new Date(aired);
      return next === null ? [] : [{ mal_id, next: next.getTime() }];
    })
    .sort((one, other) => one.next - other.next || one.mal_id - other.mal_id)
    .map(({ mal_id }) => mal_id);
}
