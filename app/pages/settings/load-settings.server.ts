import { listConnections } from "~/features/accounts/connections.server";
import { listProfiles } from "~/features/accounts/household/list-profiles.server";
import { hasSecondFactor } from "~/features/accounts/second-factor/check-code.server";
import { listPasskeys } from "~/features/accounts/passkeys/manage-passkeys.server";
import type { PasskeyObstacle, RelyingParty } from "~/features/accounts/passkeys/relying-party";
import { isRecentlyConfirmed } from "~/features/accounts/recent-proof.server";
import { listSessions, type Session } from "~/features/accounts/sessions.server";
import { getCalendarLink } from "~/features/accounts/tokens/calendar-link.server";
import { listTokens } from "~/features/accounts/tokens/tokens.server";
import { pageZone } from "~/pages/viewer/page-zone.server";
import {
  chosenPlayer,
  readSitePreferences,
  spoilerSettings,
} from "~/features/profile/site-preferences";
import type { Database } from "~db/client.server";

interface SettingsRequest {
  session: Session;
  /** The browser's time zone. */
  timeZone: string | null;
  /** The name of the identity provider; null without one. */
  provider: string | null;
  origin: string;
  /** What passkeys are made for, or why the site has none. */
  relyingParty: RelyingParty | PasskeyObstacle;
}

/** Reads what the user has chosen, their sessions, tokens and connections. */
export async function loadSettings(
  db: Database,
  { session, timeZone, provider, origin, relyingParty }: SettingsRequest,
) {
  const { id, email, name, isChild, preferences } = session.user;
  const site = readSitePreferences(preferences.site);
  const partyId = typeof relyingParty === "string" ? null : relyingParty.id;
  const {
    theme,
    titleLanguage,
    publicProfile,
    publicList,
    suggestions,
    sharedTaste,
    hide,
    hideOn,
    scheduleDelayHours,
  } = site;
  // Reading all at once would take connections that other requests need, too.
  // A child's page has no section of what its parents manage.
  const [sessions, tokens] = isChild
    ? [[], []]
    : await Promise.all([listSessions(db, id), listTokens(db, id)]);
  const [{ connections, hasPassword }, calendar] = await Promise.all([
    listConnections(db, id),
    isChild ? null : getCalendarLink(db, id),
  ]);
  return {
    id,
    email,
    name,
    isChild,
    asksProfile: session.asksProfile,
    profiles: (await listProfiles(db, session.householdId, { withDisabled: true })).map(
      (profile) => ({
        id: profile.id,
        name: profile.name,
        avatarUrl: profile.avatarUrl,
        isDeletedToo: profile.isManaged && session.householdId === id,
      }),
    ),
    preferences: {
      enfasiscolor: preferences.enfasiscolor,
      parentalControl: preferences.parentalControl !== false,
      trackSearchHistory: preferences.trackSearchHistory,
      scoreScale: preferences.scoreScale,
    },
    site: { theme, titleLanguage, publicProfile, publicList, suggestions, sharedTaste },
    hiding: { hide, hideOn },
    schedule: {
      delayHours: scheduleDelayHours,
      calendarSince: calendar?.createdAt ?? null,
      calendarBase: `${origin}/schedule/mine.ics?code=`,
    },
    player: chosenPlayer(preferences.site),
    masks: spoilerSettings(site),
    skipsFiller: site.skipFiller,
    sessions: sessions.map(({ key, profileName, asksProfile, device, address, lastUsedAt }) => ({
      key,
      profileName,
      asksProfile,
      device,
      address,
      lastUsedAt,
      isCurrent: key === session.idHash,
    })),
    tokens: tokens.map(({ id, name, scopes, expiresAt, lastUsedAt }) => ({
      id,
      name,
      scopes,
      expiresAt,
      isExpired: expiresAt !== null && expiresAt <= new Date(),
      lastUsedAt,
    })),
    provider,
    connections: connections.map(({ issuer, subject, email, createdAt }) => ({
      issuer,
      subject,
      email,
      createdAt,
    })),
    hasPassword,
    hasSecondFactor: await hasSecondFactor(db, id),
    passkeys: (await listPasskeys(db, id, partyId)).map(({ isUsable }) => ({ isUsable })),
    passkeyObstacle: typeof relyingParty === "string" ? relyingParty : null,
    isConfirmed: isRecentlyConfirmed(session),
    zone: pageZone(null, timeZone ?? site.timeZone),
  };
}

export type SettingsData = Awaited<ReturnType<typeof loadSettings>>;
