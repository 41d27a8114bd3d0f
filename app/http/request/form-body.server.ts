import { setImmediate } from "node:timers/promises";
import { ContentDisposition } from "@remix-run/headers/content-disposition";
import {
  MaxFileSizeExceededError,
  MaxPartsExceededError,
  MaxTotalSizeExceededError,
  MultipartParser,
  type MultipartPart,
} from "@remix-run/multipart-parser";
import { AppError, Invalid } from "~/errors/app-error";
import {
  createBase64Decoder,
  type Base64Content,
  type Base64Decoder,
} from "~/parsing/base64-decoder";
import {
  bodyTooLarge,
  MAX_FORM_FIELDS,
  MAX_PART_HEADER_BYTES,
  MAX_SHORT_TEXT,
  readChunks,
  totalBytes,
  type BodyLimits,
} from "./read-bytes.server";

type FieldValue = string | File | Base64Content;

/** RFC 2046 section 5.1.1. */
const BOUNDARY = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;",]{1,70}))(?=\s*(?:;|$))/i;

/** How many chunks are read before other requests get their turn. */
const CHUNKS_PER_TURN = 16;

export async function readUrlencodedForm(
  request: Request,
  { text, base64 }: BodyLimits,
): Promise<Record<string, unknown>> {
  const form = createFields();
  const reader = createUrlencodedReader({
    maxText: text,
    maxBase64: base64,
    onField: (name, value) => form.add(name, value),
  });
  for await (const chunk of readChunks(request, totalBytes({ text, base64: base64 ?? 0 })))
    reader.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString("latin1"));
  reader.end();
  return form.toRecord();
}

/** RFC 7578. Undefined for an empty body. */
export async function readMultipartForm(
  request: Request,
  limits: BodyLimits,
): Promise<Record<string, unknown> | undefined> {
  const form = createFields();
  const toValue = createPartReader(limits);
  const parser = createParser(request, limits);
  let isEmpty = true;
  let isComplete = false;
  for await (const chunk of readChunks(request, totalBytes(limits))) {
    isEmpty = false;
    // An epilogue (RFC 2046), which the parser refuses when late.
    if (isComplete) continue;
    for (const part of parseParts(parser, chunk, limits))
      form.add(nameOf(part), await toValue(part));
    isComplete = hasEnded(parser);
  }
  if (isEmpty) return undefined;
  if (!isComplete) throw invalidForm();
  return form.toRecord();
}

function createParser(request: Request, { text, files, base64 }: BodyLimits): MultipartParser {
  const [, quoted, token] = BOUNDARY.exec(request.headers.get("content-type") ?? "") ?? [];
  const boundary = quoted ?? token;
  if (boundary === undefined) throw invalidForm();
  return new MultipartParser(boundary, {
    maxHeaderSize: MAX_PART_HEADER_BYTES,
    maxParts: MAX_FORM_FIELDS,
    maxFileSize: Math.max(text, files ?? 0, base64 ?? 0),
    maxTotalSize: totalBytes({ text, files: files ?? 0, base64: base64 ?? 0 }),
  });
}

function* parseParts(
  parser: MultipartParser,
  chunk: Uint8Array,
  limits: BodyLimits,
): Generator<MultipartPart> {
  try {
    yield* parser.write(chunk);
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (error instanceof MaxPartsExceededError) throw tooManyFields();
    if (error instanceof MaxFileSizeExceededError || error instanceof MaxTotalSizeExceededError)
      throw bodyTooLarge(limits.files ?? limits.base64 ?? limits.text);
    throw invalidForm();
  }
}

function hasEnded(parser: MultipartParser): boolean {
  try {
    parser.finish();
    return true;
  } catch {
    return false;
  }
}

function nameOf(part: MultipartPart): string {
  const name = readHeader(() => part.name);
  if (name === undefined) throw invalidForm();
  return name;
}

/** RFC 7578 section 4.2 forbids `filename*`. */
function fileNameOf(part: MultipartPart): string | undefined {
  const disposition = readHeader(() => part.headers["content-disposition"] ?? null);
  return ContentDisposition.from(disposition).filename;
}

/** The parser decodes headers on access. */
function readHeader<Value>(read: () => Value): Value {
  try {
    return read();
  } catch {
    throw invalidForm();
  }
}

