import { and, desc, eq, sql, type SQL } from "drizzle-orm";
import { NotFound } from "~/errors/app-error";
import { ageLimitOf, ownControl, type StoredLimit } from "~/features/catalog/own-control.server";
import { hideTitles, isVisible, type Viewer } from "~/features/catalog/visibility.server";
import { exportPasskeys } from "./passkeys/manage-passkeys.server";
import { exportTrustedBrowsers } from "./second-factor/trusted-browsers.server";
import { isOf } from "./sessions.server";
import { exportOwnFormat } from "~/features/watch-list/port";
import type { Database, Transaction } from "~db/client.server";
import {
  calendarLinks,
  channels,
  credentials,
  identities,
  listImports,
  mutedTitles,
  notifications,
  outboxEvents,
  personalTokens,
  playbackPositions,
  preferences,
  profilePins,
  profiles,
  savedSearches,
  searchHistory,
  secondFactors,
  seenEpisodes,
  sessions,
  sharedReviews,
  suggestionFeedback,
  suggestions,
  uploads,
  users,
  wishes,
} from "~db/schema";

/**
 * All rows of a user by column name, without secrets and hashes; the list can be imported from it.
 * Titles that parental control hides have their id only.
 */
export interface AccountExport {
  exported_at: string;
  account: Record<string, unknown>;
  profile: Record<string, unknown>;
  /** A child's age limit and its titles; null for other users. */
  age_limit: (StoredLimit & { asked: number[] }) | null;
  preferences: Record<string, unknown>;
  identities: Record<string, unknown>[];
  sessions: Record<string, unknown>[];
  tokens: Record<string, unknown>[];
  trusted_browsers: Record<string, unknown>[];
  passkeys: Record<string, unknown>[];
  watch_list: Record<string, unknown>[];
  seen_episodes: Record<string, unknown>[];
  list_history: Record<string, unknown>[];
  shared_reviews: Record<string, unknown>[];
  search_history: Record<string, unknown>[];
  saved_searches: Record<string, unknown>[];
  calendar_links: Record<string, unknown>[];
  playback: Record<string, unknown>[];
  favorite_characters: Record<string, unknown>[];
  favorite_people: Record<string, unknown>[];
  uploads: Record<string, unknown>[];
  list_imports: Record<string, unknown>[];
  suggestions: Record<string, unknown>[];
  suggestion_feedback: Record<string, unknown>[];
  wishes: Record<string, unknown>[];
  notifications: Record<string, unknown>[];
  muted_titles: Record<string, unknown>[];
  channels: Record<string, unknown>[];
}

