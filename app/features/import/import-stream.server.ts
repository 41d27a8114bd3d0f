import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { createGunzip } from "node:zlib";
import { errorCode } from "~/errors/error-code";

/** The file is truncated or not gzip; the rows before that point were read. */
export class TruncatedFileError extends Error {
  override name = "TruncatedFileError";
}

export interface ImportStreamOptions {
  /** How much of the file was read. */
  onBytes?: (bytes: number) => void;
}

/** The content in pieces. Gzip is sniffed from the first bytes. */
export async function* readImportStream(
  path: string,
  { onBytes }: ImportStreamOptions,
): AsyncGenerator<Buffer> {
  const gzipped = await isGzipFile(path);
  const file = createReadStream(path, { highWaterMark: 65_536 });
  let bytesRead = 0;
  file.on("data", (part) => {
    bytesRead += part.length;
    onBytes?.(bytesRead);
  });
  const stream = gzipped ? file.pipe(createGunzip()) : file;
  if (gzipped) file.on("error", (error) => stream.destroy(error));
  try {
    yield* stream as AsyncIterable<Buffer>;
  } finally {
    file.destroy();
  }
}

async function isGzipFile(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b;
  } finally {
    await file.close();
  }
}

export function isGzipError(error: unknown): error is NodeJS.ErrnoException {
  return errorCode(error).startsWith("Z_");
}
