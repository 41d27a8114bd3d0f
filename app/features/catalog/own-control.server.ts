import { sql, type SQL, type SQLWrapper } from "drizzle-orm";
import { AgeLimit, type LimitExceptions, type ParentalControl } from "./parental-control";

/** An age limit as a query returns it. */
export interface StoredLimit extends Required<LimitExceptions> {
  rating: string;
}

/** Selects the age limit of a user, with its exceptions; null for everyone but children. */
export function ageLimitOf(userId: SQLWrapper): SQL<StoredLimit | null> {
  const titles = (state: string) =>
    sql`coalesce(json_agg(t.mal_id) FILTER (WHERE t.state = ${sql.raw(`'${state}'`)}), '[]')`;
  return sql`(
    SELECT json_build_object('rating', l.max_rating,
      'allowed', ${titles("allowed")}, 'blocked', ${titles("blocked")})
    FROM child_limits l LEFT JOIN child_titles t USING (user_id)
    WHERE l.user_id = ${userId} GROUP BY l.user_id)`;
}

/** Matches the ids of users who have an age limit. */
export function isChild(userId: SQLWrapper): SQL {
  return sql`EXISTS (SELECT FROM child_limits l WHERE l.user_id = ${userId})`;
}

/** Returns a user's parental control: the age limit if there is one, otherwise their choice. */
export function ownControl(chosen: boolean, limit: StoredLimit | null): ParentalControl {
  return limit === null ? chosen : new AgeLimit(limit.rating, limit);
}
