import { setupI18n, type I18n as Lingui } from "@lingui/core";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import type { ErrorKey, ErrorMessage, ErrorValue } from "./error-message";
import { DEFAULT_LOCALE, FORMAT_TAGS, type Locale } from "./locales";
import { errors as english } from "./messages/en/errors";
import { errors as spanish } from "./messages/es/errors";

export const ERROR_MESSAGES: Readonly<Record<Locale, Readonly<Record<ErrorKey, string>>>> = {
  en: english,
  es: spanish,
};

const catalogs = new Map<Locale, Lingui>();

/** In English by default, as in the JSON API. */
export function errorText(message: ErrorMessage, locale: Locale = DEFAULT_LOCALE): string {
  const { key, values } =
    typeof message === "string" ? { key: message, values: undefined } : message;
  return catalog(locale)._(key, values && renderValues(values, locale));
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
  return list.format(value.map((key) => catalog(locale)._(key)));
}

/** On first use, since most processes never show an error in every locale. */
function catalog(locale: Locale): Lingui {
  const cached = catalogs.get(locale);
  if (cached !== undefined) return cached;
  const messages = Object.fromEntries(
    Object.entries(ERROR_MESSAGES[locale]).map(([key, text]) => [key, compileMessage(text)]),
  );
  const created = setupI18n({
    locale,
    locales: FORMAT_TAGS[locale],
    messages: { [locale]: messages },
  });
  catalogs.set(locale, created);
  return created;
}
