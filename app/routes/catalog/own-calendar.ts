import { NotFound } from "~/errors/app-error";
import { readCalendarLink } from "~/features/accounts/tokens/calendar-link.server";
import { chosenLocale, readSitePreferences } from "~/features/profile/site-preferences";
import { scheduleCalendar } from "~/features/schedule/schedule-calendar.server";
import { getEntrySummaries, isAwaited } from "~/features/watch-list/get-entry-summaries.server";
import { cachedAiring } from "~/pages/parts/cached-catalog.server";
import { requestContext, servicesContext } from "~/http/context";
import { consumeRateLimit } from "~/http/request/consume-rate-limit";
import { withErrorResponse } from "~/http/response/with-error-response.server";
import { serverI18n } from "~/i18n/i18n.server";
import { DEFAULT_LOCALE } from "~/i18n/locales";
import { calendarResponse } from "./calendar-response";
import type { Route } from "./+types/own-calendar";

/** The broadcasts of a user's list. Calendar clients send no cookies, so the query has a code. */
export async function loader({ request, context }: Route.LoaderArgs): Promise<Response> {
  const services = context.get(servicesContext);
  const { origin } = context.get(requestContext);
  return withErrorResponse(context, async () => {
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
    const text = scheduleCalendar(
      airing.filter(({ mal_id }) => isAwaited(entries.get(mal_id))),
      {
        now: new Date(),
        language: titleLanguage,
        i18n: serverI18n(chosenLocale(site) ?? DEFAULT_LOCALE),
        origin,
        own: { delayHours: scheduleDelayHours, changedAt: preferencesChangedAt },
      },
    );
    return calendarResponse(request, text, {
      fileName: "akari-my-list.ics",
      headers: {
        "cache-control": "private, no-store",
        "referrer-policy": "no-referrer",
        "x-robots-tag": "noindex",
      },
    });
  });
}
