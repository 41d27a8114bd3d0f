import { sql } from "drizzle-orm";
import type { Anime } from "~/features/catalog/anime";
import { jsonOf } from "~/features/catalog/anime-json.server";
import { hasPlayable, isPlayable } from "~/features/catalog/episodes/is-playable.server";
import { episodeToMark, isCaughtUp, nextEpisode } from "~/features/catalog/episodes/next-episode";
import {
  countColumns,
  fillerColumn,
  toHistory,
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
  /** It is being watched or rewatched. */
  isUnderWay: boolean;
  /** When it was last played here, unless it was removed from what to continue since. */
  playedAt: Date | null;
  episodesSeen: number;
  total: number | null;
  next: number;
  /** The episode that "+1" marks; null when all that was broadcast is seen. */
  countUp: number | null;
  withoutFiller: EntrySummary["withoutFiller"];
  /** It was completed before. */
  wasCompleted: boolean;
  /** The title of the next episode, or null where the catalog has none. */
  episodeTitle: string | null;
  /** The next episode has a source. */
  playable: boolean;
  /** The next episode was broadcast and has no source. */
  isMissing: boolean;
  hasStill: boolean;
  /** Where the next episode was left, in seconds. */
  progress: { position: number; duration: number | null } | null;
  /**
   * The number of aired but unseen episodes, the date of the latest, and of the following one. Null
   * unless airing, or where the catalog has no dates.
   */
  airing: { behind: number; latest: Date; following: Date | null } | null;
}

interface Row extends HistoryRow {
  [column: string]: unknown;
  anime: string;
  is_under_way: boolean;
  played_at: string | null;
  was_completed: boolean;
  latest: string | null;
  following: string | null;
  under_way: number;
}

/** The length of the row on Home and in the library. */
const MAX_TITLES = 40;

interface UpNextOptions extends Viewer {
  limit?: number;
  skipsFiller?: boolean;
  /** Whether to list played titles only, the latest first. */
  playedOnly?: boolean;
  /** Whether to list titles with a source only. */
  playableOnly?: boolean;
}

/**
 * Lists the next episode of each title that the user is watching, rewatching or has played, unless
 * it is paused or dropped. Half-watched episodes and titles off the list come first, by when they
 * were played; then titles with an episode to watch, by their last change or broadcast. Removing a
 * title from the row hides it until it is played again. `total` is the count of My list's tab
 * "Watching". Runs two statements.
 */
export async function listUpNext(
  db: Database,
  userId: string,
  {
    limit = MAX_TITLES,
    skipsFiller = false,
    playedOnly = false,
    playableOnly = false,
    ...viewer
  }: UpNextOptions,
): Promise<{ titles: UpNext[]; total: number }> {
  const rows = await db.execute<Row>(
    prepared(sql`
      WITH played AS (
        SELECT anime_mal_id, max(updated_at) AS played_at FROM playback_positions
        WHERE user_id = ${userId}::uuid GROUP BY anime_mal_id
        HAVING max(removed_at) IS NULL OR max(updated_at) > max(removed_at)
      ), history AS MATERIALIZED (
        SELECT a.mal_id, ${countColumns(userId)}, played.played_at,
          entry.updated_at, coalesce(entry.state IN ('watching', 'rewatching'), false) AS is_under_way
        FROM (SELECT * FROM watch_list_entries WHERE user_id = ${userId}::uuid) entry
        FULL JOIN played ON played.anime_mal_id = entry.anime_mal_id
        JOIN animes a ON a.mal_id = coalesce(entry.anime_mal_id, played.anime_mal_id)
        LEFT JOIN seen_episodes s ON s.user_id = ${userId}::uuid AND s.anime_mal_id = a.mal_id
        WHERE (entry.state IN ('watching', 'rewatching')
            OR (played_at IS NOT NULL AND (entry.state IN ('paused', 'dropped')) IS NOT TRUE))
          AND ${isVisible(sql`a`, viewer)}
      ), dated AS (
        SELECT *, count(*) FILTER (WHERE is_under_way) OVER ()::int4 AS under_way,
          ${playedOnly} OR NOT is_under_way
            OR (half_watched IS NOT NULL AND played_at IS NOT NULL) AS is_first,
          coalesce(count >= last_aired, false) AS is_caught_up
        FROM history LEFT JOIN LATERAL (
          SELECT max(e.aired) FILTER (WHERE e.aired <= now()) AS latest,
            min(e.aired) FILTER (WHERE e.aired > now()) AS following
          FROM episodes e WHERE e.anime_mal_id = mal_id AND last_aired IS NOT NULL
        ) d ON true
      ), shown AS (
        SELECT *, CASE WHEN is_first THEN played_at
          ELSE greatest(updated_at, CASE WHEN NOT is_caught_up THEN latest END) END AS at
        FROM dated
        WHERE (half_watched IS NOT NULL OR (count < total) IS NOT FALSE)
          AND (${!playedOnly} OR played_at IS NOT NULL)
          AND (${!playableOnly} OR ${hasPlayable(sql`mal_id`)})
        ORDER BY is_first DESC, is_caught_up, at DESC, mal_id LIMIT ${playedOnly ? 2 * limit : limit}
      )
      SELECT ${SHOWN_JSON} AS anime, shown.*, ${fillerColumn(skipsFiller)},
        ${wasCompleted(userId, sql`a.mal_id`)} AS was_completed
      FROM shown JOIN animes a USING (mal_id)
      ORDER BY is_first DESC, is_caught_up, at DESC, mal_id`),
  );
  const titles = [...rows].flatMap(toTitle);
  const episodeOf = await findEpisodes(db, userId, titles);
  return {
    titles: titles
      .flatMap(({ isYetToAir, ...title }) => {
        // A title that is not being watched is here for an episode that can be.
        if (isYetToAir && (playedOnly || !title.isUnderWay)) return [];
        const episode = episodeOf(title);
        return [{ ...title, ...episode, isMissing: !isYetToAir && !episode.playable }];
      })
      .slice(0, limit),
    total: rows[0]?.under_way ?? 0,
  };
}

