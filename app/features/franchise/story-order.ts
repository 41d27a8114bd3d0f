import { toSequence, type TitleRelation } from "./franchise-relations";

export interface DatedTitle {
  id: number;
  /** ISO date or instant; null, which comes last, while unknown. */
  released: string | null;
}

export function byRelease(one: DatedTitle, other: DatedTitle): number {
  if (one.released === other.released) return one.id - other.id;
  if (one.released === null) return 1;
  if (other.released === null) return -1;
  return one.released < other.released ? -1 : 1;
}

/**
 * The order of the story: a sequel follows its prequel; side stories, spin-offs and recaps follow
 * what they belong to, and alternative versions the first of them; otherwise by release. Kahn's
 * topological sort; a cycle is entered at its earliest release.
 */
export function sortByStory(
  titles: readonly DatedTitle[],
  relations: readonly TitleRelation[],
): number[] {
  const left = new Map([...titles].sort(byRelease).map((title) => [title.id, new Set<number>()]));
  const byId = new Map(titles.map((title) => [title.id, title]));
  for (const relation of relations) {
    const sequence = toSequence(relation) ?? sortAlternatives(relation, byId);
    if (sequence === null || sequence.before === sequence.after || !left.has(sequence.before))
      continue;
    left.get(sequence.after)?.add(sequence.before);
  }
  const ordered: number[] = [];
  while (left.size > 0) {
    const next = firstReady(left);
    left.delete(next);
    ordered.push(next);
    for (const waitsFor of left.values()) waitsFor.delete(next);
  }
  return ordered;
}

/** The version that came out first is the one to start with. */
function sortAlternatives(
  { from, to, relation }: TitleRelation,
  titles: ReadonlyMap<number, DatedTitle>,
): { before: number; after: number } | null {
  const [one, other] = [titles.get(from), titles.get(to)];
  if (!relation.startsWith("ALTERNATIVE") || one === undefined || other === undefined) return null;
  return byRelease(one, other) < 0 ? { before: from, after: to } : { before: to, after: from };
}

function firstReady(left: ReadonlyMap<number, ReadonlySet<number>>): number {
  for (const [id, waitsFor] of left) if (waitsFor.size === 0) return id;
  return left.keys().next().value as number;
}

/**
 * The titles whose position an owner has set come in that order; each other one comes after all
 * that it follows in the computed order.
 */
export function applyPositions(
  ordered: readonly number[],
  positions: ReadonlyMap<number, number>,
): number[] {
  if (!ordered.some((id) => positions.has(id))) return [...ordered];
  const result = ordered
    .filter((id) => positions.has(id))
    .sort((one, other) => (positions.get(one) ?? 0) - (positions.get(other) ?? 0) || one - other);
  ordered.forEach((id, index) => {
    if (positions.has(id)) return;
    const before = new Set(ordered.slice(0, index));
    result.splice(result.findLastIndex((other) => before.has(other)) + 1, 0, id);
  });
  return result;
}
