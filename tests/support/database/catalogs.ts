import type postgres from "postgres";

/** The first number of a database's own objects; the schema `public` has a lower one. */
const FIRST_OWN_OID = 16_384;
const PUBLIC_OID = 2200;

/**
 * What differs by when something was made, and numbers of columns, which have gaps where columns
 * were dropped. The definitions below name the columns.
 */
const UNREAD_COLUMNS = [
  ...["oid", "relfilenode", "reltoastrelid", "relpages", "reltuples", "relallvisible"],
  ...["relallfrozen", "relfrozenxid", "relminmxid", "relnatts", "relhastriggers", "relhasrules"],
  ...["attnum", "atthasmissing", "attmissingval", "adnum", "conkey", "confkey", "indkey", "tgattr"],
  ...["indcheckxmin", "stxkeys", "objid", "objsubid", "refobjid", "refobjsubid", "objoid"],
];

/** The text of expressions, in place of their trees, and of what refers to any catalog. */
const DEFINITIONS: Readonly<Record<string, string>> = {
  pg_attrdef: `concat_ws(' ', pg_describe_object('pg_attrdef'::regclass, oid, 0),
    pg_get_expr(adbin, adrelid))`,
  pg_attribute: `(SELECT count(*)::text FROM pg_attribute AS other
    WHERE other.attrelid = t.attrelid AND other.attnum <= t.attnum AND NOT other.attisdropped)`,
  pg_constraint: "pg_get_constraintdef(oid)",
  pg_depend: `concat_ws(' needs ', pg_describe_object(classid, objid, objsubid),
    pg_describe_object(refclassid, refobjid, refobjsubid))`,
  pg_description: "pg_describe_object(classoid, objoid, objsubid)",
  pg_index: "pg_get_indexdef(indexrelid)",
  pg_policy: "concat_ws(' ', pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid))",
  pg_proc: "CASE WHEN prokind IN ('f', 'p') THEN pg_get_functiondef(oid) END",
  pg_rewrite: "pg_get_ruledef(oid)",
  pg_statistic_ext: "pg_get_statisticsobjdef(oid)",
  pg_trigger: "pg_get_triggerdef(oid)",
};

/** Names that Postgres makes of an object's number. */
const NUMBERED = /\b(pg_toast|[A-Za-z]+_ConstraintTrigger(?:_[ac])?)_\d+/g;

interface CatalogRow {
  catalog: string;
  definition: string | null;
  row: Record<string, unknown>;
}

/**
 * Describes every row that the catalogs of a database have and those of a new one have not, with
 * names in place of objects' numbers.
 */
export async function describeCatalogs(sql: postgres.Sql): Promise<string[]> {
  const references = await sql<{ column: string; target: string }[]>`
    SELECT fktable || '.' || fkcols[1] AS column, pktable::text AS target
    FROM pg_get_catalog_foreign_keys() WHERE cardinality(fkcols) = 1`;
  const targets = new Map(references.map(({ column, target }) => [column, target]));
  const rows = (await readOwnRows(sql)).filter(({ row }) => row["attisdropped"] !== true);
  const values = rows.flatMap(({ catalog, row }) =>
    Object.entries(row).map(([column, value]) => ({
      target: targets.get(`${catalog}.${column}`),
      text: JSON.stringify(value),
    })),
  );
  const numbers = values.flatMap(({ target, text }) =>
    target === undefined ? [] : (text.match(/\d+/g) ?? []).map((oid) => ({ target, oid })),
  );
  const named = await sql<{ key: string; name: string }[]>`
    SELECT DISTINCT target || ' ' || oid AS key,
      (pg_identify_object(target::regclass, oid::oid, 0)).identity AS name
    FROM unnest(${numbers.map(({ target }) => target)}::text[],
      ${numbers.map(({ oid }) => oid)}::text[]) AS number (target, oid)`;
  const names = new Map(named.map(({ key, name }) => [key, name]));
  return rows
    .map(({ catalog, definition, row }) => {
      const columns = Object.entries(row).map(([column, value]) => {
        const target = targets.get(`${catalog}.${column}`);
        const text = JSON.stringify(value);
        if (target === undefined) return `${column}=${text}`;
        return `${column}=${text.replaceAll(/\d+/g, (oid) => names.get(`${target} ${oid}`) ?? oid)}`;
      });
      const line = [catalog, definition, ...columns].join(" | ");
      return line.replaceAll(NUMBERED, "$1").replaceAll("\n", " ");
    })
    .sort();
}

async function readOwnRows(sql: postgres.Sql): Promise<CatalogRow[]> {
  const catalogs = await sql<{ name: string; numbers: string; unread: string[] }[]>`
    SELECT relname AS name,
      string_agg(attname, ',') FILTER (WHERE atttypid IN ('oid'::regtype, 'regproc'::regtype))
        AS numbers,
      array_agg(attname::text) FILTER (
        WHERE atttypid = 'pg_node_tree'::regtype OR attname = ANY (${UNREAD_COLUMNS})) AS unread
    FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0
    WHERE relnamespace = 'pg_catalog'::regnamespace AND relkind = 'r' AND NOT relisshared
      -- Others hold data, or the servers of foreign tables.
      AND has_table_privilege(pg_class.oid, 'SELECT')
    GROUP BY relname`;
  const rows = [];
  for (const { name, numbers, unread } of catalogs)
    rows.push(
      ...(await sql.unsafe<CatalogRow[]>(
        `SELECT '${name}' AS catalog, ${DEFINITIONS[name] ?? "NULL"} AS definition,
           to_jsonb(t) - $1::text[] AS row
         FROM ${name} AS t
         WHERE greatest(${numbers}) >= ${FIRST_OWN_OID} OR ${PUBLIC_OID} IN (${numbers})`,
        [unread ?? []],
      )),
    );
  return rows;
}
