import type { SessionUser } from "~/features/accounts/sessions.server";
import { i18nContext, type RouterContext } from "~/http/context";
import { mayOpenFiles } from "~/http/request/media-viewer.server";
import { getPageUser } from "~/http/session/get-session.server";
import type { I18n } from "~/i18n/i18n";
import { visitorSettingsContext, type VisitorSettings } from "./visitor-settings";

/** The one who looks at a page, as its parts are told instead of the request. */
export interface PageViewer extends VisitorSettings {
  /** The signed-in user; null also when the session cannot be read. */
  user: SessionUser | null;
  i18n: I18n;
  /** Whether media files may be opened at all. */
  mayOpenFiles: boolean;
}

/** Reads who sends the request. The session is read once per request. */
export async function getPageViewer(request: Request, context: RouterContext): Promise<PageViewer> {
  return {
    ...context.get(visitorSettingsContext),
    user: await getPageUser(request, context),
    i18n: context.get(i18nContext),
    mayOpenFiles: await mayOpenFiles(request, context),
  };
}
