import { eq } from "drizzle-orm";
import { NotFound } from "~/errors/app-error";
import type { Database, Transaction } from "~db/client.server";
import { prepared } from "~db/prepared";
import { profiles, users } from "~db/schema";
import type { ProfileRecord } from "./profile-record";

/** Throws `NotFound` when the account is gone. */
export async function getProfile(
  db: Database | Transaction,
  userId: string,
): Promise<ProfileRecord> {
  const [row] = await db
    .select({
      id: users.id,
      name: profiles.name,
      last_name: profiles.lastName,
      avatar_url: users.avatarUrl,
      banner_image: profiles.bannerImage,
      birthday: profiles.birthday,
      gender: profiles.gender,
      bio: profiles.bio,
      favorite_animes: profiles.favoriteAnimes,
      frequency_of_watch: profiles.frequencyOfWatch,
      fanatic_level: profiles.fanaticLevel,
      preferred_format: profiles.preferredFormat,
      watched_animes: profiles.watchedAnimes,
      favorite_studios: profiles.favoriteStudios,
      favorite_genres: profiles.favoriteGenres,
    })
    .from(users)
    .innerJoin(profiles, eq(profiles.userId, users.id))
    .where(prepared(eq(users.id, userId)));
  if (row === undefined) throw new NotFound("account.deleted");
  return row;
}
