import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { createGunzip } from "node:zlib";
import { errorCode } from "~/errors/error-code";
import type { SourceLine } from "./source-line";

/** Lines that are handed on together, and so are written in one transaction. */
const LINES_PER_CHUNK = 500;

/** A line beyond this many bytes is refused unread; the longest real ones have some 12 kB. */
const LINE_MAX_BYTES = 1_048_576;

const NEWLINE = 0x0a;

/** The file ends in the middle, or is no gzip after all. What came before was read. */
export class SourceCutOff extends Error {
  override name = "SourceCutOff";
}

export interface NdjsonFileOptions {
  /** Called with the bytes of the file that were read so far, compressed ones if the file is. */
  onBytes?: (bytes: number) => void;
}

/**
 * Reads a file of one JSON value a line, gzipped or not (told by its first bytes), a bounded part at a time. A line that is no
 * UTF-8 or no JSON, or is too long, comes as `broken`; empty lines are passed over. Throws `SourceCutOff` after the last whole
 * line when the file is damaged or ends early.
 */
export async function* readNdjsonFile(
  path: string,
  options: NdjsonFileOptions = {},
): AsyncGenerator<SourceLine[]> {
  let chunk: SourceLine[] = [];
  for await (const line of readLines(path, options)) {
    const read = readLine(line);
    if (read !== null) chunk.push(read);
    if (chunk.length >= LINES_PER_CHUNK) {
      yield chunk;
      chunk = [];
    }
    if (line.cutOff !== undefined) {
      if (chunk.length > 0) yield chunk;
      throw line.cutOff;
    }
  }
  if (chunk.length > 0) yield chunk;
}

interface RawLine {
  number: number;
  bytes: Buffer;
  tooLong: boolean;
  /** Set on the last item where the file ended in the middle. */
  cutOff?: SourceCutOff;
}

async function* readLines(path: string, options: NdjsonFileOptions): AsyncGenerator<RawLine> {
  const gzipped = await startsLikeGzip(path);
  const file = createReadStream(path, { highWaterMark: 65_536 });
  let bytesRead = 0;
  file.on("data", (part) => {
    bytesRead += part.length;
    options.onBytes?.(bytesRead);
  });
  const stream = gzipped ? file.pipe(createGunzip()) : file;
  if (gzipped) file.on("error", (error) => stream.destroy(error));

  let number = 1;
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  const take = (last: Buffer): RawLine => {
    const tooLong = pendingBytes + last.length > LINE_MAX_BYTES;
    const line = {
      number,
      bytes: tooLong ? Buffer.concat([...pending, last], 200) : Buffer.concat([...pending, last]),
      tooLong,
    };
    number += 1;
    pending = [];
    pendingBytes = 0;
    return line;
  };
  try {
    for await (const part of stream as AsyncIterable<Buffer>) {
      let start = 0;
      for (let end = part.indexOf(NEWLINE); end !== -1; end = part.indexOf(NEWLINE, start)) {
        yield take(part.subarray(start, end));
        start = end + 1;
      }
      const rest = part.subarray(start);
      pendingBytes += rest.length;
      // Of a line that is too long only the beginning is kept, for the report.
      if (pendingBytes <= LINE_MAX_BYTES || pending.length === 0) pending.push(rest);
    }
  } catch (error) {
    if (!isGzipError(error)) throw error;
    const cutOff = new SourceCutOff(
      `the file is damaged or ends early, in line ${number} (${error.message})`,
      { cause: error },
    );
    yield { number, bytes: Buffer.alloc(0), tooLong: false, cutOff };
    return;
  } finally {
    file.destroy();
  }
  if (pendingBytes > 0) yield take(Buffer.alloc(0));
}

const decoder = new TextDecoder("utf-8", { fatal: true });

function readLine({ number, bytes, tooLong }: RawLine): SourceLine | null {
  const at = { line: number };
  if (tooLong)
    return { at, broken: `is longer than ${LINE_MAX_BYTES} bytes`, text: bytes.toString("utf8") };
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    return { at, broken: "is not valid UTF-8", text: bytes.toString("utf8") };
  }
  if (text.trim() === "") return null;
  try {
    return { at, value: JSON.parse(text) as unknown };
  } catch {
    return { at, broken: "is not valid JSON", text };
  }
}

async function startsLikeGzip(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b;
  } finally {
    await file.close();
  }
}

function isGzipError(error: unknown): error is NodeJS.ErrnoException {
  return errorCode(error).startsWith("Z_");
}
