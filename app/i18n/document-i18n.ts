import { DEFAULT_LOCALE, parseLocale } from "./locales";
import { i18nFor, type I18n } from "./i18n";

/** Gives browser code outside of components the document's messages. */
export function documentI18n(): I18n {
  return i18nFor(
    (typeof document === "undefined" ? null : parseLocale(document.documentElement.lang)) ??
      DEFAULT_LOCALE,
  );
}
