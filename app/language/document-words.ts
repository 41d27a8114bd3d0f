import { DEFAULT_LOCALE, readLocale } from "./locales";
import { wordsIn, type Words } from "./words";

/** The language of the open page, for what runs in the browser outside of components. */
export function documentWords(): Words {
  return wordsIn(
    (typeof document === "undefined" ? null : readLocale(document.documentElement.lang)) ??
      DEFAULT_LOCALE,
  );
}
