import { airingStatus } from "~/features/catalog/airing-status.server";
import { sql } from "drizzle-orm";
import type { Anime } from "~/features/catalog/anime";
import { getAnimesById } from "~/features/catalog/get-animes-by-id.server";
import { termKey } from "~/features/catalog/term-key";
import type { TitleNames } from "~/features/catalog/title-language";
import { isVisibleEntry, type Viewer } from "~/features/catalog/visibility.server";
import type { Database } from "~db/client.server";
import { prepared } from "~db/prepared";
import type { EntryState } from "./entry-state";
import { FAVORITE_PEOPLE, WANTS_SUGGESTIONS, YEAR } from "./load-signals.server";
import { moodsOf, suitsMood, type Mood } from "./mood";
import { parseReasons, type Reason } from "./reason";
import { personOfTerm, staffTerm } from "./taste-catalog";

/** `waiting`: not computed yet. */
export type SuggestionStatus = "off" | "waiting" | "ready";

/** What the user has shown about a title, as it is now. */
interface Liking {
  state: EntryState | null;
  score: number | null;
  isFavorite: boolean;
  isSeen: boolean;
}

/** A title that a reason names. */
export interface NamedTitle extends Liking {
  names: TitleNames;
}

export interface ShownSuggestion {
  anime: Anime;
  /** The reasons, strongest first; at least one. All are true. */
  reasons: Reason[];
}

export interface SuggestionPage {
  status: SuggestionStatus;
  suggestions: ShownSuggestion[];
  /** The titles that the shown reasons name, by id. */
  named: ReadonlyMap<number, NamedTitle>;
  /** The people that the reasons name, by term. */
  people: ReadonlyMap<string, PersonNames>;
  total: number;
}

export interface PersonNames {
  name: string;
  name_japanese: string | null;
}

interface Row extends Record<string, unknown> {
  mal_id: number;
  reasons: string;
  liked_by_others: boolean;
  episodes: number | null;
  minutes: number | null;
  year: number | null;
  status: string | null;
  /** Keys of the title's terms; empty if no mood is chosen. */
  term_keys: string;
}

interface ListOptions extends Viewer {
  mood?: Mood;
  limit: number;
  offset?: number;
}

/** A score from which on a title counts as liked. */
const LIKED_FROM = 60;

/** The stored suggestions that still hold: not listed meanwhile, visible, with a true reason. */
export async function listSuggestions(
  db: Database,
  userId: string,
  { mood = {}, limit, offset = 0, parentalControl }: ListOptions,
): Promise<SuggestionPage> {
  const hasMood = Object.values(mood).some((choice) => choice !== undefined);
  const [{ status, favorites }, rows] = await Promise.all([
    getWishes(db, userId),
    listRows(db, userId, { parentalControl, hasMood }),
  ]);
  if (status !== "ready")
    return { status, suggestions: [], named: new Map(), people: new Map(), total: 0 };
  const suited = hasMood
    ? rows.filter((row) =>
        suitsMood(moodsOf({ ...row, termKeys: row.term_keys.split("\n") }), mood),
      )
    : rows;
  const stored = suited.map((row) => ({ row, reasons: parseReasons(JSON.parse(row.reasons)) }));
  const [likings, { people, credits }] = await Promise.all([
    getLikings(db, userId, idsOf(stored.flatMap(({ reasons }) => reasons)), { parentalControl }),
    getNamedStaff(
      db,
      stored.map(({ row, reasons }) => ({ id: row.mal_id, terms: reasons.flatMap(termsOf) })),
    ),
  ]);
  const explained = stored.flatMap(({ row, reasons }) => {
    const isTrue = (term: string) =>
      personOfTerm(term) === null || credits.has(creditKey(row.mal_id, term));
    const holding = reasons.filter((reason) => {
      if (reason.kind === "others") return row.liked_by_others;
      if (reason.kind === "taste") return favorites.has(reason.term) && isTrue(reason.term);
      const liking = likings.get(reason.malId);
      return liking !== undefined && HOLDS[reason.kind](liking);
    });
    return holding.length === 0 ? [] : [{ id: row.mal_id, reasons: holding }];
  });
  const shown = explained.slice(offset, offset + limit);
  const [animes, named] = await Promise.all([
    getAnimesById(
      db,
      shown.map(({ id }) => id),
      { parentalControl },
    ),
    getNamedTitles(db, idsOf(shown.flatMap(({ reasons }) => reasons)), likings),
  ]);
  return {
    status,
    suggestions: shown.flatMap(({ id, reasons }) => {
      const anime = animes.get(id);
      return anime === undefined ? [] : [{ anime, reasons }];
    }),
    named,
    people,
    total: explained.length,
  };
}

