import { setTimeout } from "node:timers/promises";
import { expect, it } from "vitest";
import { gatherCalls } from "./gather-calls";

it("makes one call of those of the same turn, and of those that come while one is made", async () => {
  const made: number[][] = [];
  const second: Promise<number>[] = [];
  const double = gatherCalls(async (items: readonly number[]) => {
    made.push([...items]);
    if (made.length === 1) second.push(double(3), double(4), double(5));
    await setTimeout(5);
    return items.map((item) => 2 * item);
  });
  expect(await Promise.all([double(1), double(2)])).toEqual([2, 4]);
  expect(await Promise.all(second)).toEqual([6, 8, 10]);
  expect(await double(6)).toBe(12);
  expect(made).toEqual([[1, 2], [3, 4, 5], [6]]);
});

it("has one item fail alone", async () => {
  const check = gatherCalls((items: readonly number[]) =>
    items.includes(2) ? Promise.reject(new Error("two")) : Promise.resolve(items),
  );
  const results = await Promise.allSettled([check(1), check(2), check(3)]);
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  await expect(check(2)).rejects.toThrow("two");
});
