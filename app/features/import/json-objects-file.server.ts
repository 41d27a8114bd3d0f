import {
  isGzipError,
  readImportStream,
  TruncatedFileError,
  type ImportStreamOptions,
} from "./import-stream.server";
import type { SourceItem } from "./source-item";

const OBJECTS_PER_CHUNK = 500;
/** Objects that are longer are rejected unparsed; real ones have some hundred bytes. */
const MAX_OBJECT_BYTES = 65_536;
const MAX_REPORTED_BYTES = 200;

const [NEWLINE, QUOTE, BACKSLASH, OPEN, CLOSE] = [0x0a, 0x22, 0x5c, 0x7b, 0x7d];
/** White space, comma and the brackets of the array. */
const BETWEEN = new Set([0x09, 0x0a, 0x0d, 0x20, 0x2c, 0x5b, 0x5d, 0xef, 0xbb, 0xbf]);

/**
 * The objects of a JSON array, or one after another, gzipped or not, without holding the file.
 * Positions are the lines on which objects begin. Throws `TruncatedFileError` after the last
 * complete object of a truncated file.
 */
export async function* readJsonObjects(
  path: string,
  options: ImportStreamOptions = {},
): AsyncGenerator<SourceItem[]> {
  const splitter = createSplitter();
  let chunk: SourceItem[] = [];
  let failure: Error | null = null;
  try {
    for await (const part of readImportStream(path, options)) {
      chunk.push(...splitter.push(part));
      if (chunk.length < OBJECTS_PER_CHUNK) continue;
      yield chunk;
      chunk = [];
    }
  } catch (error) {
    if (!isGzipError(error)) throw error;
    failure = error;
  }
  if (chunk.length > 0) yield chunk;
  if (failure !== null || splitter.isOpen())
    throw new TruncatedFileError(
      `the file is damaged or ends early, in line ${splitter.line()}${failure === null ? "" : ` (${failure.message})`}`,
      { cause: failure },
    );
}

function createSplitter() {
  let line = 1;
  let depth = 0;
  let brackets = 0;
  let isInString = false;
  let isEscaped = false;
  let startLine = 1;
  let pieces: Buffer[] = [];
  let length = 0;
  /** Anything but objects; reported once until the next object. */
  let isStray = false;

  const toItem = (): SourceItem => {
    const at = { line: startLine };
    const bytes = Buffer.concat(pieces);
    if (length > MAX_OBJECT_BYTES)
      return {
        at,
        broken: `is longer than ${MAX_OBJECT_BYTES} bytes`,
        text: bytes.toString("utf8", 0, MAX_REPORTED_BYTES),
      };
    const text = bytes.toString("utf8");
    try {
      return { at, value: JSON.parse(text) as unknown };
    } catch {
      return { at, broken: "is not valid JSON", text };
    }
  };
  const keep = (piece: Buffer) => {
    // The report needs only the start of an overlong object.
    if (length <= MAX_OBJECT_BYTES) pieces.push(piece);
    length += piece.length;
  };

  return {
    push(part: Buffer): SourceItem[] {
      const items: SourceItem[] = [];
      let start = 0;
      for (let index = 0; index < part.length; index += 1) {
        const byte = part[index] ?? 0;
        if (byte === NEWLINE) line += 1;
        if (isInString) {
          if (isEscaped) isEscaped = false;
          else if (byte === BACKSLASH) isEscaped = true;
          else if (byte === QUOTE) isInString = false;
        } else if (depth === 0 && byte !== OPEN) {
          if (byte === 0x5b) brackets += 1;
          else if (byte === 0x5d) brackets -= 1;
          if (BETWEEN.has(byte) || isStray) continue;
          isStray = true;
          const text = part.toString("utf8", index, index + MAX_REPORTED_BYTES);
          items.push({ at: { line }, broken: "is not a JSON object", text });
        } else if (byte === QUOTE) isInString = true;
        else if (byte === OPEN) {
          if (depth === 0) {
            start = index;
            startLine = line;
            isStray = false;
          }
          depth += 1;
        } else if (byte === CLOSE) {
          depth -= 1;
          if (depth > 0) continue;
          keep(part.subarray(start, index + 1));
          items.push(toItem());
          pieces = [];
          length = 0;
        }
      }
      if (depth > 0) keep(part.subarray(start));
      return items;
    },
    line: () => line,
    isOpen: () => depth > 0 || brackets > 0,
  };
}
