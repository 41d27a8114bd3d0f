import type { Filmography } from "./get-person.server";

export const ROLE_KINDS = ["main", "supporting", "staff"] as const;
export type RoleKind = (typeof ROLE_KINDS)[number];

export interface FilmographyFilter {
  kind: RoleKind | null;
  /** Keeps voice roles in this language; leaves out the staff. */
  language: string | null;
}

/** The titles with a credit that matches, each with the matching credits. */
export function filterFilmography(
  titles: readonly Filmography[],
  { kind, language }: FilmographyFilter,
): Filmography[] {
  return titles
    .map((title) => ({
      ...title,
      characters:
        kind === "staff"
          ? []
          : title.characters.filter(
              (character) =>
                (kind === null || character.role.toLowerCase() === kind) &&
                (language === null || character.language === language),
            ),
      roles: (kind === null || kind === "staff") && language === null ? title.roles : [],
    }))
    .filter(({ characters, roles }) => characters.length + roles.length > 0);
}

/** The kinds and languages that a filmography has, for choosing among. */
export function filmographyChoices(titles: readonly Filmography[]): {
  kinds: RoleKind[];
  languages: string[];
} {
  const characters = titles.flatMap((title) => title.characters);
  return {
    kinds: ROLE_KINDS.filter((kind) =>
      kind === "staff"
        ? titles.some(({ roles }) => roles.length > 0)
        : characters.some(({ role }) => role.toLowerCase() === kind),
    ),
    languages: [...new Set(characters.map(({ language }) => language))].sort(),
  };
}
