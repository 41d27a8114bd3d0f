import { sql as fragment } from "drizzle-orm";
import postgres from "postgres";
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { DatabaseFailed } from "~/errors/app-error";
import { openDatabase, type DatabaseClient } from "~db/client.server";
import { prepared } from "~db/prepared";
import { createDatabaseLink } from "../../support/database/database-link";
import { testDatabase } from "../../support/database/test-database";
import { startRunningClock } from "../../support/running-clock";

const database = await testDatabase();
const { options, db } = database;

function pool(poolSize: number, acquireMs: number, statementMs = 60_000): DatabaseClient {
  const client = openDatabase(options, { poolSize, timeouts: { acquireMs, statementMs } });
  onTestFinished(() => client.close());
  return client;
}

/** Keeps a connection busy until the returned function is called. */
async function hold({ db }: DatabaseClient): Promise<() => Promise<unknown>> {
  let free = () => undefined as void;
  let transaction: Promise<unknown> = Promise.resolve();
  await new Promise<void>((isHeld) => {
    transaction = db.transaction(async (tx) => {
      await tx.execute(fragment`SELECT 1`);
      isHeld();
      await new Promise<void>((resolve) => (free = resolve));
    });
  });
  return () => (free(), transaction);
}

async function kill(pid: number): Promise<void> {
  const other = postgres({ ...options, max: 1 });
  await other`SELECT pg_terminate_backend(${pid})`;
  await other.end();
}

beforeAll(() => database.sql`CREATE TABLE marks (id int)`);
beforeEach(() => database.sql`TRUNCATE marks`);

