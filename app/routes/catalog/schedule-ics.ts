import { listAiring } from "~/features/schedule/list-airing.server";
import { scheduleCalendar } from "~/features/schedule/schedule-calendar.server";
import { matchesEtag, strongEtag } from "~/http/response/cache/conditional-request.server";
import { requestContext, servicesContext } from "~/http/context";
import { withErrorResponse } from "~/http/response/with-error-response.server";
import { serverI18n } from "~/i18n/i18n.server";
import { DEFAULT_LOCALE, parseLocale } from "~/i18n/locales";
import type { Route } from "./+types/schedule-ics";

/** Calendar clients send no cookies, so the query has the locale. */
export async function loader({ request, context }: Route.LoaderArgs): Promise<Response> {
  const { db } = context.get(servicesContext);
  const { origin } = context.get(requestContext);
  const i18n = serverI18n(
    parseLocale(new URL(request.url).searchParams.get("locale")) ?? DEFAULT_LOCALE,
  );
  return withErrorResponse(context, async () => {
    const titles = await listAiring(db, { parentalControl: true });
    const text = scheduleCalendar(titles, {
      now: new Date(),
      language: "romaji",
      i18n,
      origin,
    });
    // 304 and HEAD responses carry the Vary of the 200 (RFC 9110 section 15.4.5).
    const headers = {
      etag: strongEtag(text),
      "cache-control": "public, max-age=3600",
      vary: "Accept-Encoding",
    };
    if (matchesEtag(request.headers.get("if-none-match"), headers.etag))
      return new Response(null, { status: 304, headers });
    return new Response(text, {
      headers: {
        ...headers,
        "content-type": "text/calendar; charset=utf-8",
        "content-disposition": 'inline; filename="akari-schedule.ics"',
      },
    });
  });
}
