import type { Parameter, Sql } from "./pooled-client.server";

const PARAMETER = /\{\w+\}::\w+(?:\[\])?/gu;

type Values = Readonly<Record<string, Parameter | readonly Parameter[]>>;

/**
 * A statement composed once, with `{name}::type` for its parameters: each connection prepares and
 * plans it once. Postgres would plan it for each execution while a plan for the given values seems
 * cheaper (https://www.postgresql.org/docs/current/sql-prepare.html#SQL-PREPARE-NOTES); as
 * subqueries, parameters have no values when it plans.
 */
export function preparedStatement<Row extends object>(
  text: string,
): (sql: Sql, values: Values) => Promise<Row[]> {
  const parts = text.replaceAll(PARAMETER, "(SELECT $&)").split(/\{(\w+)\}/u);
  const names = parts.filter((_, index) => index % 2 === 1);
  const strings = parts.filter((_, index) => index % 2 === 0);
  const template = Object.assign(strings, { raw: strings });
  return (sql, values) => sql<Row[]>(template, ...names.map((name) => values[name] ?? null));
}
