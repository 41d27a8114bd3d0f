import type { Locale } from "./locales";

const namesOf = new Map<Locale, Intl.DisplayNames>();

/** The name of a BCP 47 language in the locale; a malformed tag as it is. */
export function languageName(locale: Locale, tag: string): string {
  let names = namesOf.get(locale);
  if (names === undefined) {
    names = new Intl.DisplayNames([locale], { type: "language" });
    namesOf.set(locale, names);
  }
  try {
    return names.of(tag) ?? tag;
  } catch {
    return tag;
  }
}
