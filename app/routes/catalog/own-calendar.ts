import { scheduleCalendar } from "~/features/schedule/schedule-calendar.server";
import { requestContext } from "~/http/context";
import { withErrorResponse } from "~/http/response/with-error-response.server";
import { readOwnAiring } from "./own-airing.server";
import { SECRET_HEADERS, subscriptionResponse } from "./subscription-response";
import type { Route } from "./+types/own-calendar";

/** The broadcasts of a user's list. */
export async function loader({ request, context }: Route.LoaderArgs): Promise<Response> {
  const { origin } = context.get(requestContext);
  return withErrorResponse(context, async () => {
    const own = await readOwnAiring(request, context);
    const { titles, language, i18n, delayHours, preferencesChangedAt: changedAt } = own;
    const text = scheduleCalendar(titles, {
      now: new Date(),
      language,
      i18n,
      origin,
      own: { delayHours, changedAt },
    });
    return subscriptionResponse(request, text, {
      type: "text/calendar",
      fileName: "akari-my-list.ics",
      headers: SECRET_HEADERS,
    });
  });
}
