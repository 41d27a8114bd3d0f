import { chosenLocale, readSitePreferences } from "~/features/profile/site-preferences";
import { DEFAULT_ACCENT, parseHexColor } from "~/ui/theme/accent";
import type { RequestScope } from "~/http/context";
import { currentSession } from "~/http/session/current-session.server";
import { readVisitorSettings, type VisitorSettings } from "./visitor-settings";

/**
 * What this request's pages go by: the account's stored choices for somebody who is signed in, the visitor's own cookie otherwise. When the
 * session cannot be read, parental control is on.
 */
export async function pageSettings(
  request: Request,
  scope: RequestScope,
): Promise<VisitorSettings> {
  const own = readVisitorSettings(request.headers.get("cookie"));
  const session = await currentSession(request, scope).catch(() => "unreadable" as const);
  if (session === null) return own;
  if (session === "unreadable") return { ...own, parentalControl: true };
  const { enfasiscolor, parentalControl, trackSearchHistory, site } = session.user.preferences;
  const { theme, titleLanguage } = readSitePreferences(site);
  const locale = chosenLocale(site) ?? own.locale;
  const accent = parseHexColor(enfasiscolor);
  return {
    theme,
    titleLanguage,
    locale,
    parentalControl,
    accent: accent === DEFAULT_ACCENT.toLowerCase() ? null : accent,
    trackSearchHistory,
  };
}
