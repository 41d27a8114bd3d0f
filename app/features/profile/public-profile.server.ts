import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { NotFound } from "~/errors/app-error";
import type { Database } from "~db/client.server";
import { preferences, profiles, users } from "~db/schema";

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

/** Throws the same `NotFound` for a private profile as for a missing one. */
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
        // Only `true` is consent.
        .where(
          and(
            eq(users.id, id),
            eq(sql`${preferences.site} -> 'publicProfile'`, sql`'true'::jsonb`),
          ),
        )
    : [];
  if (row === undefined) throw new NotFound("profile.notFound");
  return row;
}
