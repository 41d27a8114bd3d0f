import { studioPath } from "~/features/catalog/view/anime-path";
import { displayTitle, type DisplayTitle } from "~/features/catalog/title-language";
import { listKnownTitles } from "~/features/credits/list-known-titles.server";
import type { Named } from "~/features/credits/credit";
import { creditLink, type CreditLink } from "~/features/credits/view/credit-path";
import type { CatalogTools } from "~/services/shared-services";
import { suggestAllCredits } from "./suggest-credits.server";
import type { PageViewer } from "~/pages/viewer/page-viewer";

/** A character, person or studio. */
export interface NamedMatch extends Omit<CreditLink, "id"> {
  kind: "character" | "person" | "studio";
  line: string;
  /** The best-known titles of a person. */
  titles?: readonly DisplayTitle[];
}

interface MatchOptions {
  text: string;
  perKind: number;
  limit: number;
  titlesPerPerson?: number;
}

/**
 * Finds characters, people and studios with a name that begins with the text: the best of each
 * kind, then the second of each. People have their best-known titles where `titlesPerPerson` is
 * not 0.
 */
export async function findNamedMatches(
  catalog: CatalogTools,
  { i18n: { t }, titleLanguage, parentalControl }: PageViewer,
  { text, perKind, limit, titlesPerPerson = 0 }: MatchOptions,
): Promise<NamedMatch[]> {
  const { people, characters, studios } = await suggestAllCredits(catalog, {
    text,
    parentalControl,
    limit: perKind,
  });
  const titlesOf =
    titlesPerPerson === 0
      ? new Map<number, never>()
      : await listKnownTitles(
          catalog.db,
          people.map(({ id }) => id),
          { limit: titlesPerPerson, parentalControl },
        );
  const toMatch = (kind: "character" | "person", named: Named, line: string): NamedMatch => {
    const { path, name, image } = creditLink(named, kind, titleLanguage);
    return { kind, path, name, image, line };
  };
  const lists = [
    characters.map((character) =>
      toMatch(
        "character",
        character,
        [t("credits.character"), character.title].filter((part) => part !== null).join(" · "),
      ),
    ),
    people.map((person) => {
      const match = toMatch("person", person, t("credits.person"));
      const titles = titlesOf.get(person.id);
      return titles === undefined
        ? match
        : { ...match, titles: titles.map((title) => displayTitle(title, titleLanguage)) };
    }),
    studios.map((name): NamedMatch => ({
      kind: "studio",
      path: studioPath(name),
      name: { text: name, lang: undefined },
      line: t("credits.studio"),
      image: null,
    })),
  ];
  return Array.from({ length: perKind }, (_, rank) => rank)
    .flatMap((rank) => lists.flatMap((list) => list.slice(rank, rank + 1)))
    .slice(0, limit);
}
