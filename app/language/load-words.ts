import type { Locale } from "./locales";
import { type CompiledMessages, learnWords, type Words } from "./words";

/** The languages on their way to this browser. */
const loading = new Map<Locale, Promise<Words>>();

/** Fetches a language's messages, once. A failed attempt is forgotten, so that the next one tries again. */
export function loadWords(locale: Locale, url: string): Promise<Words> {
  const known = loading.get(locale);
  if (known !== undefined) return known;
  const attempt = fetchMessages(url).then((messages) => learnWords(locale, url, messages));
  loading.set(locale, attempt);
  attempt.catch(() => loading.delete(locale));
  return attempt;
}

async function fetchMessages(url: string): Promise<CompiledMessages> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The messages could not be loaded: ${response.status}.`);
  // Our own server compiled them.
  return (await response.json()) as CompiledMessages;
}
