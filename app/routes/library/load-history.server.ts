import type { LoaderFunctionArgs } from "react-router";
import { pageZone } from "~/features/schedule/view/schedule-page.server";
import { listHistoryPage } from "~/features/watch-list/view/list-history.server";
import { openCachedList } from "~/http/cached-list.server";
import { i18nContext, servicesContext } from "~/http/context";
import { takeFlashMessage } from "~/http/pages/page-change.server";
import { readTimeZoneCookie } from "~/http/pages/settings/time-zone-cookie.server";
import { visitorSettingsContext } from "~/http/pages/settings/visitor-settings";
import { requirePageSession } from "~/http/session/page-session.server";

/** A page of the changes of the user's list, or of what was watched. */
export async function loadHistory(
  { request, context }: Pick<LoaderFunctionArgs, "request" | "context">,
  { watchedOnly }: { watchedOnly: boolean },
) {
  const services = context.get(servicesContext);
  const { titleLanguage, parentalControl } = context.get(visitorSettingsContext);
  const { user } = await requirePageSession(request, context);
  const page = new URL(request.url).searchParams.get("page") ?? "";
  return {
    note: await takeFlashMessage(request, context),
    ...(await listHistoryPage(services.db, user.id, {
      page: /^[1-9]\d{0,4}$/.test(page) ? Number(page) : 1,
      language: titleLanguage,
      parentalControl,
      scale: user.preferences.scoreScale,
      zone: pageZone(null, readTimeZoneCookie(request.headers.get("cookie"))).name,
      now: new Date(),
      i18n: context.get(i18nContext),
      watchedOnly,
      countHistory: async () =>
        (await openCachedList(services, user.id)).countHistory({ parentalControl, watchedOnly }),
    })),
  };
}
