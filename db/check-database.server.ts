import { errorCode } from "~/errors/error-code";
import { errorMessage, rootCause } from "~/errors/error-message";
import type { Sql } from "./client.server";

export class UnusableDatabase extends Error {
  override name = "UnusableDatabase";
}

const MIN_VERSION = 140_000;

interface Facts {
  database: string;
  role: string;
  encoding: string;
  version: string;
  version_number: number;
  has_icu: boolean;
  may_create_schemas: boolean;
  may_create_tables: boolean;
}

/** Throws `UnusableDatabase` if it lacks what the app needs. */
export async function checkDatabase(sql: Sql): Promise<void> {
  const [facts] = await sql<Facts[]>`
    SELECT current_database() AS database, current_user AS role,
      current_setting('server_encoding') AS encoding, current_setting('server_version') AS version,
      current_setting('server_version_num')::int AS version_number,
      EXISTS (SELECT FROM pg_collation WHERE collprovider = 'i') AS has_icu,
      has_database_privilege(current_database(), 'CREATE') AS may_create_schemas,
      coalesce((SELECT has_schema_privilege(oid, 'CREATE') FROM pg_namespace
        WHERE nspname = 'public'), false) AS may_create_tables`;
  const problems = facts === undefined ? [] : problemsOf(facts);
  if (problems.length > 0)
    throw new UnusableDatabase(`The database cannot be used:\n${problems.join("\n")}`);
}

function problemsOf(facts: Facts): string[] {
  const { database, role } = facts;
  return [
    facts.version_number >= MIN_VERSION
      ? null
      : `- The server is PostgreSQL ${facts.version}, and Akari needs 14 or newer.`,
    facts.encoding === "UTF8"
      ? null
      : `- Its encoding is ${facts.encoding}, and Akari needs UTF8: CREATE DATABASE ${database} OWNER ${role} ENCODING 'UTF8' TEMPLATE template0 makes a new one.`,
    facts.has_icu
      ? null
      : "- The server was built without ICU: install a package of PostgreSQL that has it.",
    facts.may_create_schemas
      ? null
      : `- The role ${role} may not create schemas: GRANT CREATE ON DATABASE ${database} TO ${role} allows it.`,
    facts.may_create_tables
      ? null
      : `- The role ${role} may not create tables in the schema public: GRANT CREATE ON SCHEMA public TO ${role} allows it.`,
  ].filter((problem) => problem !== null);
}

/** Whether the server limits the statements of a pooler's connections. */
export async function hasStatementTimeout(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ value: string }[]>`
    SELECT current_setting('statement_timeout') AS value`;
  return row?.value !== "0";
}

/** Transient classes: connection, conflict, resource, operator. */
const TRANSIENT_CLASSES = /^(?:08|25|40|53|55|57|58)/;

/** A pooler's refusal of settings that a database takes. */
const POOLER = /unsupported startup parameter/;

/** Node's error codes for a certificate that it does not accept. */
const CERTIFICATE =
  /^(?:CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_(?:GET|VERIFY)_|ERR_TLS_CERT_|HOSTNAME_MISMATCH)/;

/** Advice that Node 24 appends about the system's certificates. */
const CERTIFICATE_ADVICE = /; if the root CA is installed locally,.*$/s;

/** Explains errors that are permanent, and leaves the others. */
export function toUnusableDatabase(error: unknown): unknown {
  const root = rootCause(error);
  if (POOLER.test(errorMessage(root)))
    return new UnusableDatabase(
      "The database cannot be used: its URL leads to a pooler. Set DATABASE_URL to the pooler and DATABASE_DIRECT_URL to the database itself (docs/scaling.md).",
      { cause: root },
    );
  const code = errorCode(root);
  if (CERTIFICATE.test(code))
    return new UnusableDatabase(
      `The database cannot be used: its certificate is not accepted (${errorMessage(root).replace(CERTIFICATE_ADVICE, "")}). DATABASE_URL takes its authority as sslrootcert (docs/scaling.md).`,
      { cause: root },
    );
  // Node's and the driver's codes have no digits.
  if (!/^(?=.*\d)[0-9A-Z]{5}$/.test(code) || TRANSIENT_CLASSES.test(code)) return error;
  return new UnusableDatabase(
    `The database cannot be used: ${errorMessage(root)} (SQLSTATE ${code}).`,
    { cause: root },
  );
}