describe("a pool with a bounded wait", () => {
  it("rejects statements and transactions when no connection becomes free in time, and never runs them", async () => {
    const client = pool(1, 20);
    const { sql, db } = client;
    const free = await hold(client);
    await expect(sql`INSERT INTO marks VALUES (1)`).rejects.toBeInstanceOf(DatabaseFailed);
    await expect(db.execute(fragment`INSERT INTO marks VALUES (2)`)).rejects.toMatchObject({
      cause: expect.any(DatabaseFailed) as DatabaseFailed,
    });
    await expect(
      db.transaction((tx) => tx.execute(fragment`INSERT INTO marks VALUES (3)`)),
    ).rejects.toBeInstanceOf(DatabaseFailed);
    await expect(
      client.withConnection((own) => own`INSERT INTO marks VALUES (4)`),
    ).rejects.toBeInstanceOf(DatabaseFailed);
    await free();
    expect(await sql`SELECT * FROM marks`).toHaveLength(0);
  });

  it("serves waiters in order of arrival as soon as a connection is free", async () => {
    const client = pool(1, 60_000);
    const free = await hold(client);
    const order: number[] = [];
    const waiting = [1, 2, 3].map((n) =>
      client.sql<[{ n: number }]>`SELECT ${n}::int AS n`.then(([row]) => order.push(row.n)),
    );
    await free();
    await Promise.all(waiting);
    expect(order).toEqual([1, 2, 3]);
  });

  it("waits longer than the limit while the queue moves", async () => {
    const { sql } = pool(1, 500);
    await sql`SELECT 1`;
    const waiting = Array.from({ length: 15 }, (_, n) =>
      sql<[{ n: number }]>`SELECT ${n}::int AS n, pg_sleep(0.1)`.then(([row]) => row.n),
    );
    expect(await Promise.all(waiting)).toEqual(Array.from({ length: 15 }, (_, n) => n));
  });

  it("counts a queue that moves by timeouts alone as stuck", async () => {
    const { sql } = pool(1, 60);
    await sql`SET statement_timeout = 30`;
    const settled = await Promise.allSettled(
      Array.from({ length: 12 }, () => sql`SELECT pg_sleep(10)`),
    );
    const refused = settled.filter(
      (result) => result.status === "rejected" && result.reason instanceof DatabaseFailed,
    );
    expect(refused.length).toBeGreaterThan(5);
    expect(settled.every(({ status }) => status === "rejected")).toBe(true);
  });

  it("reports that the database fails once nothing has succeeded, not for one failure among successes", async () => {
    const failing = pool(1, 30);
    const moving = pool(1, 60_000);
    const reports: string[] = [];
    failing.onFailing(() => reports.push("failing"));
    moving.onFailing(() => reports.push("moving"));
    for (const { sql } of [failing, moving]) {
      await sql`SET statement_timeout = 40`;
      await expect(sql`SELECT pg_sleep(10)`).rejects.toMatchObject({ code: "57014" });
    }
    const free = await hold(failing);
    await expect(failing.sql`SELECT 1`).rejects.toBeInstanceOf(DatabaseFailed);
    await free();
    expect(reports).toEqual(["failing", "failing"]);
  });

  it("releases every connection after failures, transactions, rollbacks and nested fragments", async () => {
    const { sql, db, withConnection } = pool(2, 2_000);
    for (let round = 0; round < 5; round += 1) {
      await expect(sql`SELECT * FROM nothing_here`).rejects.toThrow("nothing_here");
      await expect(
        db.transaction(() => Promise.reject(new Error("changed my mind"))),
      ).rejects.toThrow("changed my mind");
      expect(await withConnection((own) => own`SELECT 1 AS one`)).toEqual([{ one: 1 }]);
      expect(await withConnection((own) => own`SELECT ${own`1 + ${1}`}::int AS two`)).toEqual([
        { two: 2 },
      ]);
      expect(await db.transaction((tx) => tx.execute(fragment`SELECT 3 AS three`))).toEqual([
        { three: 3 },
      ]);
      expect(
        (await Promise.all(Array.from({ length: 20 }, (_, n) => sql`SELECT ${n}::int AS n`))).map(
          ([row]) => row?.["n"] as number,
        ),
      ).toEqual(Array.from({ length: 20 }, (_, n) => n));
    }
  });

  it("ends a transaction with its connection, and runs none of its later statements", async () => {
    const { sql, db } = pool(1, 5_000);
    let later: unknown;
    const transaction = db.transaction(async (tx) => {
      const [row] = await tx.execute<{ pid: number }>(fragment`SELECT pg_backend_pid() AS pid`);
      await tx.execute(fragment`INSERT INTO marks VALUES (10)`);
      await kill(row?.pid ?? 0);
      // The pool has replaced the connection by now.
      await expect
        .poll(() =>
          sql`SELECT 1`.then(
            () => "again",
            () => "away",
          ),
        )
        .toBe("again");
      try {
        await tx.execute(fragment`INSERT INTO marks VALUES (11)`);
      } catch (error) {
        later = error;
      }
    });
    await expect(transaction).rejects.toMatchObject({ code: "CONNECTION_CLOSED" });
    await expect.poll(() => later).toMatchObject({ cause: { code: "CONNECTION_CLOSED" } });
    expect(await sql`SELECT * FROM marks WHERE id >= 10`).toHaveLength(0);
    expect(
      await db.transaction((tx) =>
        Promise.all([tx.execute(fragment`SELECT 1 AS one`), tx.execute(fragment`SELECT 2 AS two`)]),
      ),
    ).toEqual([[{ one: 1 }], [{ two: 2 }]]);
  });

  it("rolls a savepoint back and continues the transaction", async () => {
    const { sql, db } = pool(1, 2_000);
    await db.transaction(async (tx) => {
      await tx.execute(fragment`INSERT INTO marks VALUES (20)`);
      await tx
        .transaction(async (nested) => {
          await nested.execute(fragment`INSERT INTO marks VALUES (21)`);
          nested.rollback();
        })
        .catch(() => undefined);
    });
    expect(await sql`SELECT id FROM marks WHERE id >= 20`).toEqual([{ id: 20 }]);
  });

  it("returns every row to the statement after one that failed between its rows", async () => {
    const { sql, db } = pool(1, 2_000);
    const rows = [{ n: 1 }, { n: 2 }];
    const failing = () => sql`SELECT 1 / (4 - n) FROM generate_series(1, 5) AS n`;
    await expect(failing()).rejects.toMatchObject({ code: "22012" });
    expect(await sql`SELECT n FROM generate_series(1, 2) AS n`).toEqual(rows);
    await expect(failing()).rejects.toMatchObject({ code: "22012" });
    expect(await db.execute(fragment`SELECT n FROM generate_series(1, 2) AS n`)).toEqual(rows);
  });

  it("returns every row to the statement after one that lost its connection between its rows", async () => {
    const { sql, withConnection } = pool(1, 60_000);
    await withConnection(async (own) => {
      const [row] = await own<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
      const broken = own`
        SELECT repeat('.', 9000), CASE WHEN n = 3 THEN pg_terminate_backend(${row?.pid ?? 0}) END
        FROM generate_series(1, 5) AS n`;
      await expect(broken).rejects.toThrow();
      expect(await own`SELECT 1 AS one`).toEqual([{ one: 1 }]);
    });
    expect(await sql`SELECT 1 AS one`).toEqual([{ one: 1 }]);
  });

  it("releases a cursor that is left early", async () => {
    const { sql, withConnection } = pool(1, 2_000);
    await withConnection(async (own) => {
      for await (const rows of own`SELECT generate_series(1, 100) AS n`.cursor(10)) {
        expect(rows).toHaveLength(10);
        break;
      }
    });
    expect(await sql`SELECT 1 AS one`).toEqual([{ one: 1 }]);
  });

  it("is what Drizzle runs on", async () => {
    expect(await db.transaction((tx) => tx.execute(fragment`SELECT 1 AS one`))).toEqual([
      { one: 1 },
    ]);
  });
});

