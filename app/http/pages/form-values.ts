import { parseBoolean } from "~/parsing/parse-boolean";
import type { Body } from "~/http/request/read-body.server";

interface FieldKinds {
  /** A hidden "false" precedes each, since unchecked boxes are not sent. */
  booleans?: readonly string[];
  optional?: readonly string[];
}

/** Converts a form's fields to the values that JSON would have. */
export function parseFormFields(body: Body, { booleans = [], optional = [] }: FieldKinds): unknown {
  if (!body.isForm || typeof body.value !== "object" || body.value === null) return body.value;
  const fields: Record<string, unknown> = { ...body.value };
  for (const name of booleans.filter((key) => Object.hasOwn(fields, key))) {
    const value = fields[name];
    const last: unknown = Array.isArray(value) ? value.at(-1) : value;
    fields[name] = (typeof last === "string" ? parseBoolean(last) : null) ?? last;
  }
  for (const name of optional) if (fields[name] === "") fields[name] = null;
  return fields;
}
