import { sql } from "drizzle-orm";
import { getAnimesById } from "~/features/catalog/get-animes-by-id.server";
import type { Anime } from "~/features/catalog/anime";
import { isVisible, type Viewer } from "~/features/catalog/visibility.server";
import { parseEntryState, type EntryState } from "~/features/watch-list/entry-states";
import { TOTAL_EPISODES } from "~/features/watch-list/tracking/load-tracked.server";
import type { Database } from "~db/client.server";

export const PUBLIC_TABS = [
  "all",
  "watching",
  "planned",
  "completed",
  "paused",
  "dropped",
  "collection",
] as const;
export type PublicTab = (typeof PUBLIC_TABS)[number];

/** Visible to others. */
export interface PublicEntry {
  anime: Anime;
  state: EntryState | null;
  episodesSeen: number;
  /** Null while unknown. */
  total: number | null;
  score: number | null;
}

interface Row extends Record<string, unknown> {
  mal_id: number;
  state: string | null;
  seen: number;
  total: number | null;
  score: number | null;
}

const ENTRIES_PER_PAGE = 60;

/**
 * Without private entries, notes and tags. Best score first, then the latest change. A page past
 * the end is the last one.
 */
export async function listPublicEntries(
  db: Database,
  userId: string,
  { tab, page, ...viewer }: Viewer & { tab: PublicTab; page: number },
): Promise<{
  counts: Record<PublicTab, number>;
  entries: PublicEntry[];
  page: number;
  last: number;
}> {
  const counts = await countTabs(db, userId, viewer);
  const last = Math.max(1, Math.ceil(counts[tab] / ENTRIES_PER_PAGE));
  const shown = Math.min(page, last);
  const states = tabStates(tab);
  const rows = await db.execute<Row>(sql`
    SELECT a.mal_id, e.state, coalesce(s.count, 0) AS seen, ${TOTAL_EPISODES} AS total, e.score
    FROM watch_list_entries e
    JOIN animes a ON a.mal_id = e.anime_mal_id
    LEFT JOIN seen_episodes s ON s.user_id = e.user_id AND s.anime_mal_id = e.anime_mal_id
    WHERE ${isPublic(userId, viewer)}
      AND (${states === null} OR coalesce(e.state, 'collection') = ANY(${sql.param(states ?? [])}::text[]))
    ORDER BY e.score DESC NULLS LAST, e.updated_at DESC, a.mal_id
    LIMIT ${ENTRIES_PER_PAGE} OFFSET ${(shown - 1) * ENTRIES_PER_PAGE}`);
  const titles = await getAnimesById(
    db,
    [...rows].map(({ mal_id }) => mal_id),
    viewer,
  );
  const entries = [...rows].flatMap(({ mal_id, state, seen, total, score }) => {
    const anime = titles.get(mal_id);
    return anime === undefined
      ? []
      : [{ anime, state: parseEntryState(state ?? ""), episodesSeen: seen, total, score }];
  });
  return { counts, entries, page: shown, last };
}

const isPublic = (userId: string, viewer: Viewer) =>
  sql`e.user_id = ${userId}::uuid AND NOT e.private AND ${isVisible(sql`a.mature`, viewer)}`;

function tabStates(tab: PublicTab): string[] | null {
  if (tab === "all") return null;
  return tab === "watching" ? ["watching", "rewatching"] : [tab];
}

async function countTabs(
  db: Database,
  userId: string,
  viewer: Viewer,
): Promise<Record<PublicTab, number>> {
  const rows = await db.execute<{ state: string; titles: number }>(sql`
    SELECT coalesce(e.state, 'collection') AS state, count(*)::int4 AS titles
    FROM watch_list_entries e JOIN animes a ON a.mal_id = e.anime_mal_id
    WHERE ${isPublic(userId, viewer)} GROUP BY 1`);
  const counts = Object.fromEntries(PUBLIC_TABS.map((tab) => [tab, 0])) as Record<
    PublicTab,
    number
  >;
  for (const { state, titles } of rows) {
    counts.all += titles;
    const tab = PUBLIC_TABS.find((known) => tabStates(known)?.includes(state));
    if (tab !== undefined) counts[tab] += titles;
  }
  return counts;
}
