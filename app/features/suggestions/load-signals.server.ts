import { sql } from "drizzle-orm";
import type { ParentalControl } from "~/features/catalog/parental-control";
import { termKey } from "~/features/catalog/term-key";
import type { Database } from "~db/client.server";
import {
  ageLimitOf,
  isChild,
  ownControl,
  type StoredLimit,
} from "~/features/catalog/own-control.server";
import type { EntryState } from "./entry-state";
import type { Signal } from "./taste";
import { staffTerm } from "./taste-catalog";

/** Most titles have only a date. */
export const YEAR = sql`coalesce(e.year,
  CASE WHEN isfinite(e.newest_at) THEN extract(year FROM e.newest_at)::int4 END)`;

export interface UserSignals {
  signals: Signal[];
  namedTerms: string[];
  /** Titles on the list, and those that were seen. */
  ownTitles: Set<number>;
  completed: Set<number>;
  refused: Set<number>;
  parentalControl: ParentalControl;
  sharesTaste: boolean;
}

interface EntryRow extends Record<string, unknown> {
  mal_id: number;
  state: EntryState | null;
  score: number | null;
  age_days: number;
}

interface UserRow extends Record<string, unknown> {
  favorite_animes: number[];
  watched_animes: number[];
  favorite_genres: string[];
  favorite_studios: string[];
  favorite_people: number[];
  parental_control: boolean;
  age_limit: StoredLimit | null;
  shares_taste: boolean;
}

/** Whether the user has suggestions on; they are unless turned off. */
export const WANTS_SUGGESTIONS = sql`(p.site ->> 'suggestions') IS DISTINCT FROM 'false'`;
/** Whether the user compares tastes with others; off unless turned on, and for children. */
export const SHARES_TASTE = sql`(coalesce(p.site ->> 'sharedTaste', 'false') = 'true'
  AND NOT ${isChild(sql`p.user_id`)})`;

/** Ids, of the user of `preferences p`. */
export const FAVORITE_PEOPLE = sql`ARRAY(
  SELECT person_id FROM favorite_people o WHERE o.user_id = p.user_id)`;

/** All that a user's suggestions are computed from, or null when the user has turned them off. */
export async function loadSignals(db: Database, userId: string): Promise<UserSignals | null> {
  const [user] = await db.execute<UserRow>(sql`
    SELECT f.favorite_animes, f.watched_animes, f.favorite_genres, f.favorite_studios,
      ${FAVORITE_PEOPLE} AS favorite_people, p.parental_control,
      ${ageLimitOf(sql`p.user_id`)} AS age_limit, ${SHARES_TASTE} AS shares_taste
    FROM preferences p JOIN profiles f USING (user_id)
    WHERE p.user_id = ${userId}::uuid AND ${WANTS_SUGGESTIONS}`);
  if (user === undefined) return null;
  const entries = await db.execute<EntryRow>(sql`
    SELECT anime_mal_id AS mal_id, state, score,
      greatest(0, extract(epoch FROM now() - updated_at) / 86400)::float8 AS age_days
    FROM watch_list_entries WHERE user_id = ${userId}::uuid`);
  const feedback = await db.execute<{ mal_id: number; kind: string; age_days: number }>(sql`
    SELECT anime_mal_id AS mal_id, kind,
      greatest(0, extract(epoch FROM now() - given_at) / 86400)::float8 AS age_days
    FROM suggestion_feedback WHERE user_id = ${userId}::uuid`);
  const toSignal = (origin: Signal["origin"]) => (malId: number) => ({
    malId,
    state: "completed" as const,
    score: null,
    ageDays: 0,
    origin,
  });
  const listed = new Set(entries.map(({ mal_id }) => mal_id));
  const favorites = new Set(user.favorite_animes);
  const seen = user.watched_animes.filter((id) => !listed.has(id) && !favorites.has(id));
  return {
    signals: [
      ...entries
        .filter(({ mal_id }) => !favorites.has(mal_id))
        .map(({ mal_id, state, score, age_days }): Signal => ({
          malId: mal_id,
          state,
          score,
          ageDays: age_days,
          origin: "list",
        })),
      ...[...favorites].map(toSignal("favorite")),
      ...seen.map(toSignal("seen")),
      ...feedback
        .filter(({ kind }) => kind === "less-like-this")
        .map(({ mal_id, age_days }): Signal => ({
          ...toSignal("less-like-this")(mal_id),
          state: null,
          ageDays: age_days,
        })),
    ],
    namedTerms: [
      ...user.favorite_genres.map((name) => termKey("genre", name)),
      ...user.favorite_studios.map((name) => termKey("studio", name)),
      ...user.favorite_people.map(staffTerm),
    ],
    ownTitles: new Set([...listed, ...favorites, ...seen]),
    completed: new Set([
      ...entries
        .filter(({ state }) => state === "completed" || state === "rewatching")
        .map(({ mal_id }) => mal_id),
      ...seen,
    ]),
    refused: new Set(feedback.map(({ mal_id }) => mal_id)),
    parentalControl: ownControl(user.parental_control, user.age_limit),
    sharesTaste: user.shares_taste,
  };
}
