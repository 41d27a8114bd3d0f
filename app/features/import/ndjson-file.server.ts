import {
  isGzipError,
  readImportStream,
  TruncatedFileError,
  type ImportStreamOptions,
} from "./import-stream.server";
import type { SourceItem } from "./source-item";

const LINES_PER_CHUNK = 500;

/** Lines that are longer are rejected unparsed; real ones reach about 12 kB. */
const MAX_LINE_BYTES = 1_048_576;

const NEWLINE = 0x0a;

/**
 * Gzip is sniffed from the first bytes. Lines that are too long, or not UTF-8 or JSON, are yielded
 * as `broken`; empty lines are skipped. Throws `TruncatedFileError` after the last complete line of
 * a truncated file.
 */
export async function* readNdjsonFile(
  path: string,
  options: ImportStreamOptions = {},
): AsyncGenerator<SourceItem[]> {
  let chunk: SourceItem[] = [];
  for await (const line of readLines(path, options)) {
    const read = parseLine(line);
    if (read !== null) chunk.push(read);
    if (chunk.length >= LINES_PER_CHUNK) {
      yield chunk;
      chunk = [];
    }
    if (line.truncated !== undefined) {
      if (chunk.length > 0) yield chunk;
      throw line.truncated;
    }
  }
  if (chunk.length > 0) yield chunk;
}

interface RawLine {
  number: number;
  bytes: Buffer;
  tooLong: boolean;
  truncated?: TruncatedFileError;
}

async function* readLines(path: string, options: ImportStreamOptions): AsyncGenerator<RawLine> {
  let number = 1;
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  const completeLine = (last: Buffer): RawLine => {
    const tooLong = pendingBytes + last.length > MAX_LINE_BYTES;
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
    for await (const part of readImportStream(path, options)) {
      let start = 0;
      for (let end = part.indexOf(NEWLINE); end !== -1; end = part.indexOf(NEWLINE, start)) {
        yield completeLine(part.subarray(start, end));
        start = end + 1;
      }
      const rest = part.subarray(start);
      pendingBytes += rest.length;
      // The report needs only the start of an overlong line.
      if (pendingBytes <= MAX_LINE_BYTES || pending.length === 0) pending.push(rest);
    }
  } catch (error) {
    if (!isGzipError(error)) throw error;
    const truncated = new TruncatedFileError(
      `the file is damaged or ends early, in line ${number} (${error.message})`,
      { cause: error },
    );
    yield { number, bytes: Buffer.alloc(0), tooLong: false, truncated };
    return;
  }
  if (pendingBytes > 0) yield completeLine(Buffer.alloc(0));
}

const decoder = new TextDecoder("utf-8", { fatal: true });

function parseLine({ number, bytes, tooLong }: RawLine): SourceItem | null {
  const at = { line: number };
  if (tooLong)
    return { at, broken: `is longer than ${MAX_LINE_BYTES} bytes`, text: bytes.toString("utf8") };
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
