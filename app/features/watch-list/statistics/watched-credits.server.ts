import { sql, type SQL } from "drizzle-orm";
import type { Database } from "~db/client.server";
import {
  episodesByDay,
  statisticsSpan,
  titlesOfYear,
  visibleEntries,
  type StatisticsOptions,
} from "./tracking-statistics.server";

interface WatchedPerson {
  id: number;
  name: string;
  name_japanese: string | null;
  image_url: string | null;
  titles: number;
}

/** The people who made what a user has watched, and its tags, by the number of titles. */
export interface WatchedCredits {
  voiceActors: WatchedPerson[];
  staff: WatchedPerson[];
  tags: { name: string; titles: number }[];
}

const MAX_PEOPLE = 12;
const MAX_TAGS = 30;
/** The language of the voices that fans follow from title to title. */
const LANGUAGE = "Japanese";

/** Spoiler tags are left out, since their names say what happens. */
export async function getWatchedCredits(
  db: Database,
  userId: string,
  options: StatisticsOptions,
): Promise<WatchedCredits> {
  const watched = watchedTitles(userId, options);
  const people = await db.execute<WatchedPerson & { kind: string; [column: string]: unknown }>(sql`
    WITH ${watched}
    SELECT kind, p.id, p.name, p.name_japanese, p.image_url, titles FROM (
      (SELECT 'voice' AS kind, person_id, count(DISTINCT anime_mal_id)::int4 AS titles
        FROM watched JOIN voice_roles USING (anime_mal_id) WHERE language = ${LANGUAGE}
        GROUP BY person_id ORDER BY titles DESC, person_id LIMIT ${MAX_PEOPLE})
      UNION ALL
      (SELECT 'staff', person_id, count(*)::int4 AS titles
        FROM watched JOIN anime_staff USING (anime_mal_id)
        GROUP BY person_id ORDER BY titles DESC, person_id LIMIT ${MAX_PEOPLE})
    ) AS tops JOIN people p ON p.id = person_id ORDER BY titles DESC, p.id`);
  const tags = await db.execute<{ name: string; titles: number }>(sql`
    WITH ${watched}
    SELECT tag->>'name' AS name, count(*)::int4 AS titles
    FROM watched JOIN animes a ON a.mal_id = anime_mal_id, jsonb_array_elements(a.tags) AS tag
    WHERE NOT (tag->>'spoiler')::boolean
    GROUP BY tag->>'name' ORDER BY titles DESC, name LIMIT ${MAX_TAGS}`);
  const ofKind = (wanted: string) =>
    people.filter(({ kind }) => kind === wanted).map(({ kind: _kind, ...person }) => person);
  return { voiceActors: ofKind("voice"), staff: ofKind("staff"), tags: [...tags] };
}

/** The titles of which the user has seen an episode, in a year or ever. */
function watchedTitles(userId: string, options: StatisticsOptions): SQL {
  const { year } = options;
  const { first, last } = statisticsSpan(options);
  return sql`entries AS MATERIALIZED (${visibleEntries(userId, options)}),
    daily AS MATERIALIZED (${episodesByDay(userId, first, last)}),
    watched AS MATERIALIZED (
      SELECT anime_mal_id FROM (${
        year === undefined ? sql`SELECT * FROM entries WHERE seen > 0` : titlesOfYear(userId, year)
      }) AS own)`;
}
