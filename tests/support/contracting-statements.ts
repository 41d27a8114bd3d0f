/** What the previous version, which runs beside the next one during a rolling update, may need. */
const CONTRACTING: readonly RegExp[] = [
  /\bDROP (?:TABLE|COLUMN|TYPE|VIEW|FUNCTION|SCHEMA)\b/i,
  /\bRENAME\b/i,
  /\bSET NOT NULL\b/i,
  /\bSET DATA TYPE\b|\bALTER COLUMN\s+\S+\s+TYPE\b/i,
];
/** Rows of the previous version have no value for it. */
const REQUIRED_COLUMN = /\bADD COLUMN\b(?!.*\b(?:DEFAULT|GENERATED)\b).*\bNOT NULL\b/is;
const CONSTRAINT =
  /^ALTER TABLE "?(\w+)"? ADD CONSTRAINT (?!.*\bNOT VALID\b).*\b(?:CHECK|UNIQUE)\b/is;
const UNIQUE_INDEX = /^CREATE UNIQUE INDEX .*? ON (?:"?public"?\.)?"?(\w+)"?/is;

/**
 * Statements of a migration with which code from before it might fail. That code knows none of the
 * new tables, and cannot call a function of triggers, which PostgreSQL keeps while one needs it.
 */
export function listContracting(
  migration: string,
  newTables: readonly string[] = listCreatedTables(migration),
  triggerFunctions: readonly string[] = [],
): string[] {
  const statements = splitStatements(migration);
  return statements.filter((statement) => {
    const dropped = /^DROP FUNCTION "?(\w+)"?\(\)$/i.exec(statement)?.[1];
    if (dropped !== undefined && triggerFunctions.includes(dropped)) return false;
    const table = /^ALTER TABLE "?(\w+)"?/i.exec(statement)?.[1];
    if (table !== undefined && newTables.includes(table)) return false;
    if (CONTRACTING.some((pattern) => pattern.test(statement))) return true;
    if (REQUIRED_COLUMN.test(statement)) return true;
    const [, constrained] = CONSTRAINT.exec(statement) ?? UNIQUE_INDEX.exec(statement) ?? [];
    return (
      constrained !== undefined &&
      !newTables.includes(constrained) &&
      !isOfNewColumns(statement, constrained, statements)
    );
  });
}

export function listCreatedTables(migration: string): string[] {
  return splitStatements(migration).flatMap(
    (statement) => /^CREATE TABLE (?:IF NOT EXISTS )?"?(\w+)"?/i.exec(statement)?.[1] ?? [],
  );
}

/** Lists the functions of triggers that a migration creates. */
export function listTriggerFunctions(migration: string): string[] {
  return [...migration.matchAll(/^CREATE FUNCTION "?(\w+)"?\(\) RETURNS trigger\b/gim)].map(
    ([, name]) => name ?? "",
  );
}

/** Whether all columns of a constraint are new, for which older code writes only defaults. */
function isOfNewColumns(constraint: string, table: string, statements: readonly string[]): boolean {
  const added = statements.flatMap(
    (statement) =>
      new RegExp(`^ALTER TABLE "${table}" ADD COLUMN "(\\w+)"`, "i").exec(statement)?.[1] ?? [],
  );
  const names = [...constraint.slice(constraint.indexOf("(")).matchAll(/"(\w+)"/g)].map(
    ([, name]) => name ?? "",
  );
  return names.length > 0 && names.every((name) => name === table || added.includes(name));
}

/** Function bodies, in dollar quotes, hold statements that are not the migration's own. */
function splitStatements(migration: string): string[] {
  return migration
    .replace(/--(?!> statement-breakpoint).*$/gm, "")
    .replaceAll("--> statement-breakpoint", ";")
    .replace(/\$(\w*)\$.*?\$\1\$/gs, "''")
    .split(";")
    .map((statement) => statement.trim())
    .filter((statement) => statement !== "");
}
