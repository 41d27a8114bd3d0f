import { expect, it } from "vitest";
import { visitLines } from "./playlist-lines";

/** Visits a playlist on a clock on which each line takes a millisecond. */
async function visit(text: string) {
  let now = 0;
  let isDone = false;
  let turnsOfOthers = 0;
  const others = () => {
    turnsOfOthers += 1;
    if (!isDone) setImmediate(others);
  };
  setImmediate(others);
  const slices: string[][] = [[]];
  const line = (visited: string) => {
    now += 1;
    slices.at(-1)?.push(visited);
  };
  const endSlice = (isLast: boolean) => void (isLast || slices.push([]));
  await visitLines(text, { line, endSlice }, () => now);
  isDone = true;
  return { slices, turnsOfOthers };
}

it("lets other work run between slices of four milliseconds, in 20,000 segments", async () => {
  const lines = Array.from({ length: 20_000 }, (_, index) => `#EXTINF:6,\n${index}.ts`);
  const text = lines.join("\n");
  const { slices, turnsOfOthers } = await visit(text);
  expect(new Set(slices.map((slice) => slice.length))).toEqual(new Set([4]));
  expect(slices.flat().join("\n")).toBe(text);
  expect(turnsOfOthers).toBeGreaterThanOrEqual(slices.length - 1);
});

it.each([
  ["", [[""]]],
  ["a\nb\r\nc\n", [["a", "b\r", "c", ""]]],
  ["a\nb\nc\nd\n", [["a", "b", "c", "d"], [""]]],
])("visits each line of %j once", async (text, slices) => {
  expect((await visit(text)).slices).toEqual(slices);
});
