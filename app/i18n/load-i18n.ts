import type { Locale } from "./locales";
import { type CompiledMessages, createI18n, type I18n } from "./i18n";

const loading = new Map<Locale, Promise<I18n>>();

/** A failed load is retried by the next call. */
export function loadI18n(locale: Locale, url: string): Promise<I18n> {
  const cached = loading.get(locale);
  if (cached !== undefined) return cached;
  const attempt = fetchMessages(url).then((messages) => createI18n(locale, url, messages));
  loading.set(locale, attempt);
  attempt.catch(() => loading.delete(locale));
  return attempt;
}

async function fetchMessages(url: string): Promise<CompiledMessages> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The messages could not be loaded: ${response.status}.`);
  return (await response.json()) as CompiledMessages;
}
