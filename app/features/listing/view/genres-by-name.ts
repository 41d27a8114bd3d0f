import type { I18n } from "~/i18n/i18n";

export function genresByName<T extends { name: string }>(
  { label, locale }: I18n,
  genres: readonly T[],
): T[] {
  return [...genres].sort((a, b) =>
    label("genre", a.name).localeCompare(label("genre", b.name), locale),
  );
}
