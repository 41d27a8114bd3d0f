import { randomUUID } from "node:crypto";
import type { z } from "zod";
import { AppError, Cancelled, Invalid } from "~/errors/app-error";
import { fromZodMessage, type ErrorMessage } from "~/i18n/error-message";

export interface Body {
  value: unknown;
  /** Forms get a redirect, other clients JSON. */
  isForm: boolean;
}

/** For bodies without images. */
const MAX_BODY_BYTES = 64 * 1024;

/** Of a refused body. */
const MAX_DRAINED_BYTES = 64 * 1024 * 1024;
const MAX_DRAIN_MS = 3_000;

/** A large body of tiny fields would block for seconds. */
const MAX_FORM_FIELDS = 10_000;

/**
 * Reads a JSON, urlencoded or multipart body of at most `limit` bytes. Form fields become strings,
 * repeated ones arrays, files `File`s. Throws `Invalid`, and the errors of 413 and 415.
 */
export async function readBody(request: Request, limit = MAX_BODY_BYTES): Promise<Body> {
  return request.method === "DELETE"
    ? readOptionalBody(request, limit)
    : parseBody(request, await readBytes(request, limit));
}

/**
 * `readBody` for an optional body: many clients send `Content-Type: application/json` without one.
 */
export async function readOptionalBody(request: Request, limit = MAX_BODY_BYTES): Promise<Body> {
  const bytes = await readBytes(request, limit);
  return bytes.byteLength === 0
    ? { value: undefined, isForm: isFormType(mediaType(request)) }
    : parseBody(request, bytes);
}

async function parseBody(request: Request, bytes: Uint8Array<ArrayBuffer>): Promise<Body> {
  const type = mediaType(request);
  if (type === "application/json" || type.endsWith("+json"))
    return { value: parseJson(bytes), isForm: false };
  if (isFormType(type)) return { value: toFields(await parseForm(request, bytes)), isForm: true };
  if (bytes.byteLength === 0) return { value: undefined, isForm: false };
  throw new AppError("unsupported-media-type", "body.mediaType");
}

/** The request's media type in lower case without parameters, or "". */
export function mediaType(request: Request): string {
  return (request.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
}

function isFormType(type: string): boolean {
  return type === "application/x-www-form-urlencoded" || type === "multipart/form-data";
}

/**
 * Reads at most `limit` bytes, counting them whatever `Content-Length` declares. `count` receives
 * each size and may throw. Throws `Cancelled` if the client disconnects.
 */
export async function readBytes(
  request: Request,
  limit: number,
  count?: (bytes: number) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = () => new AppError("too-large", { key: "body.tooLarge", values: { limit } });
  if (request.body === null) return new Uint8Array();
  const reader = request.body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    if (Number(request.headers.get("content-length") ?? 0) > limit) throw tooLarge();
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      size += read.value.byteLength;
      if (size > limit) throw tooLarge();
      count?.(read.value.byteLength);
      chunks.push(read.value);
    }
  } catch (error) {
    // The client disconnected; its error code would look like the database's.
    if (!(error instanceof AppError)) throw new Cancelled();
    await drainRest(reader);
    throw error;
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/**
 * Discards the rest of a refused body, within bounds: clients that send it first would see a reset
 * connection instead of the response.
 */
async function drainRest(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), MAX_DRAIN_MS);
  });
  let drained = 0;
  while (drained < MAX_DRAINED_BYTES) {
    const next = reader.read().catch(() => null);
    const read = await Promise.race([next, tooLate]);
    if (read === null || read.done) break;
    drained += read.value.byteLength;
  }
  clearTimeout(timer);
}

/** Parses with a schema. Throws `Invalid` with an issue per field. */
export function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(value ?? {});
  if (parsed.success) return parsed.data;
  throw new Invalid(
    parsed.error.issues.map((issue) => ({
      path: issue.path.join("."),
      message: describeIssue(issue),
    })),
  );
}

/** Replaces zod's own messages, which lack the field's name. */
function describeIssue(issue: z.core.$ZodIssue): ErrorMessage {
  const own = fromZodMessage(issue.message);
  if (own !== null) return own;
  const field = issue.path.length === 0 ? "body" : issue.path.join(".");
  switch (issue.code) {
    case "invalid_type":
      return issue.path.length === 0
        ? "body.notAnObject"
        : { key: "field.type", values: { field, type: issue.expected } };
    case "invalid_value":
      return { key: "field.choice", values: { field, choices: issue.values.join(", ") } };
    case "unrecognized_keys":
      return { key: "field.unknownKeys", values: { field, keys: issue.keys.join(", ") } };
    case "too_small":
      return {
        key: `field.min${unitOf(issue.origin)}`,
        values: { field, min: Number(issue.minimum) },
      };
    case "too_big":
      return {
        key: `field.max${unitOf(issue.origin)}`,
        values: { field, max: Number(issue.maximum) },
      };
    default:
      return { key: "field.invalid", values: { field } };
  }
}

function unitOf(origin: string): "Length" | "Items" | "" {
  if (origin === "string") return "Length";
  return origin === "array" || origin === "set" ? "Items" : "";
}

/** Throws `Invalid` unless the bytes are JSON in UTF-8. */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new Invalid([
      {
        path: "",
        message: bytes.byteLength === 0 ? "body.empty" : "body.invalidJson",
      },
    ]);
  }
}

async function parseForm(request: Request, bytes: Uint8Array<ArrayBuffer>): Promise<FormData> {
  const mark = mediaType(request) === "multipart/form-data" ? "form-data" : "&";
  if (occursMoreThan(MAX_FORM_FIELDS, mark, bytes))
    throw new Invalid([{ path: "", message: "body.tooManyFields" }]);
  const { type, body } = withSupportedBoundary(request.headers.get("content-type") ?? "", bytes);
  try {
    return await new Request("http://body.invalid", {
      method: "POST",
      body,
      headers: { "content-type": type },
    }).formData();
  } catch {
    throw new Invalid([{ path: "", message: "body.invalidForm" }]);
  }
}

function occursMoreThan(times: number, mark: string, bytes: Uint8Array<ArrayBuffer>): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let found = 0;
  for (
    let at = buffer.indexOf(mark);
    at !== -1 && found <= times;
    at = buffer.indexOf(mark, at + mark.length)
  )
    found += 1;
  return found > times;
}

/**
 * RFC 2046 allows boundaries of 1 to 70 characters, Node's parser only those that browsers send.
 */
function withSupportedBoundary(
  type: string,
  body: Uint8Array<ArrayBuffer>,
): { type: string; body: Uint8Array<ArrayBuffer> } {
  const found = /^\s*multipart\/.*;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(type);
  const boundary = found?.[1] ?? found?.[2];
  if (boundary === undefined || /^[\w'-]{27,70}$/.test(boundary)) return { type, body };
  const own = randomUUID();
  const exchanged = `\r\n${Buffer.from(body).toString("latin1")}`
    .split(`\r\n--${boundary}`)
    .join(`\r\n--${own}`)
    .slice(2);
  return {
    type: `multipart/form-data; boundary=${own}`,
    body: new Uint8Array(Buffer.from(exchanged, "latin1")),
  };
}

function toFields(form: FormData): Record<string, unknown> {
  const values = new Map<string, FormDataEntryValue[]>();
  // One pass: `form.getAll(name)` scans the form for each name.
  for (const [name, value] of form) {
    const before = values.get(name);
    if (before === undefined) values.set(name, [value]);
    else before.push(value);
  }
  return Object.fromEntries(
    [...values].map(([name, given]) => [name, given.length > 1 ? given : given[0]]),
  );
}
