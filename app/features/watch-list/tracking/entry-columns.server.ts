import { sql, type SQL } from "drizzle-orm";
import { watchListEntries } from "~db/schema";
import { ENTRY_FIELD_NAMES, type EntryFieldName } from "./entry-fields";

/** SQL for the columns of all fields, each written as `print` says. */
export function printEntryColumns(
  print: (column: string, field: { name: EntryFieldName; type: string }) => string = (column) =>
    column,
): SQL {
  const columns = ENTRY_FIELD_NAMES.map((name) => {
    const column = watchListEntries[name];
    return print(`"${column.name}"`, { name, type: column.getSQLType() });
  });
  return sql.raw(columns.join(", "));
}

/** SQL for the columns of all fields in a list to select, which rows have by their names. */
export function entryColumns(alias: string): SQL {
  return printEntryColumns((column) => `${alias}.${column}`);
}
