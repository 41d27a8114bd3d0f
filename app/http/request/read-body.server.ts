import { randomUUID } from "node:crypto";
import type { z } from "zod";
import { AppError, Invalid } from "~/errors/app-error";
import { fromZodMessage, type ErrorMessage } from "~/i18n/error-message";
import {
  createBase64Decoder,
  type Base64Content,
  type Base64Decoder,
} from "~/parsing/base64-decoder";
import { createJsonScanner, JsonLimitExceeded } from "~/parsing/json-scanner";
import {
  bodyTooLarge,
  DEFAULT_BODY_LIMITS,
  JSON_LIMITS,
  MAX_SHORT_TEXT,
  readChunks,
  totalBytes,
  type BodyLimits,
} from "./read-bytes.server";
import { readMultipartForm, readUrlencodedForm } from "./form-body.server";

export interface Body {
  value: unknown;
  isForm: boolean;
}

/** Enforces the limits as it arrives. Repeated form fields become arrays. */
export async function readBody(
  request: Request,
  limits: BodyLimits = DEFAULT_BODY_LIMITS,
): Promise<Body> {
  const body = await readOptionalBody(request, limits);
  const type = mediaType(request);
  const needsContent = isJsonType(type) || type === "multipart/form-data";
  // Many clients declare JSON on a DELETE without a body.
  if (body.value === undefined && needsContent && request.method !== "DELETE")
    throw new Invalid([{ path: "", message: "body.empty" }]);
  return body;
}

export async function readOptionalBody(
  request: Request,
  limits: BodyLimits = DEFAULT_BODY_LIMITS,
): Promise<Body> {
  const type = mediaType(request);
  if (isEncoded(request)) throw new AppError("unsupported-media-type", "body.contentEncoding");
  if (isJsonType(type)) return { value: await readJsonBody(request, limits), isForm: false };
  if (type === "application/x-www-form-urlencoded")
    return { value: await readUrlencodedForm(request, limits), isForm: true };
  if (type === "multipart/form-data")
    return { value: await readMultipartForm(request, limits), isForm: true };
  let size = 0;
  for await (const chunk of readChunks(request, totalBytes(limits))) size += chunk.byteLength;
  if (size > 0) throw new AppError("unsupported-media-type", "body.mediaType");
  return { value: undefined, isForm: false };
}

function isJsonType(type: string): boolean {
  return type === "application/json" || type.endsWith("+json");
}

/** Encoded bodies are refused: they could unpack to more than the limit. */
function isEncoded(request: Request): boolean {
  const encoding = request.headers.get("content-encoding")?.trim().toLowerCase() ?? "";
  return encoding !== "" && encoding !== "identity";
}

export function mediaType(request: Request): string {
  return (request.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
}

/** Decodes a long base64 text while it arrives. Undefined for an empty body. */
export async function readJsonBody(request: Request, limits: BodyLimits): Promise<unknown> {
  const reader = createJsonReader(limits);
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let isEmpty = true;
  for await (const chunk of readChunks(request, totalBytes(limits))) {
    isEmpty &&= chunk.byteLength === 0;
    parseJson(() => reader.push(decoder.decode(chunk, { stream: true })));
  }
  return isEmpty
    ? undefined
    : parseJson(() => {
        reader.push(decoder.decode());
        return reader.finish();
      });
}

function parseJson<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    // TextDecoder throws TypeError, JSON.parse SyntaxError.
    if (error instanceof TypeError || error instanceof SyntaxError)
      throw invalidJson("body.invalidJson");
    if (!(error instanceof JsonLimitExceeded)) throw error;
    const key = error.limit === "maxDepth" ? "body.tooDeep" : "body.tooManyValues";
    throw invalidJson({ key, values: { max: error.max } });
  }
}

function invalidJson(message: ErrorMessage): Invalid {
  return new Invalid([{ path: "", message }]);
}

function createJsonReader({ text: maxText, base64: maxBase64 }: BodyLimits) {
  const parts: string[] = [];
  let partsLength = 0;
  let string: string[] = [];
  let stringLength = 0;
  let decoder: Base64Decoder | null = null;
  let content: Base64Content | null = null;
  const placeholder = randomUUID();

  const append = (text: string) => {
    parts.push(text);
    partsLength += text.length;
  };
  const endString = () => {
    if (decoder === null) for (const run of string) append(run);
    else {
      content = decoder.finish();
      decoder = null;
      append(placeholder);
    }
    string = [];
    stringLength = 0;
  };
  const addToString = (run: string) => {
    stringLength += run.length;
    if (decoder !== null) {
      if (stringLength > (maxBase64 ?? 0)) throw bodyTooLarge(maxBase64 ?? 0);
      return decoder.push(unescapeJson(run));
    }
    string.push(run);
    if (maxBase64 === undefined || content !== null || stringLength <= MAX_SHORT_TEXT) return;
    decoder = createBase64Decoder();
    for (const start of string) decoder.push(unescapeJson(start));
  };
  const scanner = createJsonScanner(JSON_LIMITS, (kind, run) => {
    if (kind === "string") addToString(run);
    else {
      endString();
      append(run);
    }
    if (partsLength + (decoder === null ? stringLength : 0) > maxText) throw bodyTooLarge(maxText);
  });

  return {
    push: (text: string) => scanner.push(text),
    finish(): unknown {
      let isFound = content === null;
      const value: unknown = JSON.parse(parts.join(""), (_, text: unknown) => {
        if (text !== placeholder) return text;
        isFound = true;
        return content;
      });
      // A property name is not a value.
      if (!isFound) throw bodyTooLarge(maxText);
      return value;
    },
  };
}

function unescapeJson(run: string): string {
  return JSON.parse(`"${run}"`) as string;
}

/** Throws `Invalid` with an issue per field. */
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

/** zod's own messages lack the field's name. */
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