function createPartReader({ text, files, base64 }: BodyLimits) {
  let textBytes = 0;
  let fileBytes = 0;
  let hasBase64 = false;

  const countText = (bytes: number) => {
    textBytes += bytes;
    if (textBytes > text) throw bodyTooLarge(text);
  };
  const countFile = (bytes: number) => {
    if (files === undefined) return countText(bytes);
    fileBytes += bytes;
    if (fileBytes > files) throw bodyTooLarge(files);
  };

  return async (part: MultipartPart): Promise<FieldValue> => {
    const filename = fileNameOf(part);
    const { size } = part;
    if (filename !== undefined) {
      countFile(size);
      return new File(part.content as BlobPart[], filename);
    }
    if (base64 !== undefined && !hasBase64 && size > MAX_SHORT_TEXT) {
      if (size > base64) throw bodyTooLarge(base64);
      hasBase64 = true;
      return decodeBase64(part.content);
    }
    countText(size);
    return new TextDecoder().decode(part.bytes);
  };
}

async function decodeBase64(chunks: readonly Uint8Array[]): Promise<Base64Content> {
  const decoder = createBase64Decoder();
  for (const [index, chunk] of chunks.entries()) {
    if (index % CHUNKS_PER_TURN === CHUNKS_PER_TURN - 1) await setImmediate();
    decoder.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString("latin1"));
  }
  return decoder.finish();
}

function createFields() {
  const values = new Map<string, FieldValue[]>();
  let count = 0;
  return {
    add(name: string, value: FieldValue): void {
      count += 1;
      if (count > MAX_FORM_FIELDS) throw tooManyFields();
      const before = values.get(name);
      if (before === undefined) values.set(name, [value]);
      else before.push(value);
    },
    toRecord: (): Record<string, unknown> =>
      Object.fromEntries(
        [...values].map(([name, given]) => [name, given.length > 1 ? given : given[0]]),
      ),
  };
}

function invalidForm(): Invalid {
  return new Invalid([{ path: "", message: "body.invalidForm" }]);
}

function tooManyFields(): Invalid {
  return new Invalid([
    { path: "", message: { key: "body.tooManyFields", values: { max: MAX_FORM_FIELDS } } },
  ]);
}

interface UrlencodedOptions {
  maxText: number;
  /** The limit for base64; undefined where it is not allowed. */
  maxBase64: number | undefined;
  onField: (name: string, value: string | Base64Content) => void;
}

/** Matches an escape that a chunk's end has cut. */
const CUT = /%[0-9A-Fa-f]?$/;

/** WHATWG URL section 5.1, incrementally. */
function createUrlencodedReader({ maxText, maxBase64, onField }: UrlencodedOptions) {
  let field = "";
  let textLength = 0;
  let base64Length = 0;
  let decoder: Base64Decoder | null = null;
  let carry = "";

  const addToField = (piece: string) => {
    if (decoder !== null) return addToBase64(piece);
    field += piece;
    textLength += piece.length;
    if (maxBase64 !== undefined && base64Length === 0) startBase64();
    if (textLength > maxText) throw bodyTooLarge(maxText);
  };
  const startBase64 = () => {
    const valueStart = field.indexOf("=") + 1;
    const value = field.slice(valueStart);
    if (valueStart === 0 || value.length <= MAX_SHORT_TEXT) return;
    field = field.slice(0, valueStart);
    textLength -= value.length;
    decoder = createBase64Decoder();
    addToBase64(value);
  };
  const addToBase64 = (piece: string) => {
    base64Length += piece.length;
    if (base64Length > (maxBase64 ?? 0)) throw bodyTooLarge(maxBase64 ?? 0);
    const text = carry + piece;
    carry = CUT.exec(text)?.[0] ?? "";
    decoder?.push(decodePercent(text.slice(0, text.length - carry.length)));
  };
  const endField = () => {
    const [[name, value] = []] = new URLSearchParams(toParameter(field));
    field = "";
    if (name !== undefined && value !== undefined)
      onField(name, decoder === null ? value : decoder.finish());
    decoder = null;
    carry = "";
  };

  return {
    /** Reads a piece of the body, whose bytes are Latin-1. */
    push(piece: string): void {
      let start = 0;
      for (let end = piece.indexOf("&"); end !== -1; end = piece.indexOf("&", start)) {
        addToField(piece.slice(start, end));
        endField();
        textLength += 1;
        start = end + 1;
      }
      addToField(piece.slice(start));
    },
    end: endField,
  };
}

/** The ampersand keeps a leading question mark. */
function toParameter(field: string): string {
  return `&${field.replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16)}`)}`;
}

function decodePercent(text: string): string {
  return text
    .replaceAll("+", " ")
    .replace(/%([0-9A-Fa-f]{2})/g, (_, digits: string) =>
      String.fromCharCode(Number.parseInt(digits, 16)),
    );
}
