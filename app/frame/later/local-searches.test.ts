import { expect, it } from "vitest";
import {
  listLocalSearches,
  MAX_LOCAL_SEARCHES,
  recordLocalSearch,
  removeLocalSearch,
} from "./local-searches";

function storage(entries: Record<string, string> = {}) {
  const kept = new Map(Object.entries(entries));
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
}

it("has the newest searches first, each once", () => {
  const kept = storage();
  for (const query of ["Mushishi", "Frieren", " mushishi ", "  "]) recordLocalSearch(kept, query);
  expect(listLocalSearches(kept)).toEqual(["mushishi", "Frieren"]);
  removeLocalSearch(kept, "Frieren");
  expect(listLocalSearches(kept)).toEqual(["mushishi"]);
});

it(`keeps ${MAX_LOCAL_SEARCHES}`, () => {
  const kept = storage();
  for (let number = 1; number <= MAX_LOCAL_SEARCHES; number += 1)
    recordLocalSearch(kept, `search ${number}`);
  expect(listLocalSearches(kept)).toContain("search 1");
  recordLocalSearch(kept, "one more");
  expect(listLocalSearches(kept)).toHaveLength(MAX_LOCAL_SEARCHES);
  expect(listLocalSearches(kept)).not.toContain("search 1");
});

it("neither records nor lists while recording is off", () => {
  const kept = storage({ "akari:searches": '["Mushishi"]', trackSearchHistory: "false" });
  recordLocalSearch(kept, "Frieren");
  expect(listLocalSearches(kept)).toEqual([]);
  kept.setItem("trackSearchHistory", "true");
  expect(listLocalSearches(kept)).toEqual(["Mushishi"]);
});

it.each(["{", "{}", "[1]", "null"])("is empty for %j", (stored) => {
  expect(listLocalSearches(storage({ "akari:searches": stored }))).toEqual([]);
});
