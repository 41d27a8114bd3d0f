// Runs after the build: writes .br and .gz beside the files that gain from it, so that no request ever compresses a file.
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const folder = new URL("../build/client/", import.meta.url).pathname;
const COMPRESSIBLE = /\.(?:js|css|html|json|svg|txt|xml|webmanifest|vtt|m3u8)$/;
/** Below this the headers outweigh the gain. */
const WORTH_COMPRESSING = 1024;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
  const file = join(entry.parentPath, entry.name);
  if (!entry.isFile() || !COMPRESSIBLE.test(entry.name)) continue;
  const bytes = await readFile(file);
  if (bytes.byteLength < WORTH_COMPRESSING) continue;
  await writeFile(
    `${file}.br`,
    await brotli(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
      },
    }),
  );
  await writeFile(`${file}.gz`, await zip(bytes, { level: 9 }));
}
