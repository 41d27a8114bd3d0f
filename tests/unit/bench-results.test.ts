import { describe, expect, it } from "vitest";
import { findLosses, relativeCost } from "../../bench/support/results";

describe("a benchmark", () => {
  it("fails for costs over 15 % above the recorded ones", () => {
    expect(findLosses({ hit: 23, miss: 1_150 }, { hit: 20, miss: 1_000 })).toEqual([]);
    expect(findLosses({ hit: 23.1, miss: 1_000 }, { hit: 20, miss: 1_000 })).toEqual([
      { name: "hit", recorded: 20, cost: 23.1 },
    ]);
  });

  it("compares with a reference in the same rounds, which may differ in speed", () => {
    expect(relativeCost([20, 44, 63], [10, 20, 30])).toBe(2.1);
    expect(relativeCost([20, null, 63], [null, 20, 30])).toBe(2.1);
    expect(relativeCost([20], [null])).toBeNull();
  });

  it("accepts what was not recorded", () => {
    expect(findLosses({ hit: 50 }, {})).toEqual([]);
  });
});
