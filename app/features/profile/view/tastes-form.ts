import type { ShownTitle } from "~/features/catalog/title-language";

/** The lists of titles that a profile has, by the names of their fields. */
export const ANIME_FIELDS = ["favorite_animes", "watched_animes"] as const;
export type AnimeField = (typeof ANIME_FIELDS)[number];

/** A title as the form names it. */
export interface AnimeChoice {
  id: number;
  title: ShownTitle;
  year: number | null;
}

/** What a search of the form found. */
export interface FoundAnimes {
  field: AnimeField;
  text: string;
  ids: readonly number[];
}
