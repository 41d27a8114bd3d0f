import type { TitleTag } from "./title-tags";

export type TermKind = "genre" | "theme" | "studio" | "producer" | "licensor" | "source" | "tag";

/** NFKC, lower case, with spaces for `_`, `-` and `,`. */
export function normaliseName(name: string): string {
  return name
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\s_,-]+/gu, " ")
    .trim();
}

export function termKey(kind: TermKind, name: string): string {
  return `${kind}:${normaliseName(name)}`;
}

export interface TermSource {
  genres: readonly string[];
  themes: readonly string[];
  studios: readonly string[];
  producers: readonly string[];
  licensors: readonly string[];
  source: string | null;
  tags?: readonly TitleTag[];
}

export function termKeys(anime: TermSource): string[] {
  const keys = new Set<string>();
  const add = (kind: TermKind, names: readonly string[]): void => {
    for (const name of names) if (normaliseName(name) !== "") keys.add(termKey(kind, name));
  };
  add("genre", anime.genres);
  add("theme", anime.themes);
  add("studio", anime.studios);
  add("producer", anime.producers);
  add("licensor", anime.licensors);
  add("source", anime.source === null ? [] : [anime.source]);
  // A search by a spoiler tag would tell what happens in the titles that it finds.
  const tags = (anime.tags ?? []).filter(({ spoiler }) => !spoiler);
  add(
    "tag",
    tags.map(({ name }) => name),
  );
  return [...keys];
}
