import { createContext } from "react-router";
import { TITLE_LANGUAGES, type TitleLanguage } from "~/features/catalog/title-language";
import { cookieValue } from "~/http/request/cookie-value";
import { readLocale, type Locale } from "~/language/locales";

/** How the site is lit: `system` follows the device. */
export const THEMES = ["dark", "light", "system"] as const;
export type Theme = (typeof THEMES)[number];

/** What a visitor may choose without an account. It travels in the visitor's own cookie. */
export interface VisitorSettings {
  theme: Theme;
  titleLanguage: TitleLanguage;
  /** The language of the site, or null for the one that the browser asks for. */
  locale: Locale | null;
  /** Hides mature titles. On unless the visitor has switched it off. */
  parentalControl: boolean;
  /** `#rrggbb`, or null for the site's own. */
  accent: string | null;
  /** Whether an account of this visitor is to keep what it searches for. Nothing is kept without one. */
  trackSearchHistory: boolean;
}

export const DEFAULT_VISITOR_SETTINGS: VisitorSettings = {
  theme: "dark",
  titleLanguage: "romaji",
  locale: null,
  parentalControl: true,
  accent: null,
  trackSearchHistory: true,
};

/** What this request's pages go by. Filled by the root's middleware; whoever runs without it gets the defaults, parental control on. */
export const visitorContext = createContext<VisitorSettings>(DEFAULT_VISITOR_SETTINGS);

const COOKIE = "akari_visitor";
const ONE_YEAR_SECONDS = 31_536_000;
/** Far more than the settings need; a longer value is not ours. */
const LONGEST_VALUE = 512;

/** Whether the visitor has chosen anything that this browser still knows. */
export function hasVisitorSettings(cookieHeader: string | null): boolean {
  return cookieValue(cookieHeader, COOKIE) !== undefined;
}

/** Reads the settings from a `Cookie` header. What cannot be read counts as not chosen, so parental control fails closed. */
export function readVisitorSettings(cookieHeader: string | null): VisitorSettings {
  const value = cookieValue(cookieHeader, COOKIE);
  if (value === undefined || value.length > LONGEST_VALUE) return DEFAULT_VISITOR_SETTINGS;
  return withChoices(DEFAULT_VISITOR_SETTINGS, new URLSearchParams(value.replaceAll("~", "&")));
}

/** The settings with the choices of a form or a stored value laid over them. */
export function withChoices(
  settings: VisitorSettings,
  parameters: URLSearchParams,
): VisitorSettings {
  return { ...settings, ...readChoices(parameters) };
}

/** The choices that a form or a stored value makes; what is no valid choice is left out. An empty accent is the site's own. */
export function readChoices(parameters: URLSearchParams): Partial<VisitorSettings> {
  const theme = oneOf(THEMES, parameters.get("theme"));
  const titleLanguage = oneOf(TITLE_LANGUAGES, parameters.get("title_language"));
  const locale = readLocale(parameters.get("locale"));
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

/** The `Set-Cookie` value that keeps the settings for a year. */
export function visitorSettingsCookie(
  settings: VisitorSettings,
  { secure }: { secure: boolean },
): string {
  const stored = new URLSearchParams({
    theme: settings.theme,
    title_language: settings.titleLanguage,
    parental_control: String(settings.parentalControl),
    ...(settings.locale === null ? {} : { locale: settings.locale }),
    ...(settings.accent === null ? {} : { accent: settings.accent }),
    track_search_history: String(settings.trackSearchHistory),
  });
  // `&` is legal in a cookie but often mangled by what stands between; `~` is not.
  const value = stored.toString().replaceAll("&", "~");
  return `${COOKIE}=${value}; Path=/; Max-Age=${ONE_YEAR_SECONDS}; SameSite=Lax; HttpOnly${secure ? "; Secure" : ""}`;
}

function oneOf<Member extends string>(
  members: readonly Member[],
  text: string | null,
): Member | null {
  return members.find((member) => member === text) ?? null;
}
