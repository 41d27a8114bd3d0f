import { openCachedList } from "~/pages/parts/cached-list.server";
import type { PageViewer } from "~/pages/viewer/page-viewer";
import type { SharedServices } from "~/services/shared-services";
import type { SessionUser } from "~/features/accounts/session-user.server";
import { listHistoryPage } from "./list-history.server";
import { readPageNumber } from "~/parsing/page-number";

interface HistoryRequest {
  user: SessionUser;
  parameters: URLSearchParams;
  zone: string;
  watchedOnly: boolean;
}

/** A page of the changes of the user's list, or of what was watched. */
export async function loadHistory(
  services: SharedServices,
  {
    i18n,
    titleLanguage,
    parentalControl,
  }: Pick<PageViewer, "i18n" | "titleLanguage" | "parentalControl">,
  { user, parameters, zone, watchedOnly }: HistoryRequest,
) {
  return listHistoryPage(services.db, user.id, {
    page: readPageNumber(parameters),
    language: titleLanguage,
    parentalControl,
    scale: user.preferences.scoreScale,
    zone,
    now: new Date(),
    i18n,
    watchedOnly,
    countHistory: async () =>
      (await openCachedList(services, user.id)).countHistory({ parentalControl, watchedOnly }),
  });
}
