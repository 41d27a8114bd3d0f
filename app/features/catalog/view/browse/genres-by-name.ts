import type { Words } from "~/language/words";

/** Genres in the order of an index in the reader's language. */
export function genresByName<T extends { name: string }>(
  { label, locale }: Words,
  genres: readonly T[],
): T[] {
  return [...genres].sort((a, b) =>
    label("genre", a.name).localeCompare(label("genre", b.name), locale),
  );
}
