// sharp alone: transforms images in memory, one per core.
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import sharp from "sharp";

const { files, format, width } = JSON.parse(process.argv[2]);
const sources = files.map((path) => readFileSync(path));
sharp.cache(false);
sharp.concurrency(1);

const started = performance.now();
const before = process.cpuUsage();
let next = 0;
await Promise.all(
  Array.from({ length: availableParallelism() }, async () => {
    while (next < sources.length) {
      const image = sharp(sources[next++]).autoOrient().resize({ width, withoutEnlargement: true });
      await (
        format === "avif" ? image.avif({ quality: 50, effort: 2 }) : image.webp({ quality: 50 })
      ).toBuffer();
    }
  }),
);
const { user, system } = process.cpuUsage(before);
process.stdout.write(
  JSON.stringify({ milliseconds: performance.now() - started, micros: user + system }),
);
