import { use } from "react";
import { loadI18n } from "./load-i18n";
import { DEFAULT_LOCALE, type Locale } from "./locales";
import { hasI18n, i18nFor, type I18n } from "./i18n";

/**
 * Suspends while the messages of a newly chosen locale load. Falls back to the default locale when
 * the root loader failed.
 */
export function usePageI18n(chosen: { locale: Locale; url: string } | undefined): I18n {
  if (chosen === undefined || hasI18n(chosen.locale))
    return i18nFor(chosen?.locale ?? DEFAULT_LOCALE);
  return use(loadI18n(chosen.locale, chosen.url));
}
