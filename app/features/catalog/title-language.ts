/** In which of its names a title is shown, on every page. */
export const TITLE_LANGUAGES = ["romaji", "english", "native"] as const;
export type TitleLanguage = (typeof TITLE_LANGUAGES)[number];

/** The names that a title may have. `title` is the romaji one and always there. */
export interface TitleNames {
  title: string;
  title_english: string | null;
  title_japanese: string | null;
}

/** A name ready to be shown, with its language for the `lang` attribute (BCP 47). */
export interface ShownTitle {
  text: string;
  lang: "en" | "ja" | "ja-Latn";
}

/** The title in the wished language, or the romaji one where there is none in it. */
export function shownTitle(names: TitleNames, language: TitleLanguage): ShownTitle {
  if (language === "english" && names.title_english !== null)
    return { text: names.title_english, lang: "en" };
  if (language === "native" && names.title_japanese !== null)
    return { text: names.title_japanese, lang: "ja" };
  return { text: names.title, lang: "ja-Latn" };
}
