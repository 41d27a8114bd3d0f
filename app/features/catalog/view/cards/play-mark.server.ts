import { LRUCache } from "lru-cache";
import { smallValues } from "~/caching/small-values";
import type { PlayableLanguages } from "~/features/catalog/episodes/playable-titles.server";
import type { I18n } from "~/i18n/i18n";
import { languageName } from "~/i18n/language-name";
import type { PlayMarkData } from "./play-mark";

/** Holds about 3,000 marks. A page has up to hundreds, and most of them are equal. */
const MAX_MARK_BYTES = 1024 * 1024;
const marks = new LRUCache<string, PlayMarkData>(smallValues(MAX_MARK_BYTES));

/** How many languages have a code; the others are in the text. */
const MAX_CODES = 2;

/** Returns `JA EN · CC ES`, and what it means. */
export function playMark(i18n: I18n, { audio, subtitles }: PlayableLanguages): PlayMarkData {
  const key = `${i18n.locale} ${audio.join()} ${subtitles.join()}`;
  const cached = marks.get(key);
  if (cached !== undefined) return cached;
  const names = (tags: readonly string[]) =>
    i18n.formatList(tags.map((tag) => languageName(i18n.locale, tag)));
  const mark = {
    codes: [codesOf(audio), subtitles.length === 0 ? "" : `CC ${codesOf(subtitles)}`]
      .filter((part) => part !== "")
      .join(" · "),
    text: [
      i18n.t("card.plays"),
      audio.length === 0 ? null : i18n.t("card.plays.audio", { languages: names(audio) }),
      subtitles.length === 0
        ? null
        : i18n.t("card.plays.subtitles", { languages: names(subtitles) }),
    ]
      .filter((part) => part !== null)
      .join(" "),
  };
  marks.set(key, mark);
  return mark;
}

/** Returns `JA EN +2`, with Japanese first, which most titles have. */
function codesOf(tags: readonly string[]): string {
  const languages = [...new Set(tags.map((tag) => (tag.split("-")[0] ?? tag).toUpperCase()))];
  const codes = languages.toSorted((one, other) => Number(other === "JA") - Number(one === "JA"));
  const more = codes.length - MAX_CODES;
  return [...codes.slice(0, MAX_CODES), ...(more > 0 ? [`+${more}`] : [])].join(" ");
}
