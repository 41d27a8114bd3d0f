import type { DisplayTitle, TitleNames } from "./title-language";

/** All names of a title but the one that is shown. */
export function otherNames(
  {
    title,
    title_english,
    title_japanese,
    title_synonyms,
  }: TitleNames & { title_synonyms: string[] },
  shown: DisplayTitle,
): DisplayTitle[] {
  const names: DisplayTitle[] = [
    ...(title_english === null ? [] : [{ text: title_english, lang: "en" } as const]),
    { text: title, lang: "ja-Latn" },
    ...(title_japanese === null ? [] : [{ text: title_japanese, lang: "ja" } as const]),
    ...title_synonyms.map((text) => ({ text, lang: "en" }) as const),
  ];
  return names.filter(({ text }) => text !== shown.text);
}
