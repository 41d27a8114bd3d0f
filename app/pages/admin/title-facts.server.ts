import {
  CORRECTABLE_FIELDS,
  isListField,
  type CorrectableField,
} from "~/features/import/corrections/correctable-fields";
import type { Facts, FactValue } from "~/features/import/corrections/correct-title.server";

export function toText(value: FactValue): string {
  return Array.isArray(value) ? value.join(", ") : value === null ? "" : String(value);
}

export function readFacts(value: unknown): Facts {
  const given = typeof value === "object" && value !== null ? value : {};
  const entries = CORRECTABLE_FIELDS.map((field) => {
    const text: unknown = field in given ? given[field as keyof typeof given] : "";
    return [field, fromText(field, typeof text === "string" ? text.trim() : "")];
  });
  return Object.fromEntries(entries) as Facts;
}

function fromText(field: CorrectableField, text: string): FactValue {
  if (isListField(field))
    return text
      .split(",")
      .map((name) => name.trim())
      .filter((name) => name !== "");
  if (text === "") return null;
  return field === "episodes" || field === "year" ? Number(text) : text;
}
