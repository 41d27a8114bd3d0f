export const TITLE_LANGUAGES = ["romaji", "english", "native"] as const;
export type TitleLanguage = (typeof TITLE_LANGUAGES)[number];

export interface TitleNames {
  title: string;
  title_english: string | null;
  title_japanese: string | null;
}

export interface DisplayTitle {
  text: string;
  lang: "en" | "ja" | "ja-Latn";
}

/** Falls back to romaji. */
export function displayTitle(names: TitleNames, language: TitleLanguage): DisplayTitle {
  if (language === "english" && names.title_english !== null)
    return { text: names.title_english, lang: "en" };
  if (language === "native" && names.title_japanese !== null)
    return { text: names.title_japanese, lang: "ja" };
  return { text: names.title, lang: "ja-Latn" };
}

/** The native name where the heading does not show it already. */
export function nativeTitle(heading: DisplayTitle, native: string | null): string | null {
  return heading.lang === "ja" || native?.toLowerCase() === heading.text.toLowerCase()
    ? null
    : native;
}
