import { studioPath } from "~/features/catalog/view/anime-path";
import type { Named } from "~/features/credits/credit";
import { creditLink, type CreditLink } from "~/features/credits/view/credit-path";
import { i18nContext, servicesContext, type RouterContext } from "~/http/context";
import { suggestAllCredits } from "./suggest-credits.server";
import { visitorSettingsContext } from "~/pages/viewer/visitor-settings";

/** A character, person or studio. */
export interface NamedMatch extends Omit<CreditLink, "id"> {
  kind: "character" | "person" | "studio";
  line: string;
}

/**
 * Finds characters, people and studios with a name that begins with the text: the best of each
 * kind, then the second of each.
 */
export async function findNamedMatches(
  context: RouterContext,
  { text, perKind, limit }: { text: string; perKind: number; limit: number },
): Promise<NamedMatch[]> {
  const { t } = context.get(i18nContext);
  const { titleLanguage, parentalControl } = context.get(visitorSettingsContext);
  const { people, characters, studios } = await suggestAllCredits(context.get(servicesContext), {
    text,
    parentalControl,
    limit: perKind,
  });
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
    people.map((person) => toMatch("person", person, t("credits.person"))),
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
