import { use } from "react";
import { loadWords } from "./load-words";
import { DEFAULT_LOCALE, type Locale } from "./locales";
import { areWordsIn, wordsIn, type Words } from "./words";

/**
 * The language that the server has chosen for this person. When it becomes another one while the page is open, the new messages are fetched
 * first: the old page stays until they are there. Without a choice, as when the frame itself failed, it is the default language.
 */
export function usePageWords(chosen: { locale: Locale; url: string } | undefined): Words {
  if (chosen === undefined || areWordsIn(chosen.locale))
    return wordsIn(chosen?.locale ?? DEFAULT_LOCALE);
  return use(loadWords(chosen.locale, chosen.url));
}
