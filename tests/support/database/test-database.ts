import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { afterAll, inject } from "vitest";
import { openDatabase, type DatabaseClient } from "~db/client.server";
import { TEMPLATE } from "./templates";

export interface TestDatabase extends DatabaseClient {
  options: { host: string; port: number; user: string; password: string; database: string };
}

/**
 * Creates a database, migrated by default. Call it at the top level; it is dropped after the file's
 * tests. It lacks the product's time limits, which a busy machine may reach: the built server has
 * them, and `openDatabase`.
 */
export async function testDatabase({
  template = TEMPLATE,
}: { template?: string } = {}): Promise<TestDatabase> {
  const server = inject("postgres");
  const name = `akari_test_${randomUUID().replaceAll("-", "")}`;
  await ownerSql(server, (sql) => sql`CREATE DATABASE ${sql(name)} template ${sql(template)}`);
  const target = { ...server, database: name };
  const client = openDatabase(target, {
    applicationName: "akari-test",
    poolSize: 5,
    timeouts: null,
  });
  afterAll(async () => {
    await client.close();
    await ownerSql(server, async (sql) => {
      // `WITH (FORCE)` would fail for non-superusers when an autovacuum worker is connected.
      await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = ${name} AND usename = current_user`;
      await sql`DROP DATABASE IF EXISTS ${sql(name)}`;
    });
  });
  return { ...client, options: target };
}

/** Settings with which another process reaches the database, also through a Unix socket. */
export function databaseEnvironment({
  host,
  port,
  user,
  password,
  database,
}: TestDatabase["options"]): Record<string, string> {
  return {
    DATABASE_URL: `postgres:///${database}`,
    PGHOST: host,
    PGPORT: String(port),
    PGUSERNAME: user,
    PGPASSWORD: password,
  };
}

async function ownerSql(
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
