import { chosenLocale, readSitePreferences } from "~/features/profile/site-preferences";
import { DEFAULT_ACCENT, parseHexColor } from "~/ui/theme/accent";
import type { RouterContext } from "~/http/context";
import { getSession } from "~/http/session/get-session.server";
import { readVisitorSettings } from "./visitor-settings-cookie.server";
import type { VisitorSettings } from "./visitor-settings";

/** With parental control if the session cannot be read. */
export async function getVisitorSettings(
  request: Request,
  context: RouterContext,
): Promise<VisitorSettings> {
  const own = readVisitorSettings(request.headers.get("cookie"));
  const session = await getSession(request, context).catch(() => "unreadable" as const);
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
