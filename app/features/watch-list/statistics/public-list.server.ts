import { sql } from "drizzle-orm";
import { getCardAnimes } from "~/features/catalog/get-animes-by-id.server";
import type { CardAnime } from "~/features/catalog/view/cards/anime-card.server";
import { isVisible, type Viewer } from "~/features/catalog/visibility.server";
import { countTabs } from "~/features/watch-list/count-tabs.server";
import { ENTRY_STATES, parseEntryState, type EntryState } from "~/features/watch-list/entry-states";
import { tabOfState, type EntryTab } from "~/features/watch-list/entry-tabs";
import { TOTAL_EPISODES } from "~/features/catalog/episodes/watch-history.server";
import type { Database } from "~db/client.server";

export interface PublicEntry {
  anime: CardAnime;
  state: EntryState | null;
  episodesSeen: number;
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
 * Omits private entries, notes and tags. Lists the best score first, then the latest change. A page
 * past the end is the last one.
 */
export async function listPublicEntries(
  db: Database,
  userId: string,
  { tab, page, ...viewer }: Viewer & { tab: EntryTab; page: number },
): Promise<{
  counts: Record<EntryTab, number>;
  entries: PublicEntry[];
  page: number;
  last: number;
}> {
  const { counts } = await countTabs(db, userId, { ...viewer, hidePrivate: true });
  const last = Math.max(1, Math.ceil(counts[tab] / ENTRIES_PER_PAGE));
  const shown = Math.min(page, last);
  const states = [...ENTRY_STATES, null].filter(
    (state) => tab === "all" || tabOfState(state) === tab,
  );
  const rows = await db.execute<Row>(sql`
    SELECT a.mal_id, e.state, coalesce(s.count, 0) AS seen, ${TOTAL_EPISODES} AS total, e.score
    FROM watch_list_entries e
    JOIN animes a ON a.mal_id = e.anime_mal_id
    LEFT JOIN seen_episodes s ON s.user_id = e.user_id AND s.anime_mal_id = e.anime_mal_id
    WHERE e.user_id = ${userId}::uuid AND NOT e.private AND ${isVisible(sql`a`, viewer)}
      AND coalesce(e.state, '') = ANY(${sql.param(states.map((state) => state ?? ""))}::text[])
    ORDER BY e.score DESC NULLS LAST, e.updated_at DESC, a.mal_id
    LIMIT ${ENTRIES_PER_PAGE} OFFSET ${(shown - 1) * ENTRIES_PER_PAGE}`);
  const titles = await getCardAnimes(
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
