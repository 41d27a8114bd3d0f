import { randomUUID } from "node:crypto";
import type { z } from "zod";
import { AppError, Cancelled, Invalid } from "~/errors/app-error";

/** What a request's body said, whatever form it came in. */
export interface Body {
  value: unknown;
  /** A browser's form wants to be sent on, a program wants JSON. */
  isForm: boolean;
}

/** Enough for every form and JSON body but pictures. */
export const BODY_LIMIT_BYTES = 64 * 1024;

/** More than any form has. Taking apart a large body of small fields would hold up everybody for seconds. */
const MOST_FIELDS = 10_000;

/**
 * Reads a JSON, urlencoded or multipart body of at most `limit` bytes. Form fields become strings, repeated ones arrays, files `File`s.
 * Throws `Invalid` for what cannot be read, and the AppErrors of 413 and 415.
 */
export async function readBody(request: Request, limit = BODY_LIMIT_BYTES): Promise<Body> {
  return request.method === "DELETE"
    ? readOptionalBody(request, limit)
    : bodyOf(request, await readLimited(request, limit));
}

/**
 * Reads a body that may be left out, as `readBody` otherwise. Many programs announce JSON with every request, also with one that has no body.
 */
export async function readOptionalBody(request: Request, limit = BODY_LIMIT_BYTES): Promise<Body> {
  const bytes = await readLimited(request, limit);
  return bytes.byteLength === 0
    ? { value: undefined, isForm: isFormType(mediaType(request)) }
    : bodyOf(request, bytes);
}

async function bodyOf(request: Request, bytes: Uint8Array<ArrayBuffer>): Promise<Body> {
  const type = mediaType(request);
  if (type === "application/json" || type.endsWith("+json"))
    return { value: parseJson(bytes), isForm: false };
  if (isFormType(type)) return { value: formFields(await parseForm(request, bytes)), isForm: true };
  if (bytes.byteLength === 0) return { value: undefined, isForm: false };
  throw new AppError(
    "unsupported-media-type",
    "Send the body as application/json, application/x-www-form-urlencoded or multipart/form-data.",
  );
}

/** The media type that a request names for its body, in lower case and without parameters; empty when it names none. */
export function mediaType(request: Request): string {
  return (request.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
}

function isFormType(type: string): boolean {
  return type === "application/x-www-form-urlencoded" || type === "multipart/form-data";
}

/**
 * The bytes of a body, never more than the limit: a declared length is a hint, the counted one decides. `count` is told what has come, and may refuse
 * more by throwing. Throws `Cancelled` when the sender leaves before the end.
 */
export async function readLimited(
  request: Request,
  limit: number,
  count?: (bytes: number) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = () => new AppError("too-large", `The body may have at most ${limit} bytes.`);
  if (Number(request.headers.get("content-length") ?? 0) > limit) throw tooLarge();
  if (request.body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
      size += chunk.byteLength;
      if (size > limit) throw tooLarge();
      count?.(chunk.byteLength);
      chunks.push(chunk);
    }
  } catch (error) {
    // A body that breaks off is its sender's doing: the connection ended. Its code alone would pass for the database's.
    throw error instanceof AppError ? error : new Cancelled();
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/** A value by its schema. Throws `Invalid` that names each field. */
export function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(value ?? {});
  if (parsed.success) return parsed.data;
  throw new Invalid(
    parsed.error.issues.map((issue) => ({ path: issue.path.join("."), message: sentence(issue) })),
  );
}

/** Schemas of ours speak in sentences; zod's own words lack the field's name. */
function sentence({ code, message, path }: z.core.$ZodIssue): string {
  if (code === "invalid_type" && path.length === 0)
    return "The body must be an object with named fields.";
  const name = path.length === 0 ? "The body" : path.join(".");
  return message.startsWith("Invalid") ||
    message.startsWith("Too") ||
    message.startsWith("Unrecognized")
    ? `${name}: ${message}.`
    : message;
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new Invalid([
      {
        path: "",
        message: bytes.byteLength === 0 ? "The body is empty." : "The body is not valid JSON.",
      },
    ]);
  }
}

async function parseForm(request: Request, bytes: Uint8Array<ArrayBuffer>): Promise<FormData> {
  const mark = mediaType(request) === "multipart/form-data" ? "form-data" : "&";
  if (occursMoreThan(MOST_FIELDS, mark, bytes))
    throw new Invalid([{ path: "", message: "The form has too many fields." }]);
  const { type, body } = withReadableBoundary(request.headers.get("content-type") ?? "", bytes);
  try {
    return await new Request("http://body.invalid", {
      method: "POST",
      body,
      headers: { "content-type": type },
    }).formData();
  } catch {
    throw new Invalid([{ path: "", message: "The form could not be read." }]);
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

/** RFC 2046 allows boundaries of 1 to 70 characters, Node's parser those that browsers make. Others are exchanged for one of its taste. */
function withReadableBoundary(
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

function formFields(form: FormData): Record<string, unknown> {
  const values = new Map<string, FormDataEntryValue[]>();
  // One pass: asking the form for each name reads all of it again, minutes of computing for a large body of small fields.
  for (const [name, value] of form) {
    const before = values.get(name);
    if (before === undefined) values.set(name, [value]);
    else before.push(value);
  }
  return Object.fromEntries(
    [...values].map(([name, given]) => [name, given.length > 1 ? given : given[0]]),
  );
}
