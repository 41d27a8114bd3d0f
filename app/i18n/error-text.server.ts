import { compileMessage } from "@lingui/message-utils/compileMessage";
import type { ErrorKey, ErrorMessage, ErrorValue } from "./error-message";
import { createFormatMessage, type MessageArguments } from "./format-message";
import { DEFAULT_LOCALE, FORMAT_TAGS, type Locale } from "./locales";
import { errors as english } from "./messages/en/errors";
import { errors as spanish } from "./messages/es/errors";

export const ERROR_MESSAGES: Readonly<Record<Locale, Readonly<Record<ErrorKey, string>>>> = {
  en: english,
  es: spanish,
};

type Say = (key: ErrorKey, values?: MessageArguments) => string;

const catalogs = new Map<Locale, Say>();

/** Renders a message, by default in English as in the JSON API. */
export function errorText(message: ErrorMessage, locale: Locale = DEFAULT_LOCALE): string {
  const { key, values } =
    typeof message === "string" ? { key: message, values: undefined } : message;
  return catalog(locale)(key, values && renderValues(values, locale));
}

function renderValues(
  values: Readonly<Record<string, ErrorValue>>,
  locale: Locale,
): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, renderValue(value, locale)]),
  );
}

function renderValue(value: ErrorValue, locale: Locale): string | number {
  if (typeof value !== "object") return value;
  if ("message" in value) return errorText(value.message, locale);
  const list = new Intl.ListFormat(FORMAT_TAGS[locale]);
  return list.format(value.map((key) => catalog(locale)(key)));
}

/** Builds a catalog on first use, since most processes never show an error in every locale. */
function catalog(locale: Locale): Say {
  const cached = catalogs.get(locale);
  if (cached !== undefined) return cached;
  const messages = new Map(
    Object.entries(ERROR_MESSAGES[locale]).map(([key, text]) => [key, compileMessage(text)]),
  );
  const formatMessage = createFormatMessage(FORMAT_TAGS[locale]);
  const created: Say = (key, values) => formatMessage(messages.get(key) ?? [key], values);
  catalogs.set(locale, created);
  return created;
}
