import { createHash } from "node:crypto";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import { english } from "./catalogs/en";
import { spanish } from "./catalogs/es";
import { LOCALES, type Locale } from "./locales";
import { type CompiledMessages, learnWords, type Words, wordsIn } from "./words";

/** Every language's messages as they are written: ICU MessageFormat by key. */
export const CATALOGS: Readonly<Record<Locale, Readonly<Record<string, string>>>> = {
  en: english,
  es: spanish,
};

/** A language as a browser gets it. */
export interface MessageFile {
  /** Changes with the messages. */
  version: string;
  json: string;
}

const files = new Map<Locale, MessageFile>();

for (const locale of LOCALES) {
  const messages: CompiledMessages = Object.fromEntries(
    Object.entries(CATALOGS[locale]).map(([key, text]) => [key, compileMessage(text)]),
  );
  const json = JSON.stringify(messages);
  const version = createHash("sha256").update(json).digest("hex").slice(0, 12);
  files.set(locale, { version, json });
  learnWords(locale, `/words/${locale}.${version}.json`, messages);
}

/** A language on the server, where all are there. */
export function serverWords(locale: Locale): Words {
  return wordsIn(locale);
}

/** The messages of a language as their file. */
export function messageFile(locale: Locale): MessageFile {
  const file = files.get(locale);
  if (file === undefined) throw new Error(`There are no messages in ${locale}.`);
  return file;
}
