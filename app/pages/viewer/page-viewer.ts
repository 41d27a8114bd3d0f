import type { SessionUser } from "~/features/accounts/session-user.server";
import type { I18n } from "~/i18n/i18n";
import type { VisitorSettings } from "./visitor-settings";

/** The reader of a page, which `app/pages` takes in place of the request. */
export interface PageViewer extends VisitorSettings {
  /** The signed-in user; null also when the session cannot be read. */
  user: SessionUser | null;
  i18n: I18n;
  /** Whether media files may be opened at all. */
  mayOpenFiles: boolean;
}
