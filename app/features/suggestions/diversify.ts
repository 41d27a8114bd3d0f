import { compareTo, type TasteCatalog } from "./taste-catalog";

interface Candidate {
  title: number;
  value: number;
}

/** How much likeness to a title that is already chosen costs. */
const LIKENESS_COST = 0.6;
/** The chosen ones before that a candidate is compared with: about two rows of cards. */
const WINDOW = 12;
const MAX_CANDIDATES = 400;
/** Takes about two milliseconds. */
const CHOSEN_PER_SLICE = 20;

/**
 * Maximal marginal relevance (Carbonell and Goldstein 1998): chooses one after the other, each
 * worth less the more it is like one of those chosen shortly before. At most one per franchise.
 */
export async function diversify<Item extends Candidate>(
  catalog: TasteCatalog,
  ranked: readonly Item[],
  limit: number,
  pause: () => Promise<void> = () => Promise.resolve(),
): Promise<Item[]> {
  let rest = onePerFranchise(catalog, ranked).slice(0, Math.max(MAX_CANDIDATES, limit));
  const chosen: Item[] = [];
  const likeness = new Map<number, number[]>(rest.map(({ title }) => [title, []]));
  while (chosen.length < limit) {
    let best: Item | undefined;
    let bestValue = -Infinity;
    for (const item of rest) {
      const near = likeness.get(item.title) ?? [];
      let nearest = 0;
      for (let at = Math.max(0, near.length - WINDOW); at < near.length; at += 1)
        nearest = Math.max(nearest, near[at] ?? 0);
      const value = item.value - LIKENESS_COST * nearest;
      if (value > bestValue) {
        best = item;
        bestValue = value;
      }
    }
    if (best === undefined) break;
    const picked = best;
    chosen.push(picked);
    rest = rest.filter((item) => item !== picked);
    const similarity = compareTo(catalog, picked.title);
    for (const item of rest) likeness.get(item.title)?.push(similarity(item.title));
    if (chosen.length % CHOSEN_PER_SLICE === 0) await pause();
  }
  return chosen;
}

function onePerFranchise<Item extends Candidate>(
  { titles }: TasteCatalog,
  ranked: readonly Item[],
): Item[] {
  const taken = new Set<number>();
  return ranked.filter(({ title }) => {
    const franchise = titles[title]?.franchise ?? null;
    if (franchise === null) return true;
    if (taken.has(franchise)) return false;
    taken.add(franchise);
    return true;
  });
}
