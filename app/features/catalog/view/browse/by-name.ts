import type { Words } from "~/language/words";

/** In the order of an index in the reader's language. */
export function byName<T extends { name: string }>({ label, locale }: Words, entries: readonly T[]): T[] {
  return [...entries].sort((a, b) => label("genre", a.name).localeCompare(label("genre", b.name), locale));
}