/** One snapshot. Throws `NotFound` when the account is gone. */
export function exportAccount(
  db: Database,
  userId: string,
  now = new Date(),
): Promise<AccountExport> {
  return db.transaction(
    async (tx) => {
      const own = await exportOwnRows(tx, userId);
      const viewer = {
        parentalControl: ownControl(own.preferences.parentalControl, own.age_limit),
      };
      return {
        exported_at: now.toISOString(),
        ...own,
        ...(await exportSignIns(tx, userId)),
        ...(await exportList(tx, userId, viewer)),
        ...(await exportSearches(tx, userId)),
        ...(await exportWatching(tx, userId)),
        ...(await exportTastes(tx, userId, viewer)),
        ...(await exportNotices(tx, userId)),
        uploads: await tx
          .select({ url: uploads.url, bytes: uploads.bytes, created_at: uploads.createdAt })
          .from(uploads)
          .where(eq(uploads.userId, userId)),
      };
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
}

/** The rows of which every account has one. */
async function exportOwnRows(tx: Transaction, userId: string) {
  const [row] = await tx
    .select({
      user: users,
      profile: profiles,
      preferences,
      ageLimit: ageLimitOf(users.id),
      asked: sql<number[]>`ARRAY(
        SELECT t.mal_id FROM child_titles t
        WHERE t.user_id = ${users.id} AND t.state = 'asked' ORDER BY t.mal_id)`,
      passwordSetAt: credentials.updatedAt,
      secondFactorSince: secondFactors.enabledAt,
      pinSetAt: profilePins.updatedAt,
    })
    .from(users)
    .innerJoin(profiles, eq(profiles.userId, users.id))
    .innerJoin(preferences, eq(preferences.userId, users.id))
    .leftJoin(credentials, eq(credentials.userId, users.id))
    .leftJoin(secondFactors, eq(secondFactors.userId, users.id))
    .leftJoin(profilePins, eq(profilePins.userId, users.id))
    .where(eq(users.id, userId));
  if (row === undefined) throw new NotFound("account.deleted");
  const { user, profile } = row;
  return {
    account: {
      id: user.id,
      email: user.email,
      user_name: user.userName,
      avatar_url: user.avatarUrl,
      created_at: user.createdAt,
      email_proven_at: user.emailProvenAt,
      role: user.role,
      password_set_at: row.passwordSetAt,
      second_factor_since: row.secondFactorSince,
      pin_set_at: row.pinSetAt,
      household_id: user.householdId,
    },
    profile: {
      name: profile.name,
      last_name: profile.lastName,
      banner_image: profile.bannerImage,
      birthday: profile.birthday,
      gender: profile.gender,
      bio: profile.bio,
      favorite_animes: profile.favoriteAnimes,
      frequency_of_watch: profile.frequencyOfWatch,
      fanatic_level: profile.fanaticLevel,
      preferred_format: profile.preferredFormat,
      watched_animes: profile.watchedAnimes,
      favorite_studios: profile.favoriteStudios,
      favorite_genres: profile.favoriteGenres,
      updated_at: profile.updatedAt,
    },
    age_limit: row.ageLimit === null ? null : { ...row.ageLimit, asked: row.asked },
    preferences: {
      enfasiscolor: row.preferences.enfasiscolor,
      parentalControl: row.preferences.parentalControl,
      trackSearchHistory: row.preferences.trackSearchHistory,
      scoreScale: row.preferences.scoreScale,
      site: row.preferences.site,
      updated_at: row.preferences.updatedAt,
    },
  };
}

/** The ways in, and where they were used. */
async function exportSignIns(tx: Transaction, userId: string) {
  return {
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
    sessions: await tx
      .select({
        device: sessions.device,
        address: sessions.address,
        created_at: sessions.createdAt,
        last_used_at: sessions.lastUsedAt,
        expires_at: sessions.expiresAt,
      })
      .from(sessions)
      .where(isOf(userId))
      .orderBy(desc(sessions.lastUsedAt)),
    tokens: await tx
      .select({
        name: personalTokens.name,
        scopes: personalTokens.scopes,
        created_at: personalTokens.createdAt,
        expires_at: personalTokens.expiresAt,
        last_used_at: personalTokens.lastUsedAt,
      })
      .from(personalTokens)
      .where(eq(personalTokens.userId, userId)),
    trusted_browsers: await exportTrustedBrowsers(tx, userId),
    passkeys: await exportPasskeys(tx, userId),
  };
}

/** The list, its changes, and what was brought into it and shared of it. */
async function exportList(tx: Transaction, userId: string, viewer: Viewer) {
  const list = await exportOwnFormat(tx, userId, viewer);
  const imports = await tx
    .select({
      format: listImports.format,
      policy: listImports.policy,
      report: listImports.report,
      imported_at: listImports.importedAt,
    })
    .from(listImports)
    .where(eq(listImports.userId, userId));
  return {
    watch_list: list.entries,
    seen_episodes: [...(await tx.execute<Record<string, unknown>>(exportedSeen(userId)))],
    list_history: list.history,
    shared_reviews: await tx
      .select({ year: sharedReviews.year, created_at: sharedReviews.createdAt })
      .from(sharedReviews)
      .where(eq(sharedReviews.userId, userId))
      .orderBy(sharedReviews.year),
    list_imports: await Promise.all(
      imports.map(async (done) => ({
        ...done,
        report: await hideTitles(tx, done.report, viewer),
      })),
    ),
  };
}

async function exportSearches(tx: Transaction, userId: string) {
  return {
    search_history: await tx
      .select({
        id: searchHistory.id,
        query: searchHistory.query,
        timestamp: searchHistory.searchedAt,
      })
      .from(searchHistory)
      .where(eq(searchHistory.userId, userId))
      .orderBy(desc(searchHistory.searchedAt)),
    saved_searches: await tx
      .select({
        id: savedSearches.id,
        name: savedSearches.name,
        query: savedSearches.query,
        position: savedSearches.position,
        pinned: savedSearches.pinned,
        followed: sql<boolean>`${savedSearches.known} IS NOT NULL`,
        created_at: savedSearches.createdAt,
      })
      .from(savedSearches)
      .where(eq(savedSearches.userId, userId))
      .orderBy(savedSearches.position),
  };
}

/** The positions in episodes, and the calendars that tell when the next ones air. */
async function exportWatching(tx: Transaction, userId: string) {
  return {
    calendar_links: await tx
      .select({ created_at: calendarLinks.createdAt, last_used_at: calendarLinks.lastUsedAt })
      .from(calendarLinks)
      .where(eq(calendarLinks.userId, userId)),
    playback: await tx
      .select({
        mal_id: playbackPositions.animeMalId,
        episode: playbackPositions.number,
        position_seconds: playbackPositions.positionSeconds,
        duration_seconds: playbackPositions.durationSeconds,
        watched: sql<boolean>`coalesce(${seenEpisodes.episodes} @> ${playbackPositions.number}, false)`,
        updated_at: playbackPositions.updatedAt,
      })
      .from(playbackPositions)
      .leftJoin(
        seenEpisodes,
        and(
          eq(seenEpisodes.userId, playbackPositions.userId),
          eq(seenEpisodes.animeMalId, playbackPositions.animeMalId),
        ),
      )
      .where(eq(playbackPositions.userId, userId))
      .orderBy(
        desc(playbackPositions.updatedAt),
        playbackPositions.animeMalId,
        playbackPositions.number,
      ),
  };
}

/** What the user likes, and what was suggested. */
async function exportTastes(tx: Transaction, userId: string, viewer: Viewer) {
  return {
    favorite_characters: [
      ...(await tx.execute<Record<string, unknown>>(
        exportedFavorites("character", userId, viewer),
      )),
    ],
    favorite_people: [
      ...(await tx.execute<Record<string, unknown>>(exportedFavorites("person", userId, viewer))),
    ],
    suggestions: (
      await tx
        .select({
          mal_id: suggestions.animeMalId,
          position: suggestions.position,
          reasons: suggestions.reasons,
          liked_by_others: suggestions.likedByOthers,
        })
        .from(suggestions)
        .where(eq(suggestions.userId, userId))
        .orderBy(suggestions.position)
    ).map((row) =>
      viewer.parentalControl ? { ...row, reasons: row.reasons.map(withoutTerms) } : row,
    ),
    suggestion_feedback: await tx
      .select({
        mal_id: suggestionFeedback.animeMalId,
        kind: suggestionFeedback.kind,
        given_at: suggestionFeedback.givenAt,
      })
      .from(suggestionFeedback)
      .where(eq(suggestionFeedback.userId, userId))
      .orderBy(desc(suggestionFeedback.givenAt), suggestionFeedback.animeMalId),
    wishes: await tx
      .select({
        mal_id: wishes.animeMalId,
        episode: sql<number | null>`nullif(${wishes.number}, -1)`,
        asked_at: wishes.askedAt,
      })
      .from(wishes)
      .where(eq(wishes.userId, userId))
      .orderBy(desc(wishes.askedAt), wishes.animeMalId, wishes.number),
  };
}

/**
 * What the user was notified of, the titles that they muted, and where notifications are sent,
 * without what opens that.
 */
async function exportNotices(tx: Transaction, userId: string) {
  return {
    notifications: await tx
      .select({
        kind: outboxEvents.kind,
        mal_id: notifications.animeMalId,
        episode: outboxEvents.episode,
        at: notifications.dueAt,
        read_at: notifications.readAt,
      })
      .from(notifications)
      .innerJoin(outboxEvents, eq(outboxEvents.id, notifications.eventId))
      .where(eq(notifications.userId, userId))
      .orderBy(desc(notifications.dueAt), desc(notifications.eventId)),
    muted_titles: await tx
      .select({ mal_id: mutedTitles.animeMalId, muted_at: mutedTitles.mutedAt })
      .from(mutedTitles)
      .where(eq(mutedTitles.userId, userId))
      .orderBy(desc(mutedTitles.mutedAt), mutedTitles.animeMalId),
    channels: await tx
      .select({
        kind: channels.kind,
        name: channels.name,
        host: channels.host,
        kinds: channels.kinds,
        timing: channels.timing,
        paused_at: channels.pausedAt,
        ended_at: channels.endedAt,
        created_at: channels.createdAt,
      })
      .from(channels)
      .where(eq(channels.userId, userId))
      .orderBy(channels.createdAt, channels.id),
  };
}

/** Genres and themes may be of hidden titles alone. */
function withoutTerms(reason: unknown): unknown {
  return typeof reason === "object" && reason !== null
    ? Object.fromEntries(Object.entries(reason).filter(([name]) => !name.startsWith("term")))
    : reason;
}

/** The user's favourites; one has a name only if the viewer may see a title of it. */
function exportedFavorites(kind: "character" | "person", userId: string, viewer: Viewer): SQL {
  const [favorites, id, named, credits] = (
    kind === "character"
      ? ["favorite_characters", "character_id", "characters", ["anime_characters"]]
      : ["favorite_people", "person_id", "people", ["voice_roles", "anime_staff"]]
  ) as [string, string, string, string[]];
  const isShown = sql.join(
    credits.map(
      (table) => sql`EXISTS (
        SELECT 1 FROM ${sql.raw(table)} c JOIN animes a ON a.mal_id = c.anime_mal_id
        WHERE c.${sql.raw(id)} = n.id AND ${isVisible(sql`a`, viewer)})`,
    ),
    sql` OR `,
  );
  return sql`
    SELECT n.id, CASE WHEN ${isShown} THEN n.name END AS name, f.added_at
    FROM ${sql.raw(favorites)} f JOIN ${sql.raw(named)} n ON n.id = f.${sql.raw(id)}
    WHERE f.user_id = ${userId}::uuid ORDER BY f.added_at DESC, n.id`;
}

const exportedSeen = (userId: string) => sql`
  SELECT anime_mal_id AS mal_id, (
      SELECT json_agg(json_build_array(lower(span), upper(span) - 1)) FROM unnest(episodes) AS span
    ) AS episodes, updated_at
  FROM seen_episodes WHERE user_id = ${userId}::uuid AND count > 0 ORDER BY anime_mal_id`;
