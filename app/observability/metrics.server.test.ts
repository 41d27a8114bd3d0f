import { expect, it } from "vitest";
import { createMetrics } from "./metrics.server";

it("tells what each cache in memory holds and how it is used", async () => {
  const usage = { name: "pages", bytes: 300, maxBytes: 600, hits: 5, misses: 2, evictions: 1 };
  const metrics = createMetrics({}, () => Promise.resolve([]), { caches: () => [usage] });
  await metrics.render();
  usage.hits += 1;
  const lines = (await metrics.render()).split("\n");
  for (const line of [
    'akari_cache_bytes{cache="pages"} 300',
    'akari_cache_max_bytes{cache="pages"} 600',
    'akari_cache_hits_total{cache="pages"} 6',
    'akari_cache_misses_total{cache="pages"} 2',
    'akari_cache_evictions_total{cache="pages"} 1',
  ])
    expect(lines).toContain(line);
});

it("has the free space and the database's size, unless they cannot be read", async () => {
  let sizes: { freeBytes: number | null; databaseBytes: number | null } = {
    freeBytes: 5_000,
    databaseBytes: 7_000,
  };
  const metrics = createMetrics({}, () => Promise.resolve([]), {
    readSizes: () => Promise.resolve(sizes),
  });
  const samples = async () => (await metrics.render()).match(/^akari_(?:disk|database)_.*$/gm);
  expect(await samples()).toEqual(["akari_disk_free_bytes 5000", "akari_database_bytes 7000"]);
  sizes = { freeBytes: 0, databaseBytes: null };
  expect(await samples()).toEqual(["akari_disk_free_bytes 0"]);
});
