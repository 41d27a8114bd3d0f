import { isWithheld, type ControlledTitle } from "~/features/catalog/parental-control";
import type { Viewer } from "~/features/catalog/visibility.server";
import { isOptional, type FranchiseRole } from "./franchise-roles";

export interface IndexedMember extends ControlledTitle {
  franchise: number;
  role: FranchiseRole;
  /** Whether it has not aired yet, so that nobody can have seen it. */
  announced: boolean;
}

export interface FranchiseIndex {
  /** The franchise of each title, by title id. */
  franchises: ReadonlyMap<number, number>;
  /** The titles of each franchise, by its id. */
  members: ReadonlyMap<number, readonly IndexedMember[]>;
}

export function indexFranchises(rows: readonly IndexedMember[]): FranchiseIndex {
  const members = new Map<number, IndexedMember[]>();
  for (const row of rows) {
    const existing = members.get(row.franchise);
    if (existing === undefined) members.set(row.franchise, [row]);
    else existing.push(row);
  }
  return { franchises: new Map(rows.map(({ id, franchise }) => [id, franchise])), members };
}

/**
 * The titles of each franchise of which the viewer has seen all that has aired and is not optional,
 * with those that are. A title of no franchise is one of its own. Titles that the viewer may not
 * see count nowhere, so that what is left out does not tell of them.
 */
export function completedFranchises(
  { franchises, members }: FranchiseIndex,
  seen: ReadonlySet<number>,
  { parentalControl }: Viewer,
): Set<number> {
  const titles = new Set<number>();
  const touched = new Set<number>();
  for (const id of seen) {
    const franchise = franchises.get(id);
    if (franchise === undefined) titles.add(id);
    else touched.add(franchise);
  }
  for (const franchise of touched) {
    const aired = (members.get(franchise) ?? []).filter(
      (member) => !member.announced && !isWithheld(member, parentalControl),
    );
    const story = aired.filter(({ role }) => !isOptional(role));
    if ((story.length > 0 ? story : aired).every(({ id }) => seen.has(id)))
      for (const { id } of aired) titles.add(id);
  }
  return titles;
}
