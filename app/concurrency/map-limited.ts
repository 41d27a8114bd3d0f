import { createSemaphore } from "./semaphore";

/** Works on all items, on `limit` at a time, and returns the results in the items' order. */
export async function mapLimited<Item, Result>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const slots = createSemaphore({ limit });
  return Promise.all(items.map((item) => slots.run(() => work(item))));
}
