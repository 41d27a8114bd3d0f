import { savePreferences, saveSitePreferences } from "~/features/profile/preferences.server";
import { DEFAULT_ACCENT } from "~/ui/theme/accent";
import type { Database } from "~db/client.server";
import type { VisitorSettings } from "./visitor-settings";

export async function saveVisitorSettings(
  db: Database,
  userId: string,
  {
    theme,
    titleLanguage,
    locale,
    parentalControl,
    accent,
    trackSearchHistory,
  }: Partial<VisitorSettings>,
): Promise<void> {
  const site = { theme, titleLanguage, locale: locale ?? undefined };
  if (Object.values(site).some((choice) => choice !== undefined))
    await saveSitePreferences(db, userId, site);
  if (parentalControl !== undefined || accent !== undefined || trackSearchHistory !== undefined) {
    await savePreferences(db, userId, {
      parentalControl: parentalControl === undefined ? undefined : parentalControl !== false,
      trackSearchHistory,
      enfasiscolor: accent === null ? DEFAULT_ACCENT : accent,
    });
  }
}
