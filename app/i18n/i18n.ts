import type { CompiledMessage } from "@lingui/message-utils/compileMessage";
import { createFormatMessage, type MessageArguments } from "./format-message";
import { FORMAT_TAGS, type Locale } from "./locales";
import type { MessageKey, MessageValues } from "./message-types";

/** Messages that are compiled on the server, so that browsers load no parser. */
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
/** Shown when a browser has the messages of another version, instead of the key. */
const MISSING: CompiledMessage = ["…"];
const PLAIN: Intl.NumberFormatOptions = {};

export function createI18n(locale: Locale, messagesUrl: string, messages: CompiledMessages): I18n {
  const tag = FORMAT_TAGS[locale];
  const formatMessage = createFormatMessage(tag);
  const say = (key: string, values?: MessageArguments) =>
    formatMessage(messages[key] ?? MISSING, values);
  const lists = new Intl.ListFormat(tag);
  const numberFormat = formatterFor(
    (format: Intl.NumberFormatOptions) => new Intl.NumberFormat(tag, format),
  );
  const dateFormat = formatterFor(
    (format: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(tag, format),
  );
  const i18n: I18n = {
    locale,
    messagesUrl,
    t: (key, ...[values]) => say(key, values),
    label: (set, value) =>
      Object.hasOwn(messages, `${set}.${value}`) ? say(`${set}.${value}`) : value,
    formatNumber: (value, format = PLAIN) => numberFormat(format).format(value),
    formatDate: (value, format) =>
      dateFormat(format).format(typeof value === "string" ? new Date(value) : value),
    formatList: (items) => lists.format(items),
  };
  instances.set(locale, i18n);
  return i18n;
}

/**
 * One per text of options, found by their object: pages format up to a thousand values, most of
 * them with a constant.
 */
function formatterFor<Options extends object, Formatter>(
  create: (options: Options) => Formatter,
): (options: Options) => Formatter {
  const byObject = new WeakMap<Options, Formatter>();
  const byText = new Map<string, Formatter>();
  return (options) => {
    const cached = byObject.get(options);
    if (cached !== undefined) return cached;
    const text = JSON.stringify(options);
    const formatter = byText.get(text) ?? create(options);
    byText.set(text, formatter);
    byObject.set(options, formatter);
    return formatter;
  };
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
