import { joinsFranchise, toSideStory, type TitleRelation } from "./franchise-relations";

/**
 * Groups of two or more titles that belong together. A crossover, the side story of several
 * franchises, belongs to the one of its first parent by `compare` and does not join them. Related
 * titles outside of `known` connect others but are not members. The order of members and groups is
 * unspecified.
 */
export function groupFranchises(
  known: ReadonlySet<number>,
  relations: readonly TitleRelation[],
  compare: (one: number, other: number) => number,
): number[][] {
  const groups = new DisjointSets();
  const parents = new Map<number, Set<number>>();
  for (const relation of relations.filter(joinsFranchise)) {
    const side = toSideStory(relation);
    if (side === null) groups.join(relation.from, relation.to);
    else parents.set(side.story, (parents.get(side.story) ?? new Set()).add(side.parent));
  }
  // Stories of one group share their parents.
  const parentsOfGroup = new Map<number, Set<number>>();
  for (const [story, found] of parents) {
    const group = groups.find(story);
    const all = parentsOfGroup.get(group) ?? new Set();
    for (const parent of found) if (groups.find(parent) !== group) all.add(parent);
    parentsOfGroup.set(group, all);
  }
  const crossovers: [number, number[]][] = [];
  for (const [group, found] of parentsOfGroup) {
    const all = [...found];
    const [parent, ...others] = all;
    if (parent === undefined) continue;
    if (new Set(all.map((id) => groups.find(id))).size === 1 || others.length === 0)
      groups.join(group, parent);
    else crossovers.push([group, all]);
  }
  for (const [group, found] of crossovers) {
    const [best] = found.sort(
      (one, other) => Number(known.has(other)) - Number(known.has(one)) || compare(one, other),
    );
    if (best !== undefined) groups.join(group, best);
  }
  return groups.list((id) => known.has(id)).filter((members) => members.length > 1);
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
