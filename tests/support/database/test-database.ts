import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { afterAll, inject } from "vitest";
import { openDatabase, type DatabaseClient } from "~db/client.server";
import { TEMPLATE } from "../integration-setup";

export interface TestDatabase extends DatabaseClient {
  /** Connection options for postgres.js, for tests that open a client of their own. */
  options: { host: string; port: number; user: string; password: string; database: string };
}

/**
 * A database of its own for one test file: migrated and empty, or without any schema when `migrated` is false. Call it at the top
 * of the file; it is dropped after the file's last test, with every connection that is still open.
 */
export async function testDatabase({
  migrated = true,
}: { migrated?: boolean } = {}): Promise<TestDatabase> {
  const server = inject("postgres");
  const name = `akari_test_${randomUUID().replaceAll("-", "")}`;
  await asOwner(
    server,
    (sql) => sql`create database ${sql(name)} template ${sql(migrated ? TEMPLATE : "template1")}`,
  );
  const options = { ...server, database: name };
  const client = openDatabase(options, { applicationName: "akari-test", poolSize: 5 });
  afterAll(async () => {
    await client.close();
    await asOwner(server, async (sql) => {
      // Not `with (force)`: that also wants to end an autovacuum worker, which only a superuser may. A plain drop asks the worker to leave.
      await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name} and usename = current_user`;
      await sql`drop database if exists ${sql(name)}`;
    });
  });
  return { ...client, options };
}

async function asOwner(
  server: TestDatabase["options"],
  work: (sql: postgres.Sql) => Promise<unknown>,
): Promise<void> {
  const sql = postgres({ ...server, max: 1, onnotice: () => undefined });
  try {
    await work(sql);
  } finally {
    await sql.end();
  }
}
