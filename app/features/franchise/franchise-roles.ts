import { toRecap, toSideStory, type TitleRelation } from "./franchise-relations";

export const FRANCHISE_ROLES = ["main", "side", "alternative", "special", "recap"] as const;
export type FranchiseRole = (typeof FRANCHISE_ROLES)[number];

const SPECIAL_TYPES = new Set(["Special", "TV Special", "Music", "PV", "CM"]);

/** What each member is to the franchise of the title `main`. */
export function franchiseRoles(
  main: number,
  titles: readonly { id: number; type: string | null }[],
  relations: readonly TitleRelation[],
): Map<number, FranchiseRole> {
  const recaps = new Set(relations.flatMap((relation) => toRecap(relation)?.recap ?? []));
  const sides = new Set(relations.flatMap((relation) => toSideStory(relation)?.story ?? []));
  const line = mainLine(main, relations);
  return new Map(
    titles.map(({ id, type }): [number, FranchiseRole] => {
      if (id === main) return [id, "main"];
      if (recaps.has(id)) return [id, "recap"];
      if (type !== null && SPECIAL_TYPES.has(type)) return [id, "special"];
      if (line.has(id)) return [id, "main"];
      return [id, sides.has(id) ? "side" : "alternative"];
    }),
  );
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
