import { isDeepStrictEqual } from "node:util";

export interface Page<Cursor, Item> {
  items: readonly Item[];
  /** Leads to the next page; null on the last one. */
  next: Cursor | null;
}

/** Reads page after page, up to the last one or an empty one. */
export async function* readPages<Cursor, Item>(
  first: Cursor,
  read: (cursor: Cursor) => Promise<Page<Cursor, Item>>,
): AsyncGenerator<{ cursor: Cursor; items: readonly Item[] }> {
  let previous: readonly Item[] | null = null;
  for (let cursor: Cursor | null = first; cursor !== null;) {
    const { items, next }: Page<Cursor, Item> = await read(cursor);
    if (items.length === 0 || isSamePage(items, previous)) return;
    yield { cursor, items };
    previous = items;
    cursor = next;
  }
}

/** Whether a page repeats the one before: a server that ignores the cursor would never end. */
export function isSamePage(
  items: readonly unknown[],
  previous: readonly unknown[] | null,
): boolean {
  return previous !== null && isDeepStrictEqual(items, previous);
}
