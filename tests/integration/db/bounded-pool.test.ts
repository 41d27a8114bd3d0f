import { sql as fragment } from "drizzle-orm";
import postgres from "postgres";
import { describe, expect, it, onTestFinished } from "vitest";
import { DatabaseFailed } from "~/errors/app-error";
import { boundedPool } from "~db/bounded-pool.server";
import { testDatabase } from "../../support/database/test-database";

const { options, db } = await testDatabase();

function pool(places: number, waitMs: number): postgres.Sql {
  const sql = postgres({ ...options, max: places, onnotice: () => undefined });
  onTestFinished(() => sql.end({ timeout: 1 }));
  return boundedPool(sql, places, waitMs);
}

/** Keeps a connection busy until told; resolves when it is. */
async function hold(sql: postgres.Sql): Promise<() => Promise<unknown>> {
  let free = () => undefined as void;
  let transaction: Promise<unknown> = Promise.resolve();
  await new Promise<void>((isHeld) => {
    transaction = sql.begin(async (tx) => {
      await tx`select 1`;
      isHeld();
      await new Promise<void>((resolve) => (free = resolve));
    });
  });
  return () => (free(), transaction);
}

async function kill(pid: number): Promise<void> {
  const other = postgres({ ...options, max: 1 });
  await other`select pg_terminate_backend(${pid})`;
  await other.end();
}

describe("a pool with a bounded wait", () => {
  it("turns statements and transactions away when no connection becomes free in time, and never runs them", async () => {
    const sql = pool(1, 20);
    await sql`create table if not exists marks (id int)`;
    const free = await hold(sql);
    await expect(sql`insert into marks values (1)`).rejects.toBeInstanceOf(DatabaseFailed);
    await expect(sql.unsafe("insert into marks values (2)")).rejects.toBeInstanceOf(DatabaseFailed);
    await expect(sql.begin((tx) => tx`insert into marks values (3)`)).rejects.toBeInstanceOf(
      DatabaseFailed,
    );
    await expect(sql.reserve()).rejects.toBeInstanceOf(DatabaseFailed);
    await free();
    expect(await sql`select * from marks`).toHaveLength(0);
  });

  it("serves those who wait in the order of their arrival as soon as a connection is free", async () => {
    const sql = pool(1, 60_000);
    const free = await hold(sql);
    const order: number[] = [];
    const waiting = [1, 2, 3].map((n) =>
      sql<[{ n: number }]>`select ${n}::int as n`.then(([row]) => order.push(row.n)),
    );
    await free();
    await Promise.all(waiting);
    expect(order).toEqual([1, 2, 3]);
  });

  it("goes on waiting, longer than the limit, while the queue moves", async () => {
    const sql = pool(1, 500);
    await sql`select 1`;
    const waiting = Array.from({ length: 15 }, (_, n) =>
      sql<[{ n: number }]>`select ${n}::int as n, pg_sleep(0.1)`.then(([row]) => row.n),
    );
    expect(await Promise.all(waiting)).toEqual(Array.from({ length: 15 }, (_, n) => n));
  });

  it("counts a queue that moves by time-outs alone as stuck", async () => {
    const sql = pool(1, 60);
    await sql`set statement_timeout = 30`;
    const settled = await Promise.allSettled(
      Array.from({ length: 12 }, () => sql`select pg_sleep(10)`),
    );
    const refused = settled.filter(
      (result) => result.status === "rejected" && result.reason instanceof DatabaseFailed,
    );
    expect(refused.length).toBeGreaterThan(5);
    expect(settled.every(({ status }) => status === "rejected")).toBe(true);
  });

  it("gives every place back: after failures, transactions, rollbacks, reservations and nested fragments", async () => {
    const sql = pool(2, 2_000);
    for (let round = 0; round < 5; round += 1) {
      await expect(sql`select * from nothing_here`).rejects.toThrow("nothing_here");
      await expect(sql.begin(() => Promise.reject(new Error("changed my mind")))).rejects.toThrow(
        "changed my mind",
      );
      const reserved = await sql.reserve();
      expect(await reserved`select 1 as one`).toEqual([{ one: 1 }]);
      reserved.release();
      expect(await sql`select ${sql`1 + ${1}`}::int as two`).toEqual([{ two: 2 }]);
      expect(await sql.begin(async (tx) => tx`select 3 as three`)).toEqual([{ three: 3 }]);
      expect(
        (await Promise.all(Array.from({ length: 20 }, (_, n) => sql`select ${n}::int as n`))).map(
          ([row]) => row?.["n"] as number,
        ),
      ).toEqual(Array.from({ length: 20 }, (_, n) => n));
    }
  });

  it("ends a transaction for good with its connection: what its work still asks for runs nowhere", async () => {
    const sql = pool(1, 5_000);
    await sql`create table if not exists marks (id int)`;
    let later: unknown;
    const transaction = sql.begin(async (tx) => {
      const [row] = await tx<[{ pid: number }]>`select pg_backend_pid() as pid`;
      await tx`insert into marks values (10)`;
      await kill(row.pid);
      // The place of the connection belongs to somebody else by now.
      await expect
        .poll(() =>
          sql`select 1`.then(
            () => "again",
            () => "away",
          ),
        )
        .toBe("again");
      try {
        await tx`insert into marks values (11)`;
      } catch (error) {
        later = error;
      }
    });
    await expect(transaction).rejects.toMatchObject({ code: "CONNECTION_CLOSED" });
    await expect.poll(() => later).toMatchObject({ code: "CONNECTION_CLOSED" });
    expect(await sql`select * from marks where id >= 10`).toHaveLength(0);
    expect(await sql.begin((tx) => [tx`select 1 as one`, tx`select 2 as two`])).toEqual([
      [{ one: 1 }],
      [{ two: 2 }],
    ]);
  });

  it("lets a cursor be left early", async () => {
    const sql = pool(1, 2_000);
    for await (const rows of sql`select generate_series(1, 100) as n`.cursor(10)) {
      expect(rows).toHaveLength(10);
      break;
    }
    expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
  });

  it("is what Drizzle runs on", async () => {
    expect(await db.transaction((tx) => tx.execute(fragment`select 1 as one`))).toEqual([
      { one: 1 },
    ]);
  });
});
