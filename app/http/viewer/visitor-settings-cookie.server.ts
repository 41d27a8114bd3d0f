import { stringifySetCookie } from "cookie";
import { getCookie } from "~/http/request/get-cookie.server";
import { VISITOR_COOKIE } from "~/pages/viewer/visitor-cookies";
import {
  applyChoices,
  DEFAULT_VISITOR_SETTINGS,
  type VisitorSettings,
} from "~/pages/viewer/visitor-settings";

const ONE_YEAR_SECONDS = 31_536_000;
const MAX_VALUE_LENGTH = 512;

export function hasVisitorSettings(cookieHeader: string | null): boolean {
  return getCookie(cookieHeader, VISITOR_COOKIE) !== undefined;
}

/** Invalid values become defaults. */
export function readVisitorSettings(cookieHeader: string | null): VisitorSettings {
  const value = getCookie(cookieHeader, VISITOR_COOKIE);
  if (value === undefined || value.length > MAX_VALUE_LENGTH) return DEFAULT_VISITOR_SETTINGS;
  return applyChoices(DEFAULT_VISITOR_SETTINGS, new URLSearchParams(value.replaceAll("~", "&")));
}

export function visitorSettingsCookie(
  settings: VisitorSettings,
  { secure }: { secure: boolean },
): string {
  const parameters = new URLSearchParams({
    theme: settings.theme,
    title_language: settings.titleLanguage,
    parental_control: String(settings.parentalControl !== false),
    ...(settings.locale === null ? {} : { locale: settings.locale }),
    ...(settings.accent === null ? {} : { accent: settings.accent }),
    track_search_history: String(settings.trackSearchHistory),
  });
  return stringifySetCookie(
    {
      name: VISITOR_COOKIE,
      // Some proxies mangle `&`.
      value: parameters.toString().replaceAll("&", "~"),
      path: "/",
      maxAge: ONE_YEAR_SECONDS,
      sameSite: "lax",
      httpOnly: true,
      secure,
    },
    { encode: (value) => value },
  );
}
