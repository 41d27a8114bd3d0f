import { eq } from "drizzle-orm";
import { NotFound } from "~/errors/app-error";
import type { Database, Transaction } from "~db/client.server";
import { profiles, users } from "~db/schema";
import { markForSuggestions } from "~/features/suggestions/suggestion-state.server";
import type { ProfileChange, ProfileUpdate } from "./profile-input";

export interface SavedProfile {
  frequencyOfWatch: string | null;
  updatedAt: Date;
}

/** Throws `NotFound` when the account is gone. */
export function saveProfile(
  db: Database,
  userId: string,
  input: ProfileChange,
): Promise<SavedProfile> {
  const frequency = input.frequency === undefined ? input.frequency_of_watch : input.frequency;
  return write(db, userId, input.avatar, {
    name: input.name,
    lastName: input.last_name,
    gender: input.gender,
    birthday: input.birthday,
    bio: input.bio,
    favoriteAnimes: input.favorite_animes,
    favoriteGenres: input.favorite_genres,
    favoriteStudios: input.favorite_studios,
    frequencyOfWatch: frequency,
    fanaticLevel: input.fanatic_level,
    preferredFormat: input.preferred_format,
    watchedAnimes: input.watched_animes,
  });
}

/** Throws `NotFound` when the account is gone. */
export function updateProfile(
  db: Database,
  userId: string,
  input: ProfileUpdate,
): Promise<SavedProfile> {
  return write(db, userId, input.avatar, { name: input.name, bannerImage: input.banner_image });
}

const TASTES = ["favoriteAnimes", "favoriteGenres", "favoriteStudios", "watchedAnimes"] as const;

/** Drizzle skips undefined fields. */
function write(
  db: Database,
  userId: string,
  avatar: string | null | undefined,
  fields: Partial<typeof profiles.$inferInsert>,
): Promise<SavedProfile> {
  return db.transaction(async (tx) => {
    if (avatar !== undefined) await saveAvatar(tx, userId, avatar);
    const [saved] = await tx
      .update(profiles)
      .set({ ...fields, updatedAt: new Date() })
      .where(eq(profiles.userId, userId))
      .returning({ frequencyOfWatch: profiles.frequencyOfWatch, updatedAt: profiles.updatedAt });
    if (saved === undefined) throw new NotFound("account.deleted");
    const showsTaste = TASTES.some((name) => fields[name] !== undefined);
    if (showsTaste) await markForSuggestions(tx, userId, { soon: true });
    return saved;
  });
}

export async function saveAvatar(
  db: Database | Transaction,
  userId: string,
  address: string | null,
): Promise<void> {
  await db.update(users).set({ avatarUrl: address }).where(eq(users.id, userId));
}
