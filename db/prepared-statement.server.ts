import type { Parameter, Sql } from "./pooled-client.server";

type Values = Readonly<Record<string, Parameter | readonly Parameter[]>>;

/** A statement composed once, with `{name}` for its parameters: prepared per connection. */
export function preparedStatement<Row extends object>(
  text: string,
): (sql: Sql, values: Values) => Promise<Row[]> {
  const parts = text.split(/\{(\w+)\}/u);
  const names = parts.filter((_, index) => index % 2 === 1);
  const strings = parts.filter((_, index) => index % 2 === 0);
  const template = Object.assign(strings, { raw: strings });
  return (sql, values) => sql<Row[]>(template, ...names.map((name) => values[name] ?? null));
}
