import type { DisplayTitle } from "~/features/catalog/title-language";

export const ANIME_FIELDS = ["favorite_animes", "watched_animes"] as const;
export type AnimeField = (typeof ANIME_FIELDS)[number];

export interface AnimeChoice {
  id: number;
  title: DisplayTitle;
  year: number | null;
}

export interface FoundAnimes {
  field: AnimeField;
  text: string;
  ids: readonly number[];
}
