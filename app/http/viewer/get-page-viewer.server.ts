import { i18nContext, visitorSettingsContext, type RouterContext } from "~/http/context";
import { mayOpenFiles } from "~/http/request/media-viewer.server";
import { getPageUser } from "~/http/session/get-session.server";
import type { PageViewer } from "~/pages/viewer/page-viewer";

/** Reads who sends the request. The session is read once per request. */
export async function getPageViewer(request: Request, context: RouterContext): Promise<PageViewer> {
  return {
    ...context.get(visitorSettingsContext),
    user: await getPageUser(request, context),
    i18n: context.get(i18nContext),
    mayOpenFiles: await mayOpenFiles(request, context),
  };
}
