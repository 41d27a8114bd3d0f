import { stricter, WITHHOLD_ALL } from "~/features/catalog/parental-control";
import { MASK_ALL } from "~/features/catalog/spoilers/spoiler-settings";
import {
  chosenLocale,
  readSitePreferences,
  spoilerSettings,
} from "~/features/profile/site-preferences";
import { DEFAULT_ACCENT, parseHexColor } from "~/ui/theme/accent";
import type { RouterContext } from "~/http/context";
import { getSession } from "~/http/session/get-session.server";
import { hasBearerToken } from "~/http/session/bearer-token.server";
import { userControl, visitorControl } from "./request-control.server";
import { readVisitorSettings } from "./visitor-settings-cookie.server";
import type { VisitorSettings } from "~/pages/viewer/visitor-settings";

/**
 * Withholds all titles and masks all spoilers if the session, which may be a child's, cannot be
 * read.
 */
export async function getVisitorSettings(
  request: Request,
  context: RouterContext,
): Promise<VisitorSettings> {
  const own = readVisitorSettings(request.headers.get("cookie"));
  const session = await getSession(request, context).catch(() => "unreadable" as const);
  if (session === null) {
    // Pages take no token, but one of a child shows what it may see.
    const limit = hasBearerToken(request)
      ? await userControl(request, context).catch(() => WITHHOLD_ALL)
      : null;
    const chosen = own.parentalControl !== false;
    return { ...own, parentalControl: stricter(chosen, limit ?? visitorControl(context)) };
  }
  if (session === "unreadable") return { ...own, parentalControl: WITHHOLD_ALL, masks: MASK_ALL };
  const { enfasiscolor, parentalControl, trackSearchHistory, site } = session.user.preferences;
  const preferences = readSitePreferences(site);
  const { theme, titleLanguage } = preferences;
  const locale = chosenLocale(site) ?? own.locale;
  const accent = parseHexColor(enfasiscolor);
  return {
    theme,
    titleLanguage,
    locale,
    parentalControl,
    accent: accent === DEFAULT_ACCENT.toLowerCase() ? null : accent,
    trackSearchHistory,
    masks: spoilerSettings(preferences),
    skipsFiller: preferences.skipFiller,
  };
}
