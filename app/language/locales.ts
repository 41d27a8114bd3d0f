/** The languages that the site speaks, by their tags (BCP 47). The first one is spoken to those who ask for none of them. */
export const LOCALES = ["en", "es"] as const;
export type Locale = (typeof LOCALES)[number];

export const DEFAULT_LOCALE: Locale = "en";

/** Each language by its own name, as somebody looks for it who reads no other. */
export const LOCALE_NAMES: Readonly<Record<Locale, string>> = { en: "English", es: "Español" };

/** How dates and numbers are written: English with day before month and 24 hours, Spanish as it is understood everywhere. */
export const FORMAT_TAGS: Readonly<Record<Locale, string>> = { en: "en-GB", es: "es" };

/** More than a browser ever sends; what comes after is not looked at. */
const LONGEST_HEADER = 1_000;

/** The language that a text names exactly, or null. */
export function readLocale(text: unknown): Locale | null {
  return LOCALES.find((locale) => locale === text) ?? null;
}

/**
 * The language of the site that an `Accept-Language` header prefers (RFC 9110 section 12.5.4): by weight, then by order; `es-MX` is content with
 * `es`, a weight of 0 refuses. Null when it names none of ours.
 */
export function acceptedLocale(header: string | null): Locale | null {
  const wishes = (header ?? "")
    .slice(0, LONGEST_HEADER)
    .split(",")
    .map((part, order) => {
      const [tag = "", ...parameters] = part.split(";").map((piece) => piece.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
      return {
        locale: readLocale(tag.split("-")[0]),
        weight: weight === undefined ? 1 : Number(weight) || 0,
        order,
      };
    });
  const [best] = wishes
    .filter(({ locale, weight }) => locale !== null && weight > 0)
    .sort((one, other) => other.weight - one.weight || one.order - other.order);
  return best?.locale ?? null;
}