interface Wishes {
  status: SuggestionStatus;
  /** Term keys of favourite genres, studios and people. */
  favorites: ReadonlySet<string>;
}

async function getWishes(db: Database, userId: string): Promise<Wishes> {
  const [row] = await db.execute<{
    wanted: boolean;
    computed: boolean;
    genres: string[];
    studios: string[];
    people: number[];
  }>(
    prepared(sql`
      SELECT ${WANTS_SUGGESTIONS} AS wanted, s.computed_at IS NOT NULL AS computed,
        f.favorite_genres AS genres, f.favorite_studios AS studios, ${FAVORITE_PEOPLE} AS people
      FROM preferences p JOIN profiles f USING (user_id) LEFT JOIN suggestion_states s USING (user_id)
      WHERE p.user_id = ${userId}::uuid`),
  );
  if (row?.wanted !== true) return { status: "off", favorites: new Set() };
  const favorites = new Set([
    ...row.genres.map((name) => termKey("genre", name)),
    ...row.studios.map((name) => termKey("studio", name)),
    ...row.people.map(staffTerm),
  ]);
  return { status: row.computed ? "ready" : "waiting", favorites };
}

const TERM_KEYS = sql`array_to_string(e.term_keys, E'\n')`;

async function listRows(
  db: Database,
  userId: string,
  { hasMood, ...viewer }: Viewer & { hasMood: boolean },
): Promise<Row[]> {
  return db.execute<Row>(
    prepared(sql`
      SELECT s.anime_mal_id AS mal_id, s.reasons::text AS reasons, s.liked_by_others, e.episodes,
        e.duration_minutes AS minutes, ${YEAR} AS year,
        ${airingStatus(sql`a`)} AS status,
        ${hasMood ? TERM_KEYS : sql`''`} AS term_keys
      FROM suggestions s JOIN listing_entries e ON e.mal_id = s.anime_mal_id
        JOIN animes a ON a.mal_id = s.anime_mal_id
      WHERE s.user_id = ${userId}::uuid AND ${isVisibleEntry(sql`e`, viewer)}
        AND NOT EXISTS (
          SELECT 1 FROM watch_list_entries w
          WHERE w.user_id = s.user_id AND w.anime_mal_id = s.anime_mal_id)
        AND NOT EXISTS (
          SELECT 1 FROM suggestion_feedback f
          WHERE f.user_id = s.user_id AND f.anime_mal_id = s.anime_mal_id)
        AND NOT EXISTS (
          SELECT 1 FROM profiles f WHERE f.user_id = s.user_id
            AND s.anime_mal_id = ANY(f.favorite_animes || f.watched_animes))
        AND NOT EXISTS (
          SELECT 1 FROM anime_relations r
          WHERE r.mal_id = s.anime_mal_id AND r.relation = 'PREQUEL' AND NOT EXISTS (
            SELECT 1 FROM watch_list_entries w WHERE w.user_id = s.user_id
              AND w.anime_mal_id = r.related_mal_id AND w.state IN ('completed', 'rewatching'))
            AND NOT EXISTS (
              SELECT 1 FROM profiles f WHERE f.user_id = s.user_id
                AND r.related_mal_id = ANY(f.favorite_animes || f.watched_animes)))
      ORDER BY s.position`),
  );
}

const isCompleted = ({ state }: Liking) => state === "completed" || state === "rewatching";

