import { listAiring } from "~/features/catalog/schedule/list-airing.server";
import { scheduleCalendar } from "~/features/catalog/schedule/schedule-calendar.server";
import { matchesEtag, strongEtag } from "~/http/response/cache/conditional-request.server";
import { scopeContext } from "~/http/context";
import { resourceAnswer } from "~/http/response/resource-answer.server";
import { serverWords } from "~/language/catalogs.server";
import { DEFAULT_LOCALE, readLocale } from "~/language/locales";
import type { Route } from "./+types/schedule-ics";

/** Calendar programs ask without cookies, so the calendar is everybody's: public, without mature titles, under the romaji titles, in the language that the address names. */
export async function loader({ request, context }: Route.LoaderArgs): Promise<Response> {
  const scope = context.get(scopeContext);
  const words = serverWords(
    readLocale(new URL(request.url).searchParams.get("locale")) ?? DEFAULT_LOCALE,
  );
  return resourceAnswer(scope, async () => {
    const titles = await listAiring(scope.services.db, { parentalControl: true });
    const text = scheduleCalendar(titles, {
      now: new Date(),
      language: "romaji",
      words,
      origin: scope.origin,
    });
    const headers = { etag: strongEtag(text), "cache-control": "public, max-age=3600" };
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
