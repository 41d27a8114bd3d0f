import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { NotFound } from "~/errors/app-error";
import type { Database } from "~db/client.server";
import { preferences, profiles, users } from "~db/schema";

/** What others may see of a person who has opened their profile, and nothing else. */
export interface PublicProfile {
  id: string;
  name: string;
  userName: string;
  avatarUrl: string | null;
  bannerImage: string | null;
  frequencyOfWatch: string | null;
  fanaticLevel: string | null;
  preferredFormat: string | null;
  favoriteAnimes: number[];
  favoriteGenres: string[];
  favoriteStudios: string[];
}

const idSchema = z.uuid();

/** The open part of a public profile. Throws the same `NotFound` for a profile that is not public and for one that is not there. */
export async function getPublicProfile(db: Database, id: string): Promise<PublicProfile> {
  const [row] = idSchema.safeParse(id).success
    ? await db
        .select({
          id: users.id,
          name: profiles.name,
          userName: users.userName,
          avatarUrl: users.avatarUrl,
          bannerImage: profiles.bannerImage,
          frequencyOfWatch: profiles.frequencyOfWatch,
          fanaticLevel: profiles.fanaticLevel,
          preferredFormat: profiles.preferredFormat,
          favoriteAnimes: profiles.favoriteAnimes,
          favoriteGenres: profiles.favoriteGenres,
          favoriteStudios: profiles.favoriteStudios,
        })
        .from(users)
        .innerJoin(profiles, eq(profiles.userId, users.id))
        .innerJoin(preferences, eq(preferences.userId, users.id))
        // Anything but a plain true is no consent.
        .where(
          and(
            eq(users.id, id),
            eq(sql`${preferences.site} -> 'publicProfile'`, sql`'true'::jsonb`),
          ),
        )
    : [];
  if (row === undefined) throw new NotFound("There is no public profile at this address.");
  return row;
}
