/** The locales of the site, as BCP 47 tags. */
export const LOCALES = ["en", "es"] as const;
export type Locale = (typeof LOCALES)[number];

export const DEFAULT_LOCALE: Locale = "en";

/** Each language by its own name. */
export const LOCALE_NAMES: Readonly<Record<Locale, string>> = { en: "English", es: "Español" };

/** The `Intl` locale of dates and numbers. en-GB for the 24-hour clock. */
export const FORMAT_TAGS: Readonly<Record<Locale, string>> = { en: "en-GB", es: "es" };

/** The locale with exactly this tag, or null. */
export function parseLocale(text: unknown): Locale | null {
  return LOCALES.find((locale) => locale === text) ?? null;
}
