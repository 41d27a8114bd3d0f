import { sql } from "drizzle-orm";
import type { Database } from "~db/client.server";
import type { EpisodeSet } from "~/features/catalog/episodes/episode-set";
import { episodeToMark, nextEpisode } from "~/features/catalog/episodes/next-episode";
import {
  historyColumns,
  toHistory,
  type HistoryRow,
} from "~/features/catalog/episodes/watch-history.server";
import { prepared } from "~db/prepared";
import { parseCollectionType, type CollectionType } from "./collection-types";
import type { EntryState } from "./entry-states";
import type { EntryRow } from "./tracking/entry-fields";
import { countWithoutFiller } from "./tracking/tracking-rules";

export interface EntrySummary {
  animeId: number;
  type: CollectionType;
  state: EntryState | null;
  episodesSeen: number;
  seen: EpisodeSet;
  total: number | null;
  /** The episode that comes next; null when all are seen. */
  next: number | null;
  /** The episode that "+1" marks; null when all that was broadcast is seen. */
  countUp: number | null;
  /** Progress by episodes that are no filler; null unless filler is skipped, and there is some. */
  withoutFiller: { seen: number; total: number } | null;
  score: number | null;
  private: boolean;
}

export interface EntrySummaryRow extends HistoryRow, Pick<EntryRow, "state" | "score" | "private"> {
  [column: string]: unknown;
  mal_id: number;
  type: string;
}

export async function getEntrySummaries(
  db: Database,
  userId: string,
  animeIds: readonly number[],
  { skipsFiller = false }: { skipsFiller?: boolean } = {},
): Promise<Map<number, EntrySummary>> {
  if (animeIds.length === 0) return new Map();
  const rows = await db.execute<EntrySummaryRow>(
    prepared(sql`
      SELECT a.mal_id, entry.type, entry.state, entry.score, entry.private,
        ${historyColumns(userId, { skipsFiller })}
      FROM watch_list_entries entry
      JOIN animes a ON a.mal_id = entry.anime_mal_id
      LEFT JOIN seen_episodes s ON s.user_id = entry.user_id AND s.anime_mal_id = entry.anime_mal_id
      WHERE entry.user_id = ${userId}::uuid AND entry.anime_mal_id = ANY(${sql.param(animeIds)}::integer[])`),
  );
  return new Map([...rows].map((row) => [row.mal_id, toEntrySummary(row)]));
}

export function toEntrySummary(row: EntrySummaryRow): EntrySummary {
  const history = toHistory(row);
  return {
    animeId: row.mal_id,
    type: parseCollectionType(row.type) ?? "Collection",
    state: row.state,
    episodesSeen: row.count,
    seen: history.seen,
    total: row.total,
    next: nextEpisode(history),
    countUp: episodeToMark(history),
    withoutFiller: countWithoutFiller(history),
    score: row.score,
    private: row.private,
  };
}

/** Whether the user waits for the title's next broadcast. */
export function isAwaited(entry: EntrySummary | undefined): boolean {
  return entry !== undefined && entry.state !== "completed" && entry.state !== "dropped";
}

export function isUnderWay({ state }: EntrySummary): boolean {
  return state === "watching" || state === "rewatching";
}
