import type { ParentalControl } from "~/features/catalog/parental-control";
import { MASK_NOTHING, type SpoilerSettings } from "~/features/catalog/spoilers/spoiler-settings";
import { TITLE_LANGUAGES, type TitleLanguage } from "~/features/catalog/title-language";
import { parseLocale, type Locale } from "~/i18n/locales";

export const THEMES = ["dark", "light", "system"] as const;
export type Theme = (typeof THEMES)[number];

export interface VisitorSettings {
  theme: Theme;
  titleLanguage: TitleLanguage;
  /** The chosen locale; null follows `Accept-Language`. */
  locale: Locale | null;
  parentalControl: ParentalControl;
  /** The color as `#rrggbb`, or null for the default. */
  accent: string | null;
  trackSearchHistory: boolean;
  /** What is masked; nothing for visitors. */
  masks: SpoilerSettings;
  /** Whether filler and recaps are left out. Never for visitors. */
  skipsFiller: boolean;
}

/** The settings that a page receives. */
export interface ShownSettings extends Omit<VisitorSettings, "parentalControl"> {
  parentalControl: boolean;
  /** Whether an age limit takes the place of the choice. */
  hasAgeLimit: boolean;
}

export function showSettings({ parentalControl, ...settings }: VisitorSettings): ShownSettings {
  return {
    ...settings,
    parentalControl: parentalControl !== false,
    hasAgeLimit: typeof parentalControl !== "boolean",
  };
}

export const DEFAULT_VISITOR_SETTINGS: VisitorSettings = {
  theme: "dark",
  titleLanguage: "romaji",
  locale: null,
  parentalControl: true,
  accent: null,
  trackSearchHistory: true,
  masks: MASK_NOTHING,
  skipsFiller: false,
};

export function applyChoices(
  settings: VisitorSettings,
  parameters: URLSearchParams,
): VisitorSettings {
  return { ...settings, ...readChoices(parameters) };
}

export function readChoices(parameters: URLSearchParams): Partial<VisitorSettings> {
  const theme = oneOf(THEMES, parameters.get("theme"));
  const titleLanguage = oneOf(TITLE_LANGUAGES, parameters.get("title_language"));
  const locale = parseLocale(parameters.get("locale"));
  const control = oneOf(["true", "false"] as const, parameters.get("parental_control"));
  const tracked = oneOf(["true", "false"] as const, parameters.get("track_search_history"));
  const accent = parameters.get("accent");
  return {
    ...(theme === null ? {} : { theme }),
    ...(titleLanguage === null ? {} : { titleLanguage }),
    ...(locale === null ? {} : { locale }),
    ...(control === null ? {} : { parentalControl: control === "true" }),
    ...(tracked === null ? {} : { trackSearchHistory: tracked === "true" }),
    ...(accent === ""
      ? { accent: null }
      : accent !== null && /^#[0-9a-f]{6}$/i.test(accent)
        ? { accent: accent.toLowerCase() }
        : {}),
  };
}

function oneOf<Member extends string>(
  members: readonly Member[],
  text: string | null,
): Member | null {
  return members.find((member) => member === text) ?? null;
}
