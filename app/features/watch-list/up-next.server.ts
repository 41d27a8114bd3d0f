import { airingStatus } from "~/features/catalog/airing-status.server";
import { sql } from "drizzle-orm";
import type { Anime } from "~/features/catalog/anime";
import { jsonOf } from "~/features/catalog/anime-json.server";
import { hasPlayable, isPlayable } from "~/features/catalog/episodes/is-playable.server";
import { isCaughtUp, nextEpisode } from "~/features/catalog/episodes/next-episode";
import {
  historyColumns,
  toHistory,
  TOTAL_EPISODES,
  type HistoryRow,
} from "~/features/catalog/episodes/watch-history.server";
import { CARD_FIELDS } from "~/features/catalog/view/cards/anime-card.server";
import { isVisible, type Viewer } from "~/features/catalog/visibility.server";
import { wasCompleted } from "~/features/catalog/spoilers/get-seen-episodes.server";
import { isImageUrl } from "~/features/catalog/images/title-image-url";
import type { Database } from "~db/client.server";
import { prepared } from "~db/prepared";
import type { EntrySummary } from "./get-entry-summaries.server";
import { countEpisodes, firstEpisodes, subtractSet } from "~/features/catalog/episodes/episode-set";
import { countWithoutFiller } from "./tracking/tracking-rules";

/** What a card shows, and when the title is broadcast. */
const SHOWN_FIELDS = [
  ...CARD_FIELDS,
  "status",
  "aired_from",
  "aired_to",
  "broadcast_day",
  "broadcast_time",
  "broadcast_timezone",
  "popularity",
] as const satisfies readonly (keyof Anime)[];
type ShownAnime = Pick<Anime, (typeof SHOWN_FIELDS)[number]>;

const SHOWN_JSON = jsonOf(SHOWN_FIELDS);

export interface UpNext {
  anime: ShownAnime;
  episodesSeen: number;
  total: number | null;
  next: number;
  withoutFiller: EntrySummary["withoutFiller"];
  /** It was completed before. */
  wasCompleted: boolean;
  /** The title of the next episode, or null where the catalog has none. */
  episodeTitle: string | null;
  /** The next episode has a source. */
  playable: boolean;
  /** The next episode was broadcast and has no source, as others of the title have. */
  isMissing: boolean;
  hasStill: boolean;
  /**
   * The number of aired but unseen episodes, the date of the latest, and of the following one. Null
   * unless airing, or where the catalog has no dates.
   */
  airing: { behind: number; latest: Date; following: Date | null } | null;
}

interface Row extends HistoryRow {
  [column: string]: unknown;
  anime: string;
  was_completed: boolean;
  has_playable: boolean;
  latest: string | null;
  following: string | null;
  under_way: number;
}

/**
 * Titles being watched or rewatched: those with an episode to watch first, latest change or
 * broadcast first. `total` counts them all, also those that are all seen, as the tab of My list
 * does. Two statements.
 */
