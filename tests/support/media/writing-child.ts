import { createImageCache } from "../../../app/media/images/cache/image-cache.server";
import { createDiskStorage } from "../../../app/media/storage/disk.server";
import { createLog } from "../../../app/observability/log.server";

/** Stores files in a loop for tests that kill it; prints a line per stored file. */
const [, , kind, folder = ""] = process.argv;
const storage = createDiskStorage(folder);
const cache = createImageCache({
  folder,
  maxDiskBytes: 1e9,
  maxMemoryBytes: 1,
  maxAgeMs: 1e9,
  log: createLog("silent"),
});

async function store(number: number): Promise<void> {
  const bytes = Buffer.alloc(20_000 + ((number * 7919) % 300_000), `${process.pid} ${number} `);
  if (kind === "uploads") await storage.put(bytes, "image/webp");
  else {
    cache.put(`${process.pid} ${number}`, bytes, "image/webp");
    await cache.settled();
  }
  process.stdout.write(`${number}\n`);
}

await Promise.all(
  Array.from({ length: 5 }, async (_, lane) => {
    for (let number = lane; ; number += 5) await store(number);
  }),
);
