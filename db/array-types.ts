import { makePgArray } from "drizzle-orm/pg-core";
import type { PostgresType } from "postgres";
import { parse } from "postgres-array";

const toText = (value: string) => value;

/** Array types and the parsers of their elements. The OIDs are from pg_type.dat. */
const ARRAYS: readonly (readonly [oid: number, parseElement: (value: string) => unknown])[] = [
  [1000, (value) => value === "t"], // boolean[]
  [1005, Number], // smallint[]
  [1007, Number], // integer[]
  [1009, toText], // text[]
  [1015, toText], // varchar[]
  [1016, toText], // bigint[]
  [1021, Number], // real[]
  [1022, Number], // double precision[]
  [2951, toText], // uuid[]
];

/**
 * `fetch_types` costs a round trip per connection, and its failure ends the process
 * (porsager/postgres#1192).
 */
export const ARRAY_TYPES: Record<string, PostgresType> = Object.fromEntries(
  ARRAYS.map(([oid, parseElement]) => [
    `array${oid}`,
    {
      to: oid,
      from: [oid],
      serialize: (value: unknown) => (Array.isArray(value) ? makePgArray(value) : value),
      parse: (text: string) => parse(text, parseElement),
    },
  ]),
);
