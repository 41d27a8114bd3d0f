import { sql } from "drizzle-orm";
import type { ParentalControl } from "~/features/catalog/parental-control";
import { Forbidden } from "~/errors/app-error";
import type { Role } from "~/features/accounts/roles/roles";
import { parseScoreScale, type ScoreScale } from "~/features/catalog/score-scale";
import { ageLimitOf, ownControl, type StoredLimit } from "~/features/catalog/own-control.server";
import { preferences, profiles, users } from "~db/schema";

export interface SessionUser {
  id: string;
  /** A managed profile has none, and so no way to sign in. */
  email: string | null;
  userName: string;
  name: string;
  avatarUrl: string | null;
  bannerImage: string | null;
  role: Role;
  /** Whether the user has an age limit. */
  isChild: boolean;
  /** How many titles the user's children ask for; null for all who manage no child. */
  askedTitles: number | null;
  preferences: {
    enfasiscolor: string;
    parentalControl: ParentalControl;
    trackSearchHistory: boolean;
    scoreScale: ScoreScale;
    site: Record<string, unknown>;
  };
}

/** What `toSessionUser` reads, of a query that joins these three tables. */
export const sessionUserColumns = {
  user: users,
  profile: profiles,
  preferences,
  ageLimit: ageLimitOf(users.id),
  askedTitles: sql<number | null>`(
    SELECT count(t.mal_id)::int
    FROM users child JOIN child_limits l ON l.user_id = child.id
    LEFT JOIN child_titles t ON t.user_id = child.id AND t.state = 'asked'
    WHERE child.household_id = coalesce(${users.householdId}, ${users.id})
      AND ${users.email} IS NOT NULL
    HAVING count(*) > 0)`,
};

/** Throws `Forbidden` if the user is a child. */
export function requireAdult({ isChild }: Pick<SessionUser, "isChild">): void {
  if (isChild) throw new Forbidden("household.notForChildren");
}

export function toSessionUser(row: {
  user: typeof users.$inferSelect;
  profile: typeof profiles.$inferSelect;
  preferences: typeof preferences.$inferSelect;
  ageLimit: StoredLimit | null;
  askedTitles: number | null;
}): SessionUser {
  return {
    id: row.user.id,
    email: row.user.email,
    userName: row.user.userName,
    name: row.profile.name,
    avatarUrl: row.user.avatarUrl,
    bannerImage: row.profile.bannerImage,
    role: row.user.role,
    isChild: row.ageLimit !== null,
    askedTitles: row.askedTitles,
    preferences: {
      enfasiscolor: row.preferences.enfasiscolor,
      parentalControl: ownControl(row.preferences.parentalControl, row.ageLimit),
      trackSearchHistory: row.preferences.trackSearchHistory,
      scoreScale: parseScoreScale(row.preferences.scoreScale),
      site: row.preferences.site,
    },
  };
}
