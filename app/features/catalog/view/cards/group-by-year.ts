/** The years in the order in which they first occur, each with its items in the order given. */
export function groupByYear<Item extends { year: number | null }>(
  items: readonly Item[],
): { year: number | null; items: Item[] }[] {
  const groups = new Map<number | null, Item[]>();
  for (const item of items) {
    const group = groups.get(item.year);
    if (group === undefined) groups.set(item.year, [item]);
    else group.push(item);
  }
  return [...groups].map(([year, ofYear]) => ({ year, items: ofYear }));
}
