import type { DisplayTitle } from "~/features/catalog/title-language";

export const ANIME_FIELDS = ["favorite_animes", "watched_animes"] as const;
export type AnimeField = (typeof ANIME_FIELDS)[number];

export interface AnimeChoice {
  id: number;
  title: DisplayTitle;
  color: string;
}

export interface StudioChoice {
  name: string;
  /** Ids of titles, most popular first. */
  titles: readonly number[];
}

export interface GenreChoice {
  name: string;
  example: DisplayTitle | null;
}

export interface FoundAnimes {
  field: AnimeField;
  text: string;
  ids: readonly number[];
}
