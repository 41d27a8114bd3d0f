import { expect, it } from "vitest";
import { createDistinctRails } from "./distinct-rails";

const rail = (...ids: number[]) => ids.map((mal_id) => ({ mal_id }));
type Rails = ReturnType<typeof rail>[];
const distinctRails = (facts: Rails, rails: Rails, length: number) =>
  rails.map(createDistinctRails(facts, length));

it("leaves out of a rail what stands in two before it, and fills it up", () => {
  expect(distinctRails([], [rail(1, 2, 3), rail(1, 3, 4), rail(1, 3, 4, 5)], 3)).toEqual([
    rail(1, 2, 3),
    rail(1, 3, 4),
    rail(4, 5),
  ]);
});

it("counts what a shortened rail shows, and not what it leaves out", () => {
  expect(distinctRails([], [rail(1, 2), rail(2, 1), rail(2, 1)], 1)).toEqual([
    rail(1),
    rail(2),
    rail(2),
  ]);
});

it("counts what airs or was added, whose rails stay as they are", () => {
  expect(distinctRails([rail(1), rail(1, 2)], [rail(1, 2), rail(2, 3)], 9)).toEqual([
    rail(2),
    rail(3),
  ]);
});
