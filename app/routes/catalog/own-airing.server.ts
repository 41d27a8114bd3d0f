import { NotFound } from "~/errors/app-error";
import { readCalendarLink } from "~/features/accounts/tokens/calendar-link.server";
import { chosenLocale, readSitePreferences } from "~/features/profile/site-preferences";
import { getEntrySummaries, isAwaited } from "~/features/watch-list/get-entry-summaries.server";
import { servicesContext, type RouterContext } from "~/http/context";
import { consumeRateLimit } from "~/http/request/consume-rate-limit";
import { serverI18n } from "~/i18n/i18n.server";
import { DEFAULT_LOCALE } from "~/i18n/locales";
import { cachedAiring } from "~/pages/parts/cached-catalog.server";

/**
 * Reads the titles on air of a user's list, and how the user reads them. Programs that subscribe
 * send no cookies, so the query has a code. Throws `NotFound` for one that is not valid.
 */
export async function readOwnAiring(request: Request, context: RouterContext) {
  const services = context.get(servicesContext);
  await consumeRateLimit("ownCalendar", context);
  const code = new URL(request.url).searchParams.get("code") ?? "";
  const reader = await readCalendarLink(services.db, code);
  if (reader === null) throw new NotFound("calendar.notFound");
  const { user, preferencesChangedAt } = reader;
  const { parentalControl, site } = user.preferences;
  const { titleLanguage, scheduleDelayHours } = readSitePreferences(site);
  const airing = await cachedAiring(services, parentalControl);
  const entries = await getEntrySummaries(
    services.db,
    user.id,
    airing.map(({ mal_id }) => mal_id),
  );
  return {
    userId: user.id,
    titles: airing.filter(({ mal_id }) => isAwaited(entries.get(mal_id))),
    language: titleLanguage,
    delayHours: scheduleDelayHours,
    i18n: serverI18n(chosenLocale(site) ?? DEFAULT_LOCALE),
    preferencesChangedAt,
  };
}
