/** The kinds of names by which titles are filtered through one index. */
export type TermKind = "genre" | "theme" | "studio" | "producer" | "licensor" | "source";

/**
 * A name as filters compare it: compatibility forms and casing folded, and space, `_`, `-` and `,` alike.
 * `Sci-Fi`, `sci_fi` and `SCI  FI` all give `sci fi`.
 */
export function normaliseName(name: string): string {
  return name
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\s_,-]+/gu, " ")
    .trim();
}

/** One entry of `animes.term_keys`: the kind and the normalised name, as `genre:sci fi`. */
export function termKey(kind: TermKind, name: string): string {
  return `${kind}:${normaliseName(name)}`;
}

/** What a title is filtered by: its lists of names, and its source. */
export interface TermSource {
  genres: readonly string[];
  themes: readonly string[];
  studios: readonly string[];
  producers: readonly string[];
  licensors: readonly string[];
  source: string | null;
}

/** All entries of `animes.term_keys` for one title, without repeats, in a stable order. */
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
  return [...keys];
}
