import { setupI18n } from "@lingui/core";
import type { CompiledMessage } from "@lingui/message-utils/compileMessage";
import { FORMAT_TAGS, type Locale } from "./locales";
import type { MessageKey, MessageValues } from "./messages";

/** A language's messages as they travel to the browser: compiled, so that no page carries a parser. */
export type CompiledMessages = Readonly<Record<string, CompiledMessage>>;

/** One language of the site: its messages, and how it writes dates and numbers. */
export interface Words {
  locale: Locale;
  /** Where browsers get the messages. The address changes with them. */
  url: string;
  /** The message of a key with its values set in. */
  t: <Key extends MessageKey>(key: Key, ...values: MessageValues<Key>) => string;
  /** A word of the catalog's data, such as the genre `Drama`: the label of `<set>.<value>`, or the value itself where the set has no such member. */
  label: (set: string, value: string) => string;
  /** A count or a measure: `1,062,542`. */
  number: (value: number, format?: Intl.NumberFormatOptions) => string;
  /** An instant, or ISO 8601 of one. Name the time zone in `format`; without one it is that of the machine. */
  date: (value: Date | string, format: Intl.DateTimeFormatOptions) => string;
  /** Names one after the other: `A, B and C`. */
  list: (items: readonly string[]) => string;
}

const known = new Map<Locale, Words>();

/** Builds a language out of its messages and keeps it for `wordsIn`. */
export function learnWords(locale: Locale, url: string, messages: CompiledMessages): Words {
  const i18n = setupI18n({
    locale,
    locales: FORMAT_TAGS[locale],
    messages: { [locale]: messages },
    missing: missingMessage,
  });
  const lists = new Intl.ListFormat(FORMAT_TAGS[locale]);
  const words: Words = {
    locale,
    url,
    t: (key, ...[values]) => i18n.t(key, values),
    label: (set, value) =>
      Object.hasOwn(messages, `${set}.${value}`) ? i18n.t(`${set}.${value}`) : value,
    number: (value, format) => i18n.number(value, format),
    date: (value, format) => i18n.date(value, format),
    list: (items) => lists.format(items),
  };
  known.set(locale, words);
  return words;
}

/** A language that is there: both on the server, in a browser the page's own. Throws when it was not learnt before. */
export function wordsIn(locale: Locale): Words {
  const words = known.get(locale);
  if (words === undefined) throw new Error(`The messages of ${locale} are not there yet.`);
  return words;
}

/** Whether a language is there. */
export function areWordsIn(locale: Locale): boolean {
  return known.has(locale);
}

/** Types and tests keep keys from being missing; a browser with the messages of another version must not show a key for words. */
function missingMessage(): string {
  return "…";
}
