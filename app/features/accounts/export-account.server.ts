import { desc, eq } from "drizzle-orm";
import { NotFound } from "~/errors/app-error";
import type { Database } from "~db/client.server";
import {
  animes,
  credentials,
  identities,
  listImports,
  playbackPositions,
  preferences,
  profiles,
  searchHistory,
  sessions,
  uploads,
  users,
  watchListEntries,
} from "~db/schema";

/** All rows of a user by column name, without secrets and hashes. */
export interface AccountExport {
  exported_at: string;
  account: Record<string, unknown>;
  profile: Record<string, unknown>;
  preferences: Record<string, unknown>;
  identities: Record<string, unknown>[];
  sessions: Record<string, unknown>[];
  watch_list: Record<string, unknown>[];
  search_history: Record<string, unknown>[];
  playback: Record<string, unknown>[];
  uploads: Record<string, unknown>[];
  /** The report of the last list import, if any. */
  list_imports: Record<string, unknown>[];
}

/** Reads one snapshot. Throws `NotFound` when the account is gone. */
export function exportAccount(
  db: Database,
  userId: string,
  now = new Date(),
): Promise<AccountExport> {
  return db.transaction(
    async (tx) => {
      const [row] = await tx
        .select({
          user: users,
          profile: profiles,
          preferences,
          passwordSetAt: credentials.updatedAt,
        })
        .from(users)
        .innerJoin(profiles, eq(profiles.userId, users.id))
        .innerJoin(preferences, eq(preferences.userId, users.id))
        .leftJoin(credentials, eq(credentials.userId, users.id))
        .where(eq(users.id, userId));
      if (row === undefined) throw new NotFound("account.deleted");
      const { user, profile } = row;
      return {
        exported_at: now.toISOString(),
        account: {
          id: user.id,
          email: user.email,
          user_name: user.userName,
          avatar_url: user.avatarUrl,
          created_at: user.createdAt,
          email_proven_at: user.emailProvenAt,
          password_set_at: row.passwordSetAt,
        },
        profile: {
          name: profile.name,
          last_name: profile.lastName,
          banner_image: profile.bannerImage,
          birthday: profile.birthday,
          gender: profile.gender,
          favorite_animes: profile.favoriteAnimes,
          frequency_of_watch: profile.frequencyOfWatch,
          fanatic_level: profile.fanaticLevel,
          preferred_format: profile.preferredFormat,
          watched_animes: profile.watchedAnimes,
          favorite_studios: profile.favoriteStudios,
          favorite_genres: profile.favoriteGenres,
          updated_at: profile.updatedAt,
        },
        preferences: {
          enfasiscolor: row.preferences.enfasiscolor,
          parentalControl: row.preferences.parentalControl,
          trackSearchHistory: row.preferences.trackSearchHistory,
          site: row.preferences.site,
          updated_at: row.preferences.updatedAt,
        },
        identities: await tx
          .select({
            issuer: identities.issuer,
            subject: identities.subject,
            email: identities.email,
            proven_at: identities.provenAt,
            created_at: identities.createdAt,
          })
          .from(identities)
          .where(eq(identities.userId, userId)),
        uploads: await tx
          .select({ url: uploads.url, bytes: uploads.bytes, created_at: uploads.createdAt })
          .from(uploads)
          .where(eq(uploads.userId, userId)),
        list_imports: await tx
          .select({
            format: listImports.format,
            policy: listImports.policy,
            report: listImports.report,
            imported_at: listImports.importedAt,
          })
          .from(listImports)
          .where(eq(listImports.userId, userId)),
        sessions: await tx
          .select({
            device: sessions.device,
            address: sessions.address,
            created_at: sessions.createdAt,
            last_used_at: sessions.lastUsedAt,
            expires_at: sessions.expiresAt,
          })
          .from(sessions)
          .where(eq(sessions.userId, userId))
          .orderBy(desc(sessions.lastUsedAt)),
        watch_list: await tx
          .select({
            id: watchListEntries.id,
            mal_id: watchListEntries.animeMalId,
            title: animes.title,
            type: watchListEntries.type,
            imported_state: watchListEntries.importedState,
            watched_episodes: watchListEntries.watchedEpisodes,
            own_score: watchListEntries.ownScore,
            started_on: watchListEntries.startedOn,
            finished_on: watchListEntries.finishedOn,
            times_rewatched: watchListEntries.timesRewatched,
            notes: watchListEntries.notes,
            tags: watchListEntries.tags,
            added_at: watchListEntries.addedAt,
            updated_at: watchListEntries.updatedAt,
          })
          .from(watchListEntries)
          .innerJoin(animes, eq(animes.malId, watchListEntries.animeMalId))
          .where(eq(watchListEntries.userId, userId))
          .orderBy(desc(watchListEntries.updatedAt), watchListEntries.animeMalId),
        search_history: await tx
          .select({
            id: searchHistory.id,
            query: searchHistory.query,
            timestamp: searchHistory.searchedAt,
          })
          .from(searchHistory)
          .where(eq(searchHistory.userId, userId))
          .orderBy(desc(searchHistory.searchedAt)),
        playback: await tx
          .select({
            mal_id: playbackPositions.animeMalId,
            episode: playbackPositions.number,
            position_seconds: playbackPositions.positionSeconds,
            duration_seconds: playbackPositions.durationSeconds,
            watched: playbackPositions.watched,
            updated_at: playbackPositions.updatedAt,
          })
          .from(playbackPositions)
          .where(eq(playbackPositions.userId, userId))
          .orderBy(
            desc(playbackPositions.updatedAt),
            playbackPositions.animeMalId,
            playbackPositions.number,
          ),
      };
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
}
