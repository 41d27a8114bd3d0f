// Writes .br and .gz files after the build, so that no request compresses a file.
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const folder = fileURLToPath(new URL("../build/client/", import.meta.url));
const COMPRESSIBLE = /\.(?:js|css|html|json|svg|txt|xml|webmanifest|vtt|m3u8)$/;
/** The headers of a smaller file outweigh the gain. */
const MIN_BYTES = 200;

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
  const file = join(entry.parentPath, entry.name);
  if (!entry.isFile() || !COMPRESSIBLE.test(entry.name)) continue;
  const bytes = await readFile(file);
  if (bytes.byteLength < MIN_BYTES) continue;
  await writeFile(
    `${file}.br`,
    await brotliAsync(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
      },
    }),
  );
  await writeFile(`${file}.gz`, await gzipAsync(bytes, { level: 9 }));
}
