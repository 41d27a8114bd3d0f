import { airingStatus, hasBegun } from "~/features/catalog/airing-status.server";
import { sql, type SQL } from "drizzle-orm";
import type { Anime, NameCount } from "~/features/catalog/anime";
import { jsonOf } from "~/features/catalog/anime-json.server";
import type { LicensedStream } from "~/features/catalog/title-tags";
import type { TitleNames } from "~/features/catalog/title-language";
import {
  CARD_FIELDS,
  CARD_JSON,
  type CardAnime,
} from "~/features/catalog/view/cards/anime-card.server";
import { isVisible, isVisibleEntry, type Viewer } from "~/features/catalog/visibility.server";
import { SEASONS } from "~/features/catalog/vocabulary";
import type { Database } from "~db/client.server";
import { offsetSeason, seasonStart, type SeasonOfYear } from "./season";

/** No season has this many. */
const MAX_PREMIERES = 600;
const MAX_CONTINUING = 200;
/** A series that ends within this many days of the season's start does not belong to it. */
const MIN_DAYS = 14;
/** A series that runs for longer than a year has more episodes. */
const MIN_LONG_EPISODES = 40;

/** The columns of a card, its broadcast and its trailer. The whole synopsis would be long. */
const SEASON_FIELDS = [
  ...CARD_FIELDS,
  "aired_from",
  "broadcast_day",
  "broadcast_time",
  "broadcast_timezone",
  "youtube_id",
  "studios",
] as const satisfies readonly (keyof Anime)[];

export interface SeasonAnime extends Pick<Anime, (typeof SEASON_FIELDS)[number]> {
  /** The beginning of the synopsis. */
  synopsis: string | null;
  streams: LicensedStream[];
}

const SEASON_JSON = jsonOf(SEASON_FIELDS);

/** This many characters of a synopsis are sent; a card shows fewer. */
const SYNOPSIS_LENGTH = 600;

const SEASON_COLUMNS = sql`${SEASON_JSON} AS anime,
  left(a.synopsis, ${sql.raw(String(SYNOPSIS_LENGTH))}) AS synopsis, a.streams`;

interface SeasonRow extends Record<string, unknown> {
  anime: string;
  synopsis: string | null;
  streams: LicensedStream[];
}

function toSeasonAnime({ anime, synopsis, streams }: SeasonRow): SeasonAnime {
  return { ...(JSON.parse(anime) as SeasonAnime), synopsis, streams };
}

export interface Premiere {
  anime: SeasonAnime;
  /** The title that this one continues. */
  after: TitleNames | null;
}

/** The titles of a season, most popular first. */
export interface SeasonTitles {
  premieres: Premiere[];
  /** Series that began before the season and go on in it. */
  continuing: CardAnime[];
  /** Premieres of the season before, by type. */
  before: NameCount[];
}

export async function loadSeason(
  db: Database,
  season: SeasonOfYear,
  { now, ...viewer }: Viewer & { now: Date },
): Promise<SeasonTitles> {
  const [premieres, continuing, before] = await Promise.all([
    listPremieres(db, season, viewer),
    listContinuing(db, season, { ...viewer, now }),
    db.execute<NameCount & Record<string, unknown>>(sql`
      SELECT e.type AS name, count(*)::int4 AS count FROM listing_entries e
      WHERE ${isOf(offsetSeason(season, -1))} AND e.type IS NOT NULL
        AND ${isVisibleEntry(sql`e`, viewer)}
      GROUP BY e.type ORDER BY count(*) DESC, e.type`),
  ]);
  return { premieres, continuing, before: [...before] };
}

function isOf({ year, name }: SeasonOfYear): SQL {
  return sql`e.year = ${year} AND e.season = ${name}`;
}

