import {
  joinsFranchise,
  toSideStory,
  type SideStory,
  type TitleRelation,
} from "./franchise-relations";

/**
 * Groups of two or more titles that belong together. A crossover, the side story of several
 * franchises, belongs to the one of its first parent by `compare` and does not join them. Related
 * titles outside of `existing` connect others but are not members. The order of members and groups
 * is unspecified.
 */
export function groupFranchises(
  existing: ReadonlySet<number>,
  relations: readonly TitleRelation[],
  compare: (one: number, other: number) => number,
): number[][] {
  const groups = new DisjointSets();
  const sides: SideStory[] = [];
  for (const relation of relations.filter(joinsFranchise)) {
    const side = toSideStory(relation);
    if (side === null) groups.join(relation.from, relation.to);
    else sides.push(side);
  }
  let parents = parentsByGroup(groups, sides);
  // Each round makes several parents one for others.
  for (let joined = true; joined; parents = parentsByGroup(groups, sides)) {
    joined = false;
    for (const [group, found] of parents) {
      if (new Set(found.map((id) => groups.find(id))).size !== 1) continue;
      found.forEach((parent) => groups.join(group, parent));
      joined = true;
    }
  }
  const exists = (id: number) => Number(existing.has(id));
  for (const [group, found] of parents) {
    const [best] = found.sort(
      (one, other) => exists(other) - exists(one) || compare(one, other) || one - other,
    );
    if (best !== undefined) groups.join(group, best);
  }
  return groups.list((id) => existing.has(id)).filter((members) => members.length > 1);
}

/** Lists the parents of stories that are outside their parents' groups. */
function parentsByGroup(groups: DisjointSets, sides: readonly SideStory[]): Map<number, number[]> {
  const parents = new Map<number, number[]>();
  for (const { story, parent } of sides) {
    const group = groups.find(story);
    if (groups.find(parent) === group) continue;
    const found = parents.get(group);
    if (found === undefined) parents.set(group, [parent]);
    else found.push(parent);
  }
  return parents;
}

/** Union-find with path halving. */
class DisjointSets {
  readonly #parents = new Map<number, number>();

  find(id: number): number {
    let at = id;
    for (;;) {
      const up = this.#parents.get(at) ?? at;
      if (up === at) return at;
      const next = this.#parents.get(up) ?? up;
      this.#parents.set(at, next);
      at = next;
    }
  }

  join(one: number, other: number): void {
    const [low, high] = [this.find(one), this.find(other)].sort((a, b) => a - b) as [
      number,
      number,
    ];
    this.#parents.set(low, low);
    this.#parents.set(high, low);
  }

  list(isMember: (id: number) => boolean): number[][] {
    const sets = new Map<number, number[]>();
    for (const id of this.#parents.keys()) {
      if (!isMember(id)) continue;
      const root = this.find(id);
      const members = sets.get(root);
      if (members === undefined) sets.set(root, [id]);
      else members.push(id);
    }
    return [...sets.values()];
  }
}
