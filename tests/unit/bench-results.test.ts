import { describe, expect, it } from "vitest";
import { findLosses } from "../../bench/support/results";

describe("a benchmark", () => {
  it("fails for costs over 15 % above the recorded ones", () => {
    expect(findLosses({ hit: 23, miss: 1_150 }, { hit: 20, miss: 1_000 })).toEqual([]);
    expect(findLosses({ hit: 23.1, miss: 1_000 }, { hit: 20, miss: 1_000 })).toEqual([
      { name: "hit", recorded: 20, cost: 23.1 },
    ]);
  });

  it("accepts what was not recorded", () => {
    expect(findLosses({ hit: 50 }, {})).toEqual([]);
  });
});
