import type { Role } from "~/features/accounts/roles/roles";
import { parseScoreScale, type ScoreScale } from "~/features/catalog/score-scale";
import type { preferences, profiles, users } from "~db/schema";

export interface SessionUser {
  id: string;
  /** A managed profile has none, and so no way to sign in. */
  email: string | null;
  userName: string;
  name: string;
  avatarUrl: string | null;
  bannerImage: string | null;
  role: Role;
  preferences: {
    enfasiscolor: string;
    parentalControl: boolean;
    trackSearchHistory: boolean;
    scoreScale: ScoreScale;
    site: Record<string, unknown>;
  };
}

export function toSessionUser(row: {
  user: typeof users.$inferSelect;
  profile: typeof profiles.$inferSelect;
  preferences: typeof preferences.$inferSelect;
}): SessionUser {
  return {
    id: row.user.id,
    email: row.user.email,
    userName: row.user.userName,
    name: row.profile.name,
    avatarUrl: row.user.avatarUrl,
    bannerImage: row.profile.bannerImage,
    role: row.user.role,
    preferences: {
      enfasiscolor: row.preferences.enfasiscolor,
      parentalControl: row.preferences.parentalControl,
      trackSearchHistory: row.preferences.trackSearchHistory,
      scoreScale: parseScoreScale(row.preferences.scoreScale),
      site: row.preferences.site,
    },
  };
}
