import { redirect, type MiddlewareFunction } from "react-router";
import { parseNoticeRange } from "~/features/notifications/inbox/notice-input";
import { NOTICE_PARAMETER } from "~/features/notifications/inbox/notice-path";
import { readNoticeRange } from "~/features/notifications/inbox/read-notifications.server";
import { servicesContext } from "~/http/context";
import { isDirectVisit } from "~/http/request/direct-visit";
import { safeRedirectPath } from "~/http/request/safe-redirect";
import { getSession } from "~/http/session/get-session.server";
import { withQuery } from "~/ui/with-query";

/**
 * Marks what a link of the notifications is about as read, and redirects to the page without that
 * parameter. A link works without scripts and in a new tab, as no form does.
 */
export const readOpenedNotice: MiddlewareFunction<Response> = async ({ request, url, context }) => {
  const given = url.searchParams.get(NOTICE_PARAMETER);
  if (given === null || request.method !== "GET") return;
  const range = parseNoticeRange(given);
  const session = await getSession(request, context).catch(() => null);
  if (range !== null && session !== null && isDirectVisit(request))
    // The page opens in any case; what stays unread is told once more.
    await readNoticeRange(context.get(servicesContext).db, session.user.id, range).catch(
      () => undefined,
    );
  const query = new URLSearchParams(url.searchParams);
  query.delete(NOTICE_PARAMETER);
  throw redirect(safeRedirectPath(withQuery(url.pathname, query)));
};
