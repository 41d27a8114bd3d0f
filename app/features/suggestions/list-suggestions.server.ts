import { sql } from "drizzle-orm";
import type { Anime } from "~/features/catalog/anime";
import { getAnimesById } from "~/features/catalog/get-animes-by-id.server";
import { termKey } from "~/features/catalog/term-key";
import type { TitleNames } from "~/features/catalog/title-language";
import { isVisible, isVisibleEntry, type Viewer } from "~/features/catalog/visibility.server";
import type { Database } from "~db/client.server";
import type { EntryState } from "./entry-state";
import { YEAR } from "./load-taste-catalog.server";
import { FAVORITE_PEOPLE, WANTS_SUGGESTIONS } from "./load-signals.server";
import { moodsOf, suitsMood, type Mood } from "./mood";
import { parseReasons, type Reason } from "./reason";
import { personOfTerm, staffTerm } from "./taste-catalog";

/** `waiting`: not computed yet. */
export type SuggestionStatus = "off" | "waiting" | "ready";

/** What the user has shown about a title that a reason names, as it is now. */
export interface NamedTitle {
  names: TitleNames;
  genres: readonly string[];
  themes: readonly string[];
  studios: readonly string[];
  state: EntryState | null;
  score: number | null;
  isFavorite: boolean;
  isSeen: boolean;
  isRefused: boolean;
}

export interface ShownSuggestion {
  anime: Anime;
  /** Strongest first; at least one. All are true. */
  reasons: Reason[];
}

export interface SuggestionPage {
  status: SuggestionStatus;
  suggestions: ShownSuggestion[];
  /** Of the reasons, by id. */
  named: ReadonlyMap<number, NamedTitle>;
  /** Of the reasons, by term. */
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
  term_keys: string;
}

interface ListOptions extends Viewer {
  mood?: Mood;
  limit: number;
  offset?: number;
}

/** A score from which on a title counts as liked, and up to which as not. */
const LIKED_FROM = 60;
const DISLIKED_UP_TO = 50;

/** The stored suggestions that still hold: not listed meanwhile, visible, with a true reason. */
export async function listSuggestions(
  db: Database,
  userId: string,
  { mood = {}, limit, offset = 0, parentalControl }: ListOptions,
): Promise<SuggestionPage> {
  const { status, favorites } = await getWishes(db, userId);
  if (status !== "ready")
    return { status, suggestions: [], named: new Map(), people: new Map(), total: 0 };
  const rows = await listRows(db, userId, { parentalControl });
  const suited = rows.filter((row) =>
    suitsMood(moodsOf({ ...row, termKeys: row.term_keys.split("\n") }), mood),
  );
  const stored = suited.map((row) => ({ row, reasons: parseReasons(JSON.parse(row.reasons)) }));
  const named = await getNamedTitles(db, userId, idsOf(stored.flatMap(({ reasons }) => reasons)), {
    parentalControl,
  });
  const { people, credits } = await getNamedStaff(
    db,
    stored.map(({ row, reasons }) => ({ id: row.mal_id, terms: reasons.flatMap(termsOf) })),
  );
  const explained = stored.flatMap(({ row, reasons }) => {
    const isTrue = (term: string) =>
      personOfTerm(term) === null || credits.has(creditKey(row.mal_id, term));
    const holding = reasons
      .filter((reason) => {
        if (reason.kind === "others") return row.liked_by_others;
        if (reason.kind === "taste") return favorites.has(reason.term) && isTrue(reason.term);
        const title = named.get(reason.malId);
        return title !== undefined && HOLDS[reason.kind](title);
      })
      .map((reason) =>
        reason.kind === "like" ? { ...reason, terms: reason.terms.filter(isTrue) } : reason,
      );
    return holding.some(({ kind }) => kind !== "unlike")
      ? [{ id: row.mal_id, reasons: holding }]
      : [];
  });
  const shown = explained.slice(offset, offset + limit);
  const animes = await getAnimesById(
    db,
    shown.map(({ id }) => id),
    { parentalControl },
  );
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
  }>(sql`
    SELECT ${WANTS_SUGGESTIONS} AS wanted, s.computed_at IS NOT NULL AS computed,
      f.favorite_genres AS genres, f.favorite_studios AS studios, ${FAVORITE_PEOPLE} AS people
    FROM preferences p JOIN profiles f USING (user_id) LEFT JOIN suggestion_states s USING (user_id)
    WHERE p.user_id = ${userId}::uuid`);
  if (row?.wanted !== true) return { status: "off", favorites: new Set() };
  const favorites = new Set([
    ...row.genres.map((name) => termKey("genre", name)),
    ...row.studios.map((name) => termKey("studio", name)),
    ...row.people.map(staffTerm),
  ]);
  return { status: row.computed ? "ready" : "waiting", favorites };
}