type Found = Pick<UpNext, "episodeTitle" | "playable" | "hasStill" | "progress">;

const UNKNOWN: Found = { episodeTitle: null, playable: false, hasStill: false, progress: null };

interface FoundTitle extends Omit<UpNext, keyof Found | "isMissing"> {
  /** All that was broadcast is seen. */
  isYetToAir: boolean;
}

function toTitle(row: Row): FoundTitle[] {
  const history = toHistory(row);
  const next = nextEpisode(history);
  if (next === null) return [];
  return [
    {
      // Built by Postgres from typed columns, so it is not validated.
      anime: JSON.parse(row.anime) as ShownAnime,
      isUnderWay: row.is_under_way,
      playedAt: row.played_at === null ? null : new Date(row.played_at),
      episodesSeen: row.count,
      total: row.total,
      next,
      countUp: episodeToMark(history),
      withoutFiller: countWithoutFiller(history),
      isYetToAir: isCaughtUp(next, history),
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
  position: number | null;
  duration: number | null;
}

async function findEpisodes(
  db: Database,
  userId: string,
  titles: readonly Pick<UpNext, "anime" | "next">[],
): Promise<(title: Pick<UpNext, "anime">) => Found> {
  if (titles.length === 0) return () => UNKNOWN;
  const rows = await db.execute<EpisodeRow>(
    prepared(sql`
      SELECT e.anime_mal_id, coalesce(e.title, e.title_romanji) AS title,
        ${isPlayable} AS playable, e.image_url AS still,
        p.position_seconds AS position, p.duration_seconds AS duration
      FROM unnest(
        ${sql.param(titles.map(({ anime }) => anime.mal_id))}::int4[],
        ${sql.param(titles.map(({ next }) => next))}::int4[]
      ) AS wanted (mal_id, number)
      JOIN episodes e ON e.anime_mal_id = wanted.mal_id AND e.number = wanted.number
      LEFT JOIN playback_positions p
        ON p.user_id = ${userId}::uuid AND p.anime_mal_id = e.anime_mal_id AND p.number = e.number`),
  );
  const found = new Map(
    [...rows].map(({ anime_mal_id, title, playable, still, position, duration }) => [
      anime_mal_id,
      {
        episodeTitle: title,
        playable,
        hasStill: isImageUrl(still),
        progress: position === null ? null : { position, duration },
      },
    ]),
  );
  return ({ anime }) => found.get(anime.mal_id) ?? UNKNOWN;
}
