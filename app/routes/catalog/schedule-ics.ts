import { scheduleCalendar } from "~/features/schedule/schedule-calendar.server";
import { requestContext, servicesContext } from "~/http/context";
import { publicCacheControl } from "~/http/response/cache/shared-cache";
import { requestControl } from "~/http/viewer/request-control.server";
import { withErrorResponse } from "~/http/response/with-error-response.server";
import { cachedAiring } from "~/pages/parts/cached-catalog.server";
import { serverI18n } from "~/i18n/i18n.server";
import { DEFAULT_LOCALE, parseLocale } from "~/i18n/locales";
import { subscriptionResponse } from "./subscription-response";
import type { Route } from "./+types/schedule-ics";

/** Parental control is on, unless an age limit takes its place. */
const DEFAULT_CHOICE = new URLSearchParams();
const ONE_HOUR_SECONDS = 3_600;

/** Calendar clients send no cookies, so the query has the locale. */
export async function loader({ request, context }: Route.LoaderArgs): Promise<Response> {
  const { origin } = context.get(requestContext);
  const i18n = serverI18n(
    parseLocale(new URL(request.url).searchParams.get("locale")) ?? DEFAULT_LOCALE,
  );
  return withErrorResponse(context, async () => {
    const { parentalControl, isShared } = await requestControl(request, context, DEFAULT_CHOICE);
    const titles = await cachedAiring(context.get(servicesContext), parentalControl);
    const text = scheduleCalendar(titles, {
      now: new Date(),
      language: "romaji",
      i18n,
      origin,
    });
    return subscriptionResponse(request, text, {
      type: "text/calendar",
      fileName: "akari-schedule.ics",
      headers: {
        "cache-control": isShared
          ? publicCacheControl(ONE_HOUR_SECONDS, { mayBeStale: true })
          : "private, no-store",
      },
    });
  });
}
