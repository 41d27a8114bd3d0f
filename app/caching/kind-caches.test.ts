import { expect, it } from "vitest";
import { createMemoryBudget } from "./memory-budget";
import { cacheKind, createKindCaches } from "./kind-caches";

const TITLES = cacheKind<string>("similar");
const FACETS = cacheKind<string>("facets");

it("evicts no value of one kind for many of another", async () => {
  const caches = createKindCaches(createMemoryBudget(1_000_000));
  await caches.get(FACETS, "all", () => Promise.resolve("made once"));
  for (let id = 0; id < 5_000; id += 1)
    await caches.get(TITLES, String(id), () => Promise.resolve("x".repeat(200)));
  const again = () => Promise.reject(new Error("made again"));
  expect(await caches.get(FACETS, "all", again)).toBe("made once");
  await expect(caches.get(TITLES, "0", again)).rejects.toThrow("made again");
  caches.clear();
  await expect(caches.get(FACETS, "all", again)).rejects.toThrow("made again");
});
