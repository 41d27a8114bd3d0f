import type { LoaderFunctionArgs } from "react-router";
import { listHistoryPage } from "./list-history.server";
import { openCachedList } from "~/pages/parts/cached-list.server";
import {
  i18nContext,
  servicesContext,
  signedInContext,
  visitorSettingsContext,
} from "~/http/context";
import { takeFlashMessage } from "~/http/pages/page-change.server";
import { userZone } from "~/http/viewer/user-zone.server";

/** A page of the changes of the user's list, or of what was watched. */
export async function loadHistory(
  { request, context }: Pick<LoaderFunctionArgs, "request" | "context">,
  { watchedOnly }: { watchedOnly: boolean },
) {
  const services = context.get(servicesContext);
  const { titleLanguage, parentalControl } = context.get(visitorSettingsContext);
  const { user } = await context.get(signedInContext);
  const page = new URL(request.url).searchParams.get("page") ?? "";
  return {
    flashMessage: await takeFlashMessage(request, context),
    ...(await listHistoryPage(services.db, user.id, {
      page: /^[1-9]\d{0,4}$/.test(page) ? Number(page) : 1,
      language: titleLanguage,
      parentalControl,
      scale: user.preferences.scoreScale,
      zone: userZone(request, user),
      now: new Date(),
      i18n: context.get(i18nContext),
      watchedOnly,
      countHistory: async () =>
        (await openCachedList(services, user.id)).countHistory({ parentalControl, watchedOnly }),
    })),
  };
}
