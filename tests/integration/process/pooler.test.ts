// @module-tag nightly
import { sql } from "drizzle-orm";
import { describe, expect, it, onTestFinished } from "vitest";
import { cleanup } from "~/jobs/definitions/cleanup.server";
import { enqueue } from "~/jobs/queue.server";
import { jobRuns } from "~db/schema";
import { openDatabase, type DatabaseClient } from "~db/client.server";
import { hasStatementTimeout } from "~db/check-database.server";
import { startBuiltServer } from "../../../scripts/support/built-server";
import { createDataDir, removeDataDir } from "../../../scripts/support/data-dir";
import { buildUser } from "../../factories/user";
import { STARTER_TEMPLATE } from "../../support/database/templates";
import { databaseEnvironment, testDatabase } from "../../support/database/test-database";
import { PGBOUNCER, startPgBouncer } from "../../support/fleet/pgbouncer";
import { createApiClient } from "../../support/server/api-client";

const database = await testDatabase({ template: STARTER_TEMPLATE });

function openPooled(url: string): DatabaseClient {
  const client = openDatabase(url, { directTarget: database.options, poolSize: 8 });
  onTestFinished(() => client.close());
  return client;
}

async function launch(environment: Record<string, string>) {
  const dataDir = createDataDir();
  const server = await startBuiltServer({
    ...databaseEnvironment(database.options),
    SESSION_SECRET: "a secret for tests only",
    BCRYPT_COST: "10",
    DATA_DIR: dataDir,
    ...environment,
  });
  onTestFinished(async () => {
    server.signal("SIGKILL");
    await server.exited;
    await removeDataDir(dataDir);
  });
  return server;
}

describe.skipIf(PGBOUNCER === undefined)("a pooler in transaction mode (needs PgBouncer)", () => {
  it("serves statements and transactions of eight clients over two connections", async () => {
    const pooler = await startPgBouncer(database.options);
    const pooled = openPooled(pooler.url);
    const statements = Array.from(
      { length: 200 },
      async (_, index) => (await pooled.sql<{ value: number }[]>`SELECT ${index}::int AS value`)[0],
    );
    expect(await Promise.all(statements)).toEqual(
      Array.from({ length: 200 }, (_, value) => ({ value })),
    );
    const transactions = Array.from({ length: 40 }, () =>
      pooled.db.transaction(async (tx) => {
        const read = () => tx.execute<{ id: string }>(sql`SELECT pg_current_xact_id()::text AS id`);
        const [first] = await read();
        const [second] = await read();
        return first?.id === second?.id;
      }),
    );
    expect(new Set(await Promise.all(transactions))).toEqual(new Set([true]));
    const arrays = await pooled.sql`SELECT ${["a", "b"]}::text[] AS texts`;
    expect(arrays[0]).toEqual({ texts: ["a", "b"] });
  });

  it("limits statements by its own configuration", async () => {
    const pooler = await startPgBouncer(database.options);
    expect(await hasStatementTimeout(openPooled(pooler.url).sql)).toBe(true);
    const without = await startPgBouncer(database.options, {
      changeConfig: (config) => config.replace(/ connect_query='[^']*'/, ""),
    });
    expect(await hasStatementTimeout(openPooled(without.url).sql)).toBe(false);
  });

  it("delivers notifications and keeps the queue of jobs", async () => {
    const pooler = await startPgBouncer(database.options);
    const pooled = openPooled(pooler.url);
    const received: string[] = [];
    await new Promise<void>((resolve) => {
      const listening = pooled.listen("pooled", {
        onNotify: (payload) => received.push(payload),
        onListening: resolve,
      });
      onTestFinished(() => listening.stop());
    });
    await pooled.sql`SELECT pg_notify('pooled', 'one')`;
    await expect.poll(() => received).toEqual(["one"]);
    for (let time = 0; time < 2; time += 1) await enqueue(pooled.db, cleanup, {});
    expect(await pooled.db.$count(jobRuns)).toBe(1);
  });

  it("may restart below two instances: no acknowledged write is lost, and requests work again", async () => {
    const pooler = await startPgBouncer(database.options, { size: 4 });
    const environment = {
      DATABASE_URL: pooler.url,
      DATABASE_DIRECT_URL: databaseEnvironment(database.options)["DATABASE_URL"] ?? "",
      RATE_LIMITS: "signup=1000000/60",
    };
    // The first one builds when sources have changed.
    const first = await launch(environment);
    await first.ready;
    const second = await launch(environment);
    await second.ready;
    const servers = [first, second];
    const acknowledged = servers.map((): string[] => []);
    const failures = servers.map((): number[] => []);
    const writing = { isStopped: false };
    const workers = [0, 0, 1, 1].map(async (index) => {
      while (!writing.isStopped) {
        const user = buildUser();
        const client = createApiClient(servers[index]?.url ?? "");
        const { status } = await client.send("POST", "/api/auth/signup", user);
        if (status < 300) acknowledged[index]?.push(user.email);
        else failures[index]?.push(status);
      }
    });
    const least = (lists: readonly { length: number }[]) =>
      Math.min(...lists.map(({ length }) => length));
    await expect.poll(() => least(acknowledged)).toBeGreaterThan(2);
    await pooler.kill();
    await expect.poll(() => least(failures)).toBeGreaterThan(0);
    for (const { url } of servers) expect((await fetch(`${url}/healthz`)).status).toBe(200);
    await pooler.start();
    const before = acknowledged.map(({ length }) => length);
    await expect
      .poll(() => least(acknowledged.map((emails, index) => emails.slice(before[index]))))
      .toBeGreaterThan(2);
    writing.isStopped = true;
    await Promise.all(workers);
    const rows = await database.sql<{ email: string }[]>`SELECT email FROM users`;
    const stored = new Set(rows.map(({ email }) => email));
    expect(acknowledged.flat().filter((email) => !stored.has(email))).toEqual([]);
    for (const { url } of servers) expect((await fetch(`${url}/readyz`)).status).toBe(200);
  });

  it("is named with the setting that is missing when only its URL is given", async () => {
    const pooler = await startPgBouncer(database.options);
    const server = await launch({ DATABASE_URL: pooler.url });
    expect(await server.exited).toBe(1);
    expect(server.output().stderr).toContain(
      "its URL leads to a pooler. Set DATABASE_URL to the pooler and DATABASE_DIRECT_URL to the database itself",
    );
  });
});
