import type { watchListEntries } from "~db/schema";

type Entries = typeof watchListEntries;
type Stored = Entries["$inferSelect"];
/** These columns tell whose entry it is, and follow from others. */
type OtherColumn = "id" | "userId" | "animeMalId" | "type" | "addedAt" | "updatedAt";

/** Every other column of the table is a field. */
export type EntryFieldName = Exclude<keyof Stored, OtherColumn>;

export type EntryFieldValues = {
  [Name in EntryFieldName]: Stored[Name] extends (infer Item)[] ? readonly Item[] : Stored[Name];
};

/** Some fields; undefined says nothing about a field. */
export type SomeEntryFields = {
  [Name in EntryFieldName]?: EntryFieldValues[Name] | undefined;
};

export type EntryColumn<Name extends EntryFieldName> = Entries["_"]["columns"][Name]["_"]["name"];

/** The fields by their columns, as rows, responses and exports have them. */
export type EntryRow<Values extends SomeEntryFields = EntryFieldValues> = {
  [Name in keyof Values & EntryFieldName as EntryColumn<Name>]: Values[Name];
};

/**
 * What remains of two values when two titles are merged: the first that is set, both texts, all
 * items, or the greater.
 */
export type FieldMerge = "first" | "texts" | "items" | "greater";

interface EntryField<Name extends EntryFieldName> {
  column: EntryColumn<Name>;
  empty: EntryFieldValues[Name];
  merge: FieldMerge;
}

/**
 * The fields as an entry shows them. The server's side is `entry-fields.server.ts`, the label is
 * `formField.<name>`. A column without a row does not compile.
 */
export const ENTRY_FIELDS: { readonly [Name in EntryFieldName]: EntryField<Name> } = {
  state: { column: "state", empty: null, merge: "first" },
  score: { column: "score", empty: null, merge: "first" },
  startedOn: { column: "started_on", empty: null, merge: "first" },
  finishedOn: { column: "finished_on", empty: null, merge: "first" },
  notes: { column: "notes", empty: null, merge: "texts" },
  tags: { column: "tags", empty: [], merge: "items" },
  priority: { column: "priority", empty: 0, merge: "greater" },
  private: { column: "private", empty: false, merge: "greater" },
};

export const ENTRY_FIELD_NAMES = Object.keys(ENTRY_FIELDS) as readonly EntryFieldName[];

/** Makes an object with a value for each field. */
export function mapEntryFields<Values = EntryFieldValues>(
  value: (name: EntryFieldName) => unknown,
): Values {
  return Object.fromEntries(ENTRY_FIELD_NAMES.map((name) => [name, value(name)])) as Values;
}

export const EMPTY_FIELDS = mapEntryFields((name) => ENTRY_FIELDS[name].empty);

/** The fields that are set or not. */
export const FLAG_FIELDS = ENTRY_FIELD_NAMES.filter(
  (name) => typeof EMPTY_FIELDS[name] === "boolean",
);

/** Names the given fields by their columns. */
export function toEntryRow<Values extends SomeEntryFields>(values: Values): EntryRow<Values> {
  const given = ENTRY_FIELD_NAMES.filter((name) => name in values);
  return Object.fromEntries(
    given.map((name) => [ENTRY_FIELDS[name].column, values[name]]),
  ) as EntryRow<Values>;
}

/** Reads the fields of a row, which has null for all of them where there is no entry. */
export function fromEntryRow(row: {
  [Column in keyof EntryRow]: EntryRow[Column] | null;
}): EntryFieldValues {
  return mapEntryFields((name) => row[ENTRY_FIELDS[name].column] ?? ENTRY_FIELDS[name].empty);
}
