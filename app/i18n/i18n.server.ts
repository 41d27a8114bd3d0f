import { createHash } from "node:crypto";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import { english } from "./messages/en";
import { spanish } from "./messages/es";
import { LOCALES, type Locale } from "./locales";
import { type CompiledMessages, createI18n, type I18n, i18nFor } from "./i18n";

export const MESSAGES: Readonly<Record<Locale, Readonly<Record<string, string>>>> = {
  en: english,
  es: spanish,
};

export interface MessageFile {
  version: string;
  json: string;
}

const files = new Map<Locale, MessageFile>();

for (const locale of LOCALES) {
  const messages: CompiledMessages = Object.fromEntries(
    Object.entries(MESSAGES[locale]).map(([key, text]) => [key, compileMessage(text)]),
  );
  const json = JSON.stringify(messages);
  const version = createHash("sha256").update(json).digest("hex").slice(0, 12);
  files.set(locale, { version, json });
  createI18n(locale, `/messages/${locale}.${version}.json`, messages);
}

/** All are loaded on the server. */
export function serverI18n(locale: Locale): I18n {
  return i18nFor(locale);
}

export function messageFile(locale: Locale): MessageFile {
  const file = files.get(locale);
  if (file === undefined) throw new Error(`There are no messages in ${locale}.`);
  return file;
}
