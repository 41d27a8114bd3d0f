import { setTimeout } from "node:timers/promises";

interface Call<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/** A call waits as long for others. */
const WAIT_MS = 3;

/**
 * Gathers calls for a moment, and while earlier ones are under way, and makes one of them. `work`
 * returns a result for each of its items, in their order. If it throws, each item is tried by
 * itself, so that one of them fails alone.
 */
export function gatherCalls<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
): (item: Item) => Promise<Result> {
  const waiting: Call<Item, Result>[] = [];
  let isWorking = false;

  async function make(calls: readonly Call<Item, Result>[]): Promise<void> {
    try {
      const results = await work(calls.map(({ item }) => item));
      for (const [index, { resolve }] of calls.entries()) resolve(results[index] as Result);
    } catch (error) {
      if (calls.length > 1) await Promise.all(calls.map((call) => make([call])));
      else for (const { reject } of calls) reject(error);
    }
  }

  async function makeAll(): Promise<void> {
    isWorking = true;
    while (waiting.length > 0) {
      await setTimeout(WAIT_MS);
      await make(waiting.splice(0));
    }
    isWorking = false;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!isWorking) void makeAll();
    });
}
