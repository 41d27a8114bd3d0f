import { toRecap, toSideStory, type TitleRelation } from "./franchise-relations";

export const FRANCHISE_ROLES = ["main", "side", "alternative", "special", "recap"] as const;
export type FranchiseRole = (typeof FRANCHISE_ROLES)[number];

/** A member of a franchise, as its role depends on it. */
export interface RoleTitle {
  id: number;
  type: string | null;
  /** Minutes of an episode; null while unknown. */
  minutes: number | null;
  /** The title itself says that it is a recap. */
  isNamedRecap: boolean;
}

const EXTRA_TYPES = new Set(["Music", "PV", "CM"]);
const SPECIAL_TYPES = new Set(["Special", "TV Special", ...EXTRA_TYPES]);
/**
 * Specials that are shorter than this are jokes between the seasons, though they are listed as
 * sequels.
 */
const MIN_STORY_MINUTES = 15;

/**
 * What each member is to the franchise of the title `main`. A special that is the sequel or prequel
 * of the main line continues the story, unless it is a side story too: finales are often specials.
 */
export function franchiseRoles(
  main: number,
  titles: readonly RoleTitle[],
  relations: readonly TitleRelation[],
): Map<number, FranchiseRole> {
  const recaps = new Set(relations.flatMap((relation) => toRecap(relation)?.recap ?? []));
  const sides = new Set(relations.flatMap((relation) => toSideStory(relation)?.story ?? []));
  const line = mainLine(main, relations);
  return new Map(
    titles.map((title): [number, FranchiseRole] => {
      const { id, type } = title;
      if (id === main) return [id, "main"];
      if (recaps.has(id) || title.isNamedRecap) return [id, "recap"];
      const isSpecial = type !== null && SPECIAL_TYPES.has(type);
      if (line.has(id) && (!isSpecial || (tellsStory(title) && !sides.has(id))))
        return [id, "main"];
      if (isSpecial) return [id, "special"];
      return [id, sides.has(id) ? "side" : "alternative"];
    }),
  );
}

function tellsStory({ type, minutes }: RoleTitle): boolean {
  return !EXTRA_TYPES.has(type ?? "") && (minutes === null || minutes >= MIN_STORY_MINUTES);
}

/** A viewer follows the story without these. */
export function isOptional(role: FranchiseRole): boolean {
  return role === "special" || role === "recap";
}

function mainLine(main: number, relations: readonly TitleRelation[]): Set<number> {
  const next = new Map<number, number[]>();
  for (const { from, to, relation } of relations) {
    if (relation !== "SEQUEL" && relation !== "PREQUEL") continue;
    next.set(from, [...(next.get(from) ?? []), to]);
    next.set(to, [...(next.get(to) ?? []), from]);
  }
  const line = new Set([main]);
  for (const id of line) for (const related of next.get(id) ?? []) line.add(related);
  return line;
}
