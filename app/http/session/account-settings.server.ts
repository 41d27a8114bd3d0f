import { savePreferences, saveSitePreferences } from "~/features/profile/preferences.server";
import { DEFAULT_ACCENT } from "~/ui/theme/accent";
import type { Database } from "~db/client.server";
import type { VisitorSettings } from "~/http/pages/visitor-settings";

/** Writes choices about the pages into an account and leaves the others alone. */
export async function keepInAccount(db: Database, userId: string, { theme, titleLanguage, parentalControl, accent }: Partial<VisitorSettings>): Promise<void> {
  if (theme !== undefined || titleLanguage !== undefined) await saveSitePreferences(db, userId, { theme, titleLanguage });
  if (parentalControl !== undefined || accent !== undefined) {
    await savePreferences(db, userId, { parentalControl, enfasiscolor: accent === null ? DEFAULT_ACCENT : accent });
  }
}
