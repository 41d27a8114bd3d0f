export const LOCALES = ["en", "es"] as const;
export type Locale = (typeof LOCALES)[number];

export const DEFAULT_LOCALE: Locale = "en";

export const LOCALE_NAMES: Readonly<Record<Locale, string>> = { en: "English", es: "Español" };

/** Tags for `Intl`; en-GB for the 24-hour clock. */
export const FORMAT_TAGS: Readonly<Record<Locale, string>> = { en: "en-GB", es: "es" };

export function parseLocale(text: unknown): Locale | null {
  return LOCALES.find((locale) => locale === text) ?? null;
}
