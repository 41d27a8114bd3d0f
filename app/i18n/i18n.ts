import { setupI18n } from "@lingui/core";
import type { CompiledMessage } from "@lingui/message-utils/compileMessage";
import { FORMAT_TAGS, type Locale } from "./locales";
import type { MessageKey, MessageValues } from "./message-types";

/** Compiled on the server, so that browsers load no parser. */
export type CompiledMessages = Readonly<Record<string, CompiledMessage>>;

export interface I18n {
  locale: Locale;
  messagesUrl: string;
  t: <Key extends MessageKey>(key: Key, ...values: MessageValues<Key>) => string;
  /** The message `<set>.<value>`; else the value itself. */
  label: (set: string, value: string) => string;
  formatNumber: (value: number, format?: Intl.NumberFormatOptions) => string;
  /** Set `timeZone`; the default is the machine's. */
  formatDate: (value: Date | string, format: Intl.DateTimeFormatOptions) => string;
  formatList: (items: readonly string[]) => string;
}

const instances = new Map<Locale, I18n>();

export function createI18n(locale: Locale, messagesUrl: string, messages: CompiledMessages): I18n {
  const lingui = setupI18n({
    locale,
    locales: FORMAT_TAGS[locale],
    messages: { [locale]: messages },
    missing: missingMessage,
  });
  const lists = new Intl.ListFormat(FORMAT_TAGS[locale]);
  // Lingui serialises a key for each number, and pages have up to a thousand.
  const numbers = new Intl.NumberFormat(FORMAT_TAGS[locale]);
  const i18n: I18n = {
    locale,
    messagesUrl,
    t: (key, ...[values]) => lingui.t(key, values),
    label: (set, value) =>
      Object.hasOwn(messages, `${set}.${value}`) ? lingui.t(`${set}.${value}`) : value,
    formatNumber: (value, format) =>
      format === undefined ? numbers.format(value) : lingui.number(value, format),
    formatDate: (value, format) => lingui.date(value, format),
    formatList: (items) => lists.format(items),
  };
  instances.set(locale, i18n);
  return i18n;
}

/** Throws when the locale's messages are not loaded. */
export function i18nFor(locale: Locale): I18n {
  const i18n = instances.get(locale);
  if (i18n === undefined) throw new Error(`The messages of ${locale} are not loaded.`);
  return i18n;
}

export function hasI18n(locale: Locale): boolean {
  return instances.has(locale);
}

/** Shown when a browser has the messages of another version, instead of the key. */
function missingMessage(): string {
  return "…";
}
