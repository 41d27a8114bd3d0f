import type { z } from "zod";
import { AppError, Invalid } from "~/errors/app-error";
import { fromZodMessage, type ErrorMessage } from "~/i18n/error-message";
import { DEFAULT_BODY_LIMITS, totalBytes, type BodyLimits } from "./body-limits";
import { readChunks } from "./read-bytes.server";
import { readMultipartForm, readUrlencodedForm } from "./read-form-body.server";
import { readJsonBody } from "./read-json-body.server";

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