async function listRows(db: Database, userId: string, viewer: Viewer): Promise<Row[]> {
  return db.execute<Row>(sql`
    SELECT s.anime_mal_id AS mal_id, s.reasons::text AS reasons, s.liked_by_others, e.episodes,
      e.duration_minutes AS minutes, ${YEAR} AS year, e.status,
      array_to_string(e.term_keys, E'\n') AS term_keys
    FROM suggestions s JOIN listing_entries e ON e.mal_id = s.anime_mal_id
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
    ORDER BY s.position`);
}

const isCompleted = ({ state }: NamedTitle) => state === "completed" || state === "rewatching";

/** Whether the user's entry still says what the reason says. */
const HOLDS: Readonly<Record<"like" | "unlike" | "sequel", (title: NamedTitle) => boolean>> = {
  like: (title) =>
    title.isFavorite ||
    (title.score === null
      ? isCompleted(title) || title.state === "watching" || (title.state === null && title.isSeen)
      : title.score >= LIKED_FROM && title.state !== "dropped"),
  unlike: ({ state, score, isRefused }) =>
    state === "dropped" || isRefused || (score !== null && score <= DISLIKED_UP_TO),
  sequel: (title) => isCompleted(title) || title.isSeen || title.isFavorite,
};

function idsOf(reasons: readonly Reason[]): number[] {
  return [...new Set(reasons.flatMap((reason) => ("malId" in reason ? [reason.malId] : [])))];
}

function termsOf(reason: Reason): readonly string[] {
  if (reason.kind === "like") return reason.terms;
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

interface NamedRow extends TitleNames, Record<string, unknown> {
  mal_id: number;
  genres: string[];
  themes: string[];
  studios: string[];
  state: EntryState | null;
  score: number | null;
  is_favorite: boolean;
  is_seen: boolean;
  is_refused: boolean;
}

async function getNamedTitles(
  db: Database,
  userId: string,
  ids: readonly number[],
  viewer: Viewer,
): Promise<Map<number, NamedTitle>> {
  const rows = await db.execute<NamedRow>(sql`
    SELECT a.mal_id, a.title, a.title_english, a.title_japanese, a.genres, a.themes, a.studios,
      w.state, w.score, a.mal_id = ANY(f.favorite_animes) AS is_favorite,
      a.mal_id = ANY(f.watched_animes) AS is_seen, b.kind IS NOT NULL AS is_refused
    FROM animes a JOIN profiles f ON f.user_id = ${userId}::uuid
    LEFT JOIN watch_list_entries w ON w.user_id = f.user_id AND w.anime_mal_id = a.mal_id
    LEFT JOIN suggestion_feedback b ON b.user_id = f.user_id AND b.anime_mal_id = a.mal_id
      AND b.kind = 'less-like-this'
    WHERE a.mal_id = ANY(${sql.param(ids)}::int4[]) AND ${isVisible(sql`a`, viewer)}`);
  return new Map(
    rows.map((row) => [
      row.mal_id,
      {
        names: row,
        genres: row.genres,
        themes: row.themes,
        studios: row.studios,
        state: row.state,
        score: row.score,
        isFavorite: row.is_favorite,
        isSeen: row.is_seen,
        isRefused: row.is_refused,
      },
    ]),
  );
}
