/** The number of rails of a page in which a title may stand. */
const MAX_RAILS = 2;

/**
 * Shortens rails to `length` cards, without those that stand in two rails before it already. The
 * titles of `facts`, which are what airs today or was added, all stay, and count.
 */
export function distinctRails<Card extends { readonly id: number }>(
  facts: readonly (readonly Card[])[],
  rails: readonly (readonly Card[])[],
  length: number,
): Card[][] {
  const counts = new Map<number, number>();
  const count = (cards: readonly Card[]) => {
    for (const { id } of cards) counts.set(id, (counts.get(id) ?? 0) + 1);
  };
  facts.forEach(count);
  return rails.map((rail) => {
    const shown = rail.filter(({ id }) => (counts.get(id) ?? 0) < MAX_RAILS).slice(0, length);
    count(shown);
    return shown;
  });
}
