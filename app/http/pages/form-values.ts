import { readBoolean } from "~/features/catalog/vocabulary";
import type { Body } from "~/http/request/read-body.server";

/** What the fields of a form mean, since HTML has texts only. */
interface FieldKinds {
  /** Yes or no. A check box that is off sends nothing, so a hidden field before it says no; the last one decides. */
  booleans?: readonly string[];
  /** Optional values: left empty, they are taken away. */
  optional?: readonly string[];
}

/** The body's value with a form's texts turned into what JSON would have said. JSON bodies stay as they are. */
export function typedValue(body: Body, { booleans = [], optional = [] }: FieldKinds): unknown {
  if (!body.isForm || typeof body.value !== "object" || body.value === null) return body.value;
  const fields: Record<string, unknown> = { ...body.value };
  for (const name of booleans.filter((key) => Object.hasOwn(fields, key))) {
    const value = fields[name];
    const last: unknown = Array.isArray(value) ? value.at(-1) : value;
    fields[name] = (typeof last === "string" ? readBoolean(last) : null) ?? last;
  }
  for (const name of optional) if (fields[name] === "") fields[name] = null;
  return fields;
}
