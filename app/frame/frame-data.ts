import type { LiveState } from "~/features/notifications/live/live-state";
import type { Locale } from "~/i18n/locales";
import type { ShownSettings } from "~/pages/viewer/visitor-settings";
import type { accentStyle } from "~/ui/theme/accent-style";
import type { PageUser } from "./page-user";

/** What the root loader tells the document and the frame, which do without it when it fails. */
export interface FrameData {
  site: { name: string; announcement: string; welcome: string };
  settings: ShownSettings;
  accentStyle: ReturnType<typeof accentStyle>;
  user: PageUser | null;
  /** What changes elsewhere; null for visitors. */
  live: LiveState | null;
  /** Whether the session is locked until someone chooses a profile. */
  isLocked: boolean;
  hasLibrary: boolean;
  i18n: { locale: Locale; url: string };
  origin: string;
}
