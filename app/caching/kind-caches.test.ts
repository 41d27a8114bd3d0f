import { expect, it } from "vitest";
import { createMemoryBudget } from "./memory-budget";
import { cacheKind, createKindCaches } from "./kind-caches";

const GENRES = cacheKind<string>("names");
const TITLES = cacheKind<string>("similar");
const DAYS = cacheKind<string>("search-rails");

it("keeps the genre list while 500 title pages and 64 time zones evict their own kind", async () => {
  const caches = createKindCaches(createMemoryBudget(1_000_000));
  await caches.get(GENRES, "genres/true", () => Promise.resolve("made once"));
  const page = () => Promise.resolve("x".repeat(5_000));
  for (let id = 0; id < 500; id += 1) await caches.get(TITLES, String(id), page);
  for (let zone = 0; zone < 64; zone += 1) await caches.get(DAYS, String(zone), page);
  const again = () => Promise.reject(new Error("made again"));
  expect(await caches.get(GENRES, "genres/true", again)).toBe("made once");
  for (const kind of [TITLES, DAYS])
    await expect(caches.get(kind, "0", again)).rejects.toThrow("made again");
  caches.clear();
  await expect(caches.get(GENRES, "genres/true", again)).rejects.toThrow("made again");
});
