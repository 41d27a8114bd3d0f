import { expect, it } from "vitest";
import { testDatabase } from "../../support/database/test-database";

const { sql } = await testDatabase();

/** References that are not foreign keys, since the title may be missing in the catalog. */
const LOOSE_REFERENCES = ["anime_relations (related_mal_id)"];

/** The columns of each foreign key, and the leading columns of each index that has all rows. */
const references = await sql<{ reference: string; table: string; columns: string[] }[]>`
  SELECT format('%s (%s)', conrelid::regclass, array_to_string(names, ', ')) AS reference,
    conrelid::regclass::text AS table, names AS columns
  FROM pg_constraint, LATERAL (
    SELECT array_agg(attname::text ORDER BY attname) AS names FROM pg_attribute
    WHERE attrelid = conrelid AND attnum = ANY(conkey)
  ) AS key
  WHERE contype = 'f' AND connamespace = 'public'::regnamespace
  ORDER BY 1`;
const indexes = await sql<{ table: string; columns: string[] }[]>`
  SELECT indrelid::regclass::text AS table, array_agg(attname::text ORDER BY place) AS columns
  FROM pg_index JOIN pg_class c ON c.oid = indexrelid,
    unnest(indkey::smallint[]) WITH ORDINALITY AS part (attnum, place)
    JOIN pg_attribute a USING (attnum)
  WHERE relnamespace = 'public'::regnamespace AND attrelid = indrelid
    AND indpred IS NULL AND indisvalid
  GROUP BY indexrelid, indrelid`;

function hasIndex(table: string, columns: readonly string[]): boolean {
  return indexes.some(
    (index) =>
      index.table === table &&
      index.columns.slice(0, columns.length).sort().join() === [...columns].sort().join(),
  );
}

it("finds the rows that refer to a deleted row through an index", () => {
  expect(references.length).toBeGreaterThan(30);
  const without = references.filter(({ table, columns }) => !hasIndex(table, columns));
  expect(without.map(({ reference }) => reference)).toEqual([]);
});

it.each(LOOSE_REFERENCES)("finds %s through an index", (reference) => {
  const [table = "", columns = ""] = reference.slice(0, -1).split(" (");
  expect(hasIndex(table, columns.split(", "))).toBe(true);
});
