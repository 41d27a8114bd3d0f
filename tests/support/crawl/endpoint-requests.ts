import { documentedOperations, type Schema } from "../documented-operations";

export interface EndpointRequest {
  method: string;
  path: string;
  body?: unknown;
}

export type ValuesByName = Readonly<Record<string, readonly unknown[]>>;

/**
 * Makes for every operation one request with all required parameters, and one for each value of
 * each parameter. Fields without a value get one of their type.
 */
export function endpointRequests(values: ValuesByName): EndpointRequest[] {
  return documentedOperations().flatMap(({ path, method, parameters, body: schema }) => {
    const bodies = schema === undefined ? [undefined] : bodiesOf(schema, values);
    const required = parameters.filter((parameter) => parameter.required);
    const base = required.map(({ name, schema: own }) => [name, valuesOf(name, own, values)[0]]);
    const queries = [
      base,
      ...parameters.flatMap(({ name, schema: own }) =>
        valuesOf(name, own, values).map((value) => [
          ...base.filter(([other]) => other !== name),
          [name, value],
        ]),
      ),
    ].map((pairs) => new URLSearchParams(pairs.map((pair) => pair.map(String))).toString());
    return [...new Set(queries)].flatMap((query) =>
      bodies.map((body) => ({
        method: method.toUpperCase(),
        path: query === "" ? path : `${path}?${query}`,
        ...(body === undefined ? {} : { body }),
      })),
    );
  });
}

/** The first value of each field, and one more body for each further value. */
function bodiesOf(schema: Schema, values: ValuesByName): unknown[] {
  const { properties } = schema.properties === undefined ? (choiceOf(schema) ?? {}) : schema;
  if (properties === undefined) return [sampleOf(schema)];
  const choices = Object.entries(properties).map(
    ([name, own]) => [name, valuesOf(name, own, values)] as const,
  );
  const first = Object.fromEntries(choices.map(([name, own]) => [name, own[0]]));
  return [
    first,
    ...choices.flatMap(([name, own]) => own.slice(1).map((value) => ({ ...first, [name]: value }))),
  ];
}

function valuesOf(name: string, schema: Schema, values: ValuesByName): readonly unknown[] {
  const value = values[name];
  if (value === undefined) return schema.enum ?? [sampleOf(schema)];
  return schema.type === "array" && !value.some(Array.isArray) ? [value] : value;
}

function sampleOf(schema: Schema): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  const choice = choiceOf(schema);
  if (choice !== undefined) return sampleOf(choice);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === "integer" || type === "number") return 1;
  if (type === "boolean") return true;
  if (type === "array") return schema.items === undefined ? [] : [sampleOf(schema.items)];
  if (type === "object")
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([name, own]) => [name, sampleOf(own)]),
    );
  return "text";
}

function choiceOf({ anyOf, oneOf }: Schema): Schema | undefined {
  return (anyOf ?? oneOf)?.find(({ type }) => type !== "null");
}
