import { listConnections } from "~/features/accounts/connections.server";
import { hasSecondFactor } from "~/features/accounts/second-factor/check-code.server";
import { isRecentlyConfirmed } from "~/features/accounts/recent-proof.server";
import { listSessions } from "~/features/accounts/sessions.server";
import { getCalendarLink } from "~/features/accounts/tokens/calendar-link.server";
import { listTokens } from "~/features/accounts/tokens/tokens.server";
import { pageZone } from "~/pages/viewer/page-zone.server";
import {
  chosenPlayer,
  readSitePreferences,
  spoilerSettings,
} from "~/features/profile/site-preferences";
import {
  i18nContext,
  requestContext,
  servicesContext,
  signedInContext,
  type RouterContext,
  accountsContext,
} from "~/http/context";
import { readProviderSignInFailure } from "~/http/session/provider-sign-in-failure";
import { errorText } from "~/i18n/error-text.server";
import { takeRefill } from "./confirmed-form.server";
import { readTimeZoneCookie } from "~/http/viewer/time-zone-cookie.server";
import type { PlainKey } from "~/i18n/message-types";

const DONE = new Map<string, PlainKey>([
  ["saved", "settings.done.saved"],
  ["ended", "settings.done.ended"],
  ["email", "settings.done.email"],
  ["password", "settings.done.password"],
  ["passwordOnly", "settings.done.passwordOnly"],
  ["revoked", "settings.done.revoked"],
  ["calendarRevoked", "settings.done.calendarRevoked"],
  ["connected", "settings.done.connected"],
  ["disconnected", "settings.done.disconnected"],
]);

/** Reads what the user has chosen, their sessions, tokens and connections. */
export async function loadSettingsPage(request: Request, context: RouterContext) {
  const session = await context.get(signedInContext);
  const { db } = context.get(servicesContext);
  const [provider] = context.get(accountsContext).providers;
  const i18n = context.get(i18nContext);
  const providerFailure = readProviderSignInFailure(new URL(request.url).searchParams.get("error"));
  const { id, email, preferences } = session.user;
  const site = readSitePreferences(preferences.site);
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
  const [sessions, tokens] = await Promise.all([listSessions(db, id), listTokens(db, id)]);
  const [{ connections, hasPassword }, calendar] = await Promise.all([
    listConnections(db, id),
    getCalendarLink(db, id),
  ]);
  return {
    id,
    email,
    preferences: {
      enfasiscolor: preferences.enfasiscolor,
      parentalControl: preferences.parentalControl,
      trackSearchHistory: preferences.trackSearchHistory,
    },
    site: { theme, titleLanguage, publicProfile, publicList, suggestions, sharedTaste },
    hiding: { hide, hideOn },
    schedule: {
      delayHours: scheduleDelayHours,
      calendarSince: calendar?.createdAt.toISOString() ?? null,
      calendarBase: `${context.get(requestContext).origin}/schedule/mine.ics?code=`,
    },
    player: chosenPlayer(preferences.site),
    masks: spoilerSettings(site),
    skipsFiller: site.skipFiller,
    sessions: sessions.map(({ key, device, address, lastUsedAt }) => ({
      key,
      device,
      address,
      lastUsedAt: lastUsedAt.toISOString(),
      isCurrent: key === session.idHash,
    })),
    tokens: tokens.map(({ id, name, scopes, expiresAt, lastUsedAt }) => ({
      id,
      name,
      scopes,
      expiresAt: expiresAt?.toISOString() ?? null,
      isExpired: expiresAt !== null && expiresAt <= new Date(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
    provider: provider?.client.name ?? null,
    connections: connections.map(({ issuer, subject, email, createdAt }) => ({
      issuer,
      subject,
      email,
      createdAt: createdAt.toISOString(),
    })),
    hasPassword,
    hasSecondFactor: await hasSecondFactor(db, id),
    isConfirmed: isRecentlyConfirmed(session),
    refill: await takeRefill(context, session),
    zone: pageZone(null, readTimeZoneCookie(request.headers.get("cookie")) ?? site.timeZone),
    error: providerFailure === null ? null : errorText(`provider.${providerFailure}`, i18n.locale),
    done: DONE.get(new URL(request.url).searchParams.get("done") ?? "") ?? null,
  };
}

export type SettingsData = Awaited<ReturnType<typeof loadSettingsPage>>;