export async function listUpNext(
  db: Database,
  userId: string,
  { limit, skipsFiller = false, ...viewer }: Viewer & { limit: number; skipsFiller?: boolean },
): Promise<{ titles: UpNext[]; total: number }> {
  const rows = await db.execute<Row>(
    prepared(sql`
      WITH under_way AS (
        SELECT a.mal_id, coalesce(s.count, 0) AS count, ${TOTAL_EPISODES} AS total,
          entry.updated_at, d.aired, d.latest, d.following
        FROM watch_list_entries entry
        JOIN animes a ON a.mal_id = entry.anime_mal_id
        LEFT JOIN seen_episodes s ON s.user_id = entry.user_id AND s.anime_mal_id = entry.anime_mal_id
        LEFT JOIN LATERAL (
          SELECT max(e.number) FILTER (WHERE e.aired <= now()) AS aired,
            max(e.aired) FILTER (WHERE e.aired <= now()) AS latest,
            min(e.aired) FILTER (WHERE e.aired > now()) AS following
          FROM episodes e WHERE e.anime_mal_id = a.mal_id AND (${airingStatus(sql`a`)}) = 'Currently Airing'
        ) d ON true
        WHERE entry.user_id = ${userId}::uuid AND entry.state IN ('watching', 'rewatching')
          AND ${isVisible(sql`a`, viewer)}
      ), shown AS (
        SELECT *, (SELECT count(*) FROM under_way)::int4 AS under_way, coalesce(count >= aired, false) AS caught_up,
          greatest(updated_at, CASE WHEN count < aired THEN latest END) AS at
        FROM under_way WHERE total IS NULL OR count < total
        ORDER BY caught_up, at DESC, mal_id LIMIT ${limit}
      )
      SELECT ${SHOWN_JSON} AS anime, ${historyColumns(userId, { skipsFiller })},
        ${wasCompleted(userId, sql`a.mal_id`)} AS was_completed, ${hasPlayable(sql`a.mal_id`)} AS has_playable,
        shown.latest, shown.following, shown.under_way
      FROM shown JOIN animes a USING (mal_id)
      LEFT JOIN seen_episodes s ON s.user_id = ${userId}::uuid AND s.anime_mal_id = a.mal_id
      ORDER BY shown.caught_up, shown.at DESC, shown.mal_id`),
  );
  const titles = [...rows].flatMap(toTitle);
  const episodeOf = await findEpisodes(db, titles);
  return {
    titles: titles.map(({ awaits, ...title }) => {
      const episode = episodeOf(title);
      return { ...title, ...episode, isMissing: awaits && !episode.playable };
    }),
    total: rows[0]?.under_way ?? 0,
  };
}

type Found = Pick<UpNext, "episodeTitle" | "playable" | "hasStill">;

interface FoundTitle extends Omit<UpNext, keyof Found | "isMissing"> {
  /** The next episode was broadcast, and others of the title have a source. */
  awaits: boolean;
}

function toTitle(row: Row): FoundTitle[] {
  const history = toHistory(row);
  const next = nextEpisode(history);
  if (next === null) return [];
  return [
    {
      // Built by Postgres from typed columns, so it is not validated.
      anime: JSON.parse(row.anime) as ShownAnime,
      episodesSeen: row.count,
      total: row.total,
      next,
      withoutFiller: countWithoutFiller(history),
      awaits: row.has_playable && !isCaughtUp(next, history),
      wasCompleted: row.was_completed,
      airing:
        row.last_aired === null || row.latest === null
          ? null
          : {
              behind: countEpisodes(subtractSet(firstEpisodes(row.last_aired), history.seen)),
              latest: new Date(row.latest),
              following: row.following === null ? null : new Date(row.following),
            },
    },
  ];
}

interface EpisodeRow extends Record<string, unknown> {
  anime_mal_id: number;
  title: string | null;
  playable: boolean;
  still: string | null;
}

async function findEpisodes(
  db: Database,
  titles: readonly Pick<UpNext, "anime" | "next">[],
): Promise<(title: Pick<UpNext, "anime">) => Found> {
  const unknown: Found = { episodeTitle: null, playable: false, hasStill: false };
  if (titles.length === 0) return () => unknown;
  const rows = await db.execute<EpisodeRow>(
    prepared(sql`
      SELECT e.anime_mal_id, coalesce(e.title, e.title_romanji) AS title,
        ${isPlayable} AS playable, e.image_url AS still
      FROM episodes e JOIN unnest(
        ${sql.param(titles.map(({ anime }) => anime.mal_id))}::int4[],
        ${sql.param(titles.map(({ next }) => next))}::int4[]
      ) AS wanted (mal_id, number) ON e.anime_mal_id = wanted.mal_id AND e.number = wanted.number`),
  );
  const found = new Map(
    [...rows].map(({ anime_mal_id, title, playable, still }): [number, Found] => [
      anime_mal_id,
      { episodeTitle: title, playable, hasStill: isImageUrl(still) },
    ]),
  );
  return ({ anime }) => found.get(anime.mal_id) ?? unknown;
}
