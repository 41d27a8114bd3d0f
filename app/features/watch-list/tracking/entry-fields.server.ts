import { z } from "zod";
import { ENTRY_STATES, parseEntryState, type EntryState } from "~/features/watch-list/entry-states";
import {
  cleanNotes,
  cleanTags,
  fromCell,
  parseDate,
  parseFlag,
  parsePriority,
  parseScore,
  type Parser,
} from "~/features/watch-list/transfer/imported-entry";
import { zodMessage } from "~/i18n/error-message";
import { optionalText, text } from "~/i18n/plain-text";
import {
  EMPTY_FIELDS,
  ENTRY_FIELD_NAMES,
  ENTRY_FIELDS,
  mapEntryFields,
  type EntryColumn,
  type EntryFieldName,
  type EntryFieldValues,
} from "./entry-fields";
import {
  MAX_NOTES_LENGTH,
  MAX_PRIORITY,
  MAX_SCORE,
  MAX_TAG_LENGTH,
  MAX_TAGS,
} from "./entry-limits";
import { flag, partialDate, whole } from "./input-values";

interface ServerField<Value> {
  /** Describes a value other than null, in responses, events and the API's documentation. */
  schema: z.ZodType<NonNullable<Value>>;
  /** Reads a value of a request or form, which sends null for none. */
  input: z.ZodType<Value>;
  /** Reads a value of our own export, JSON or a cell of CSV. Undefined keeps the stored value. */
  fromFile: Parser<Value>;
}

const invalidState = zodMessage({
  key: "field.choice",
  values: { field: "state", choices: ENTRY_STATES.join(", ") },
});
const DATE = z.string().meta({ description: "2024, 2024-05 or 2024-05-17." });

/** The browser's side is `entry-fields.ts`. */
const SERVER_FIELDS: {
  readonly [Name in EntryFieldName]: ServerField<EntryFieldValues[Name]>;
} = {
  state: {
    schema: z.enum(ENTRY_STATES),
    input: z.string(invalidState).transform((value, context): EntryState => {
      const found = parseEntryState(value);
      if (found !== null) return found;
      context.addIssue({ code: "custom", message: invalidState });
      return z.NEVER;
    }),
    fromFile: (value) => ENTRY_STATES.find((state) => state === value) ?? null,
  },
  score: {
    schema: z.int().min(0).max(MAX_SCORE),
    input: whole("score", 0, MAX_SCORE),
    fromFile: parseScore,
  },
  startedOn: { schema: DATE, input: partialDate("startedOn"), fromFile: parseDate },
  finishedOn: { schema: DATE, input: partialDate("finishedOn"), fromFile: parseDate },
  notes: {
    schema: z.string().meta({ maxLength: MAX_NOTES_LENGTH }),
    input: optionalText("notes", MAX_NOTES_LENGTH),
    fromFile: cleanNotes,
  },
  tags: {
    schema: z.array(z.string()),
    input: z.preprocess(
      (value) => (typeof value === "string" ? value.split(",") : value),
      z
        .array(
          text("tags", MAX_TAG_LENGTH),
          zodMessage({ key: "field.type", values: { field: "tags", type: "array" } }),
        )
        .transform((list) => [...new Set(list.filter((tag) => tag !== ""))])
        .refine(
          (list) => list.length <= MAX_TAGS,
          zodMessage({ key: "field.maxItems", values: { field: "tags", max: MAX_TAGS } }),
        ),
    ),
    fromFile: (value, shorten) => {
      if (typeof value !== "string" || !value.startsWith("[")) return cleanTags(value, shorten);
      const list = fromCell(value);
      return Array.isArray(list) ? cleanTags(list, shorten) : undefined;
    },
  },
  priority: {
    schema: z.int().min(0).max(MAX_PRIORITY),
    input: whole("priority", 0, MAX_PRIORITY),
    fromFile: parsePriority,
  },
  private: { schema: z.boolean(), input: flag("private"), fromFile: parseFlag },
};

type FieldShape = { [Name in EntryFieldName]: z.ZodType<EntryFieldValues[Name]> };

/** Schemas of stored values, by name. */
export const storedFieldShape = mapEntryFields<FieldShape>((name) => {
  const { schema } = SERVER_FIELDS[name];
  return EMPTY_FIELDS[name] === null ? schema.nullable() : schema;
});

/** Schemas of stored values, by column. */
export const entryRowShape = Object.fromEntries(
  ENTRY_FIELD_NAMES.map((name) => [ENTRY_FIELDS[name].column, storedFieldShape[name]]),
) as { [Name in EntryFieldName as EntryColumn<Name>]: FieldShape[Name] };

/** Schemas of a request's fields, which reads null as an empty value. */
export const inputFieldShape = mapEntryFields<FieldShape>((name) =>
  SERVER_FIELDS[name].input.nullable().transform((value) => value ?? EMPTY_FIELDS[name]),
);

/** What the API's documentation says of the fields of a request. */
export const documentedFieldShape = mapEntryFields<{
  [Name in EntryFieldName]: z.ZodOptional<
    z.ZodNullable<ServerField<EntryFieldValues[Name]>["schema"]>
  >;
}>((name) => SERVER_FIELDS[name].schema.nullable().optional());

/** Reads a field of our own export; undefined if its value says nothing. */
export function readFileField<Name extends EntryFieldName>(
  name: Name,
  value: unknown,
  shorten: () => void,
): EntryFieldValues[Name] | undefined {
  return SERVER_FIELDS[name].fromFile(value, shorten);
}