async function listPremieres(
  db: Database,
  season: SeasonOfYear,
  viewer: Viewer,
): Promise<Premiere[]> {
  const rows = await db.execute<SeasonRow & { after: TitleNames | null }>(sql`
    SELECT ${SEASON_COLUMNS}, (
      SELECT json_build_object('title', p.title, 'title_english', p.title_english,
        'title_japanese', p.title_japanese)
      FROM anime_relations r JOIN animes p ON p.mal_id = r.related_mal_id
      WHERE r.mal_id = a.mal_id AND r.relation = 'PREQUEL' AND ${isVisible(sql`p`, viewer)}
      ORDER BY p.aired_from DESC NULLS LAST, p.mal_id LIMIT 1
    ) AS after
    FROM listing_entries e JOIN animes a USING (mal_id)
    WHERE ${isOf(season)} AND ${isVisibleEntry(sql`e`, viewer)}
    ORDER BY e.popularity NULLS LAST, e.mal_id LIMIT ${MAX_PREMIERES}`);
  return rows.map((row) => ({ anime: toSeasonAnime(row), after: row.after }));
}

async function listContinuing(
  db: Database,
  season: SeasonOfYear,
  { now, ...viewer }: Viewer & { now: Date },
): Promise<CardAnime[]> {
  const start = seasonStart(season);
  const lasts = new Date(start.getTime() + MIN_DAYS * 86_400_000).toISOString();
  const yearAgo = new Date(start.getTime() - 366 * 86_400_000).toISOString();
  const began = start.toISOString();
  const moment = sql`${now.toISOString()}::timestamptz`;
  // Each branch reads an index; `newest_at` is the first broadcast.
  const rows = await db.execute<{ anime: string }>(sql`
    WITH running AS (
      SELECT e.mal_id FROM listing_entries e
      WHERE e.status IN ('Currently Airing', 'Not yet aired') AND ${start <= now}
      UNION
      SELECT e.mal_id FROM listing_entries e
      WHERE e.newest_at >= ${yearAgo}::timestamptz AND e.newest_at < ${began}::timestamptz
      UNION
      SELECT e.mal_id FROM listing_entries e WHERE e.episodes >= ${MIN_LONG_EPISODES}
    )
    SELECT ${CARD_JSON} AS anime
    FROM running JOIN listing_entries e USING (mal_id) JOIN animes a USING (mal_id)
    WHERE e.type IN ('TV', 'ONA') AND a.aired_from < ${began}::timestamptz
      AND (a.aired_to >= ${lasts}::timestamptz OR (
        a.aired_to IS NULL AND (${airingStatus(sql`a`, moment)}) = 'Currently Airing' AND ${start <= now}))
      AND NOT (${isOf(season)}) IS TRUE AND ${isVisibleEntry(sql`e`, viewer)}
    ORDER BY e.popularity NULLS LAST, e.mal_id LIMIT ${MAX_CONTINUING}`);
  return [...rows].map(({ anime }) => JSON.parse(anime) as CardAnime);
}

/** Sorts by season, titles without one last, then most popular first. `total` counts them all. */
export async function listUpcoming(
  db: Database,
  { limit, offset, ...viewer }: Viewer & { limit: number; offset: number },
): Promise<{ titles: SeasonAnime[]; total: number }> {
  const rows = await db.execute<SeasonRow & { total: number }>(sql`
    WITH upcoming AS (
      SELECT e.mal_id, count(*) OVER ()::int4 AS total,
        row_number() OVER (ORDER BY e.year NULLS LAST,
          array_position(${sql.param(`{${SEASONS.join(",")}}`)}::text[], e.season) NULLS LAST,
          e.popularity NULLS LAST, e.mal_id) AS place
      FROM listing_entries e JOIN animes a USING (mal_id)
      WHERE e.status = 'Not yet aired' AND NOT ${hasBegun(sql`a`)} AND ${isVisibleEntry(sql`e`, viewer)}
      ORDER BY place LIMIT ${limit} OFFSET ${offset}
    )
    SELECT ${SEASON_COLUMNS}, upcoming.total
    FROM upcoming JOIN animes a USING (mal_id) ORDER BY upcoming.place`);
  return {
    titles: rows.map(toSeasonAnime),
    total: rows[0]?.total ?? 0,
  };
}
