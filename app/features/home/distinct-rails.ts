/** The number of rails of a page in which a title may stand. */
const MAX_RAILS = 2;

interface Title {
  readonly mal_id: number;
}

/**
 * Returns what shortens one rail after the other to `length` titles, without those that stand in
 * two rails before it already. The titles of `facts`, which are what airs today or was added, all
 * stay, and count.
 */
export function createDistinctRails(facts: readonly (readonly Title[])[], length: number) {
  const counts = new Map<number, number>();
  const count = (titles: readonly Title[]) => {
    for (const { mal_id } of titles) counts.set(mal_id, (counts.get(mal_id) ?? 0) + 1);
  };
  facts.forEach(count);
  return <Kind extends Title>(rail: readonly Kind[]): Kind[] => {
    const shown = rail
      .filter(({ mal_id }) => (counts.get(mal_id) ?? 0) < MAX_RAILS)
      .slice(0, length);
    count(shown);
    return shown;
  };
}