/** Whether the user's entry still says what the reason says. */
const HOLDS: Readonly<Record<"like" | "sequel", (title: Liking) => boolean>> = {
  like: (title) =>
    title.isFavorite ||
    (title.score === null
      ? isCompleted(title) || title.state === "watching" || (title.state === null && title.isSeen)
      : title.score >= LIKED_FROM && title.state !== "dropped"),
  sequel: (title) => isCompleted(title) || title.isSeen || title.isFavorite,
};

function idsOf(reasons: readonly Reason[]): number[] {
  return [...new Set(reasons.flatMap((reason) => ("malId" in reason ? [reason.malId] : [])))];
}

function termsOf(reason: Reason): readonly string[] {
  return reason.kind === "taste" ? [reason.term] : [];
}

function creditKey(malId: number, term: string): string {
  return `${malId} ${term}`;
}

/** The staff that reasons name, and the credits that still are some. */
async function getNamedStaff(
  db: Database,
  suggestions: readonly { id: number; terms: readonly string[] }[],
): Promise<{ people: Map<string, PersonNames>; credits: Set<string> }> {
  const wanted = suggestions.flatMap(({ terms }) =>
    terms.flatMap((term) => personOfTerm(term) ?? []),
  );
  if (wanted.length === 0) return { people: new Map(), credits: new Set() };
  const rows = await db.execute<
    PersonNames & { mal_id: number; id: number } & Record<string, unknown>
  >(sql`
    SELECT s.anime_mal_id AS mal_id, p.id, p.name, p.name_japanese
    FROM anime_staff s JOIN people p ON p.id = s.person_id
    WHERE s.anime_mal_id = ANY(${sql.param(suggestions.map(({ id }) => id))}::int4[])
      AND s.person_id = ANY(${sql.param([...new Set(wanted)])}::int4[])`);
  return {
    people: new Map(
      rows.map(({ id, name, name_japanese }) => [staffTerm(id), { name, name_japanese }]),
    ),
    credits: new Set(rows.map(({ mal_id, id }) => creditKey(mal_id, staffTerm(id)))),
  };
}

interface LikingRow extends Record<string, unknown> {
  mal_id: number;
  state: EntryState | null;
  score: number | null;
  is_favorite: boolean;
  is_seen: boolean;
}

/** Reads how the user likes those of the titles that the viewer may see. */
async function getLikings(
  db: Database,
  userId: string,
  ids: readonly number[],
  viewer: Viewer,
): Promise<Map<number, Liking>> {
  const rows = await db.execute<LikingRow>(
    prepared(sql`
      SELECT e.mal_id, w.state, w.score, e.mal_id = ANY(f.favorite_animes) AS is_favorite,
        e.mal_id = ANY(f.watched_animes) AS is_seen
      FROM listing_entries e JOIN profiles f ON f.user_id = ${userId}::uuid
      LEFT JOIN watch_list_entries w ON w.user_id = f.user_id AND w.anime_mal_id = e.mal_id
      WHERE e.mal_id = ANY(${sql.param(ids)}::int4[]) AND ${isVisibleEntry(sql`e`, viewer)}`),
  );
  return new Map(
    rows.map(({ mal_id, state, score, is_favorite, is_seen }) => [
      mal_id,
      { state, score, isFavorite: is_favorite, isSeen: is_seen },
    ]),
  );
}

interface NamedRow extends TitleNames, Record<string, unknown> {
  mal_id: number;
}

async function getNamedTitles(
  db: Database,
  ids: readonly number[],
  likings: ReadonlyMap<number, Liking>,
): Promise<Map<number, NamedTitle>> {
  if (ids.length === 0) return new Map();
  const rows = await db.execute<NamedRow>(
    prepared(sql`
      SELECT mal_id, title, title_english, title_japanese
      FROM animes WHERE mal_id = ANY(${sql.param(ids)}::int4[])`),
  );
  return new Map(
    rows.flatMap((row) => {
      const liking = likings.get(row.mal_id);
      const { mal_id, ...names } = row;
      return liking === undefined ? [] : [[mal_id, { ...liking, names }]];
    }),
  );
}