describe("a network that drops every packet", () => {
  it(
    "fails statements and transactions in time, and replaces their connections",
    { tags: "nightly" },
    async () => {
      const link = await createDatabaseLink(database);
      await link.open();
      const client = openDatabase(link.url, {
        poolSize: 2,
        timeouts: { acquireMs: 200, statementMs: 400 },
      });
      onTestFinished(() => client.close());
      const { sql, db } = client;
      let release = () => undefined as void;
      const waiting = new Promise<void>((resolve) => (release = resolve));
      let isOpen = () => undefined as void;
      const opened = new Promise<void>((resolve) => (isOpen = resolve));
      const transaction = db.transaction(async (tx) => {
        await tx.execute(fragment`SELECT 1`);
        isOpen();
        await waiting;
      });
      const failed = expect(transaction).rejects.toBeInstanceOf(DatabaseFailed);
      await opened;
      await sql`SELECT 1`;

      link.silence();
      release();
      const runningMs = startRunningClock();
      await Promise.all([
        failed,
        ...Array.from({ length: 10 }, () =>
          expect(sql`SELECT ${1}::int`).rejects.toBeInstanceOf(DatabaseFailed),
        ),
      ]);
      expect(runningMs()).toBeLessThan(4_000);
      link.resume();
      await expect.poll(() => sql`SELECT 1 AS one`.catch(() => null)).toEqual([{ one: 1 }]);
    },
  );
});

describe("arrays", () => {
  it("are sent and received without a query for their types", async () => {
    const texts = ["plain", "", "a,b", '"quoted"', "back\\slash", "{braces}", "NULL", " space "];
    const [row] = await database.sql`
      SELECT ${texts}::text[] AS texts, ${[1, -2, 3]}::int[] AS integers,
        '{t,f}'::boolean[] AS booleans, ${[0.5, 2]}::float8[] AS floats,
        ${["1", "9007199254740993"]}::bigint[] AS bigints, ARRAY['a', NULL]::text[] AS gaps,
        '{}'::text[] AS NOTHING, NULL::text[] AS missing`;
    expect(row).toEqual({
      texts,
      integers: [1, -2, 3],
      booleans: [true, false],
      floats: [0.5, 2],
      bigints: ["1", "9007199254740993"],
      gaps: ["a", null],
      nothing: [],
      missing: null,
    });
  });
});

describe("statements marked as prepared", () => {
  it("are prepared once per connection, by themselves, in part and in a transaction", async () => {
    const client = pool(1, 60_000);
    const add = (one: number, other: number) =>
      prepared(fragment`SELECT ${one}::int + ${other}::int AS sum`);
    const within = (id: number) =>
      fragment`SELECT n AS sum FROM generate_series(1, 9) n WHERE ${prepared(fragment`n = ${id}::int`)}`;
    const plain = (id: number) => fragment`SELECT ${id}::int AS sum`;
    const sums: unknown[] = [];
    for (const round of [1, 2, 3])
      for (const statement of [add(round, 1), within(round), plain(round)])
        sums.push((await client.db.execute(statement))[0]?.["sum"]);
    sums.push((await client.db.transaction((tx) => tx.execute(add(40, 2))))[0]?.["sum"]);
    expect(sums).toEqual([2, 1, 1, 3, 2, 2, 4, 3, 3, 42]);
    const statements = await client.db.execute<{ statement: string }>(
      fragment`SELECT statement FROM pg_prepared_statements WHERE statement LIKE '%AS sum%'`,
    );
    expect(statements.map(({ statement }) => statement.includes("prepared"))).toEqual([true, true]);
  });
});
