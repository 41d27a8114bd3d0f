import { and, eq, isNull, not, sql, type SQL } from "drizzle-orm";
import { z } from "zod";
import { NotFound } from "~/errors/app-error";
import { isChild } from "~/features/catalog/own-control.server";
import { parseScoreScale, type ScoreScale } from "~/features/catalog/score-scale";
import type { Database } from "~db/client.server";
import { preferences, profiles, users } from "~db/schema";

export interface PublicProfile {
  id: string;
  name: string;
  userName: string;
  avatarUrl: string | null;
  bannerImage: string | null;
  bio: string | null;
  frequencyOfWatch: string | null;
  fanaticLevel: string | null;
  preferredFormat: string | null;
  favoriteAnimes: number[];
  favoriteGenres: string[];
  favoriteStudios: string[];
  showsList: boolean;
  scoreScale: ScoreScale;
}

const idSchema = z.uuid();

/** Throws the same `NotFound` for a private profile, a disabled account and a missing one. */
export async function getPublicProfile(db: Database, id: string): Promise<PublicProfile> {
  const [row] = idSchema.safeParse(id).success
    ? await db
        .select({
          id: users.id,
          name: profiles.name,
          userName: users.userName,
          avatarUrl: users.avatarUrl,
          bannerImage: profiles.bannerImage,
          bio: profiles.bio,
          frequencyOfWatch: profiles.frequencyOfWatch,
          fanaticLevel: profiles.fanaticLevel,
          preferredFormat: profiles.preferredFormat,
          favoriteAnimes: profiles.favoriteAnimes,
          favoriteGenres: profiles.favoriteGenres,
          favoriteStudios: profiles.favoriteStudios,
          showsList: sql<boolean>`${consents("publicList")}`,
          scoreScale: preferences.scoreScale,
        })
        .from(users)
        .innerJoin(profiles, eq(profiles.userId, users.id))
        .innerJoin(preferences, eq(preferences.userId, users.id))
        .where(
          and(
            eq(users.id, id),
            isNull(users.disabledAt),
            not(isChild(users.id)),
            consents("publicProfile"),
          ),
        )
    : [];
  if (row === undefined) throw new NotFound("profile.notFound");
  return { ...row, scoreScale: parseScoreScale(row.scoreScale) };
}

/** The same `NotFound` for a hidden list as for a missing profile. */
export async function getPublicListOwner(db: Database, id: string): Promise<PublicProfile> {
  const profile = await getPublicProfile(db, id);
  if (!profile.showsList) throw new NotFound("profile.notFound");
  return profile;
}

/** Takes only a stored `true` for consent. */
function consents(preference: "publicProfile" | "publicList"): SQL {
  return sql`coalesce(${preferences.site} -> ${preference}::text = 'true'::jsonb, false)`;
}

/** The owner's profile may be private. */
export interface SharedOwner {
  name: string;
  avatarUrl: string | null;
  accent: string;
  scoreScale: ScoreScale;
}

/** Throws `NotFound` when the account is gone or disabled. */
export async function getSharedOwner(db: Database, id: string): Promise<SharedOwner> {
  const [row] = await db
    .select({
      name: profiles.name,
      avatarUrl: users.avatarUrl,
      accent: preferences.enfasiscolor,
      scoreScale: preferences.scoreScale,
    })
    .from(users)
    .innerJoin(profiles, eq(profiles.userId, users.id))
    .innerJoin(preferences, eq(preferences.userId, users.id))
    .where(and(eq(users.id, id), isNull(users.disabledAt)));
  if (row === undefined) throw new NotFound("account.deleted");
  return { ...row, scoreScale: parseScoreScale(row.scoreScale) };
}
