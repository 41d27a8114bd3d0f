import { printTable } from "./tables";
import type { Program } from "./programs";

const SAMPLE = /^akari_cache_(\w+)\{cache="([^"]+)"\} (\d+)$/gm;

/** Prints what each cache of a server holds, finds and evicts, as its metrics tell. */
export async function printCaches(server: Program): Promise<void> {
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  const caches = new Map<string, Record<string, number>>();
  for (const [, figure = "", name = "", value] of metrics.matchAll(SAMPLE))
    caches.set(name, { ...caches.get(name), [figure]: Number(value) });
  printTable(
    ["cache", "kB of", "kB", "lookups", "found", "evicted"],
    [...caches].map(([name, cache]) => {
      const { bytes = 0, max_bytes = 0, hits_total = 0, misses_total = 0 } = cache;
      const lookups = hits_total + misses_total;
      return [
        name,
        Math.round(max_bytes / 1000),
        Math.round(bytes / 1000),
        lookups,
        lookups === 0 ? "–" : `${((100 * hits_total) / lookups).toFixed(1)} %`,
        cache.evictions_total ?? 0,
      ];
    }),
  );
}
