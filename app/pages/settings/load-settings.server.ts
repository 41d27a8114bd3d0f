import { feedPath } from "~/features/feeds/feed-path.server";
import { isOfProvider, type OAuthClient } from "~/config/oauth";
import { listConnections, type Connection } from "~/features/accounts/connections.server";
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
  /** The site's identity providers, in the order of their buttons. */
  clients: readonly OAuthClient[];
  /** Whether the site has passwords. */
  passwords: boolean;
  origin: string;
  /** What passkeys are made for, or why the site has none. */
  relyingParty: RelyingParty | PasskeyObstacle;
}

/** Reads what the user has chosen, their sessions, tokens and connections. */
export async function loadSettings(
  db: Database,
  { session, timeZone, clients, passwords, origin, relyingParty }: SettingsRequest,
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
  const [own, calendar] = await Promise.all([
    listConnections(db, id),
    isChild ? null : getCalendarLink(db, id),
  ]);
  const hasPassword = own.hasPassword && passwords;
  const passkeys = (await listPasskeys(db, id, partyId)).map(({ isUsable }) => ({ isUsable }));
  const hasOtherWay = hasPassword || passkeys.some(({ isUsable }) => isUsable);
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
      feedBase: `${origin}${feedPath("mine.atom")}?code=`,
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
    providers: clients.map(({ id, name, trustsEmail }) => ({ id, name, trustsEmail })),
    connections: describeConnections(own.connections, clients, hasOtherWay),
    hasPassword,
    hasSecondFactor: await hasSecondFactor(db, id),
    passkeys,
    passkeyObstacle: typeof relyingParty === "string" ? relyingParty : null,
    isConfirmed: isRecentlyConfirmed(session),
    zone: pageZone(null, timeZone ?? site.timeZone),
  };
}

/**
 * Says of each connection whether the user can remove it, which must leave another way to sign in.
 * A connection to a provider that the site no longer has is no way to sign in.
 */
function describeConnections(
  connections: readonly Connection[],
  clients: readonly OAuthClient[],
  hasOtherWay: boolean,
) {
  const named = connections.map((connection) => ({
    ...connection,
    provider: clients.find((client) => isOfProvider(client, connection.issuer))?.name ?? null,
  }));
  return named.map((connection) => ({
    ...connection,
    isRemovable:
      hasOtherWay || named.some((other) => other !== connection && other.provider !== null),
  }));
}

export type SettingsData = Awaited<ReturnType<typeof loadSettings>>;
