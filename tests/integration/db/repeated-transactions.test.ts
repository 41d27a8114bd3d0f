import { sql as drizzleSql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Transaction } from "~db/client.server";
import { testDatabase } from "../../support/database/test-database";

const database = await testDatabase();
const { db, sql } = database;

beforeAll(() => sql`CREATE TABLE counters (id integer PRIMARY KEY, count integer NOT NULL)`);
beforeEach(async () => {
  await sql`TRUNCATE counters`;
  await sql`INSERT INTO counters VALUES (1, 0), (2, 0)`;
});

const increment = (tx: Transaction, id: number) =>
  tx.execute(drizzleSql`UPDATE counters SET count = count + 1 WHERE id = ${id}`);
const counts = async () =>
  (await sql<{ count: number }[]>`SELECT count FROM counters ORDER BY id`).map(
    ({ count }) => count,
  );
const fail = (tx: Transaction, code: string) =>
  tx.execute(
    drizzleSql.raw(`DO $$ BEGIN RAISE EXCEPTION 'refused' USING ERRCODE = '${code}'; END $$`),
  );

describe("a transaction", () => {
  it("runs again when it was ended to resolve a deadlock", async () => {
    let [runs, holders] = [0, 0];
    let meet = () => undefined as void;
    const bothHoldOne = new Promise<void>((resolve) => (meet = resolve));
    const incrementBoth = (first: number, second: number) =>
      db.transaction(async (tx) => {
        runs += 1;
        await increment(tx, first);
        holders += 1;
        if (holders === 2) meet();
        await bothHoldOne;
        await increment(tx, second);
      });
    await Promise.all([incrementBoth(1, 2), incrementBoth(2, 1)]);
    expect(runs).toBe(3);
    expect(await counts()).toEqual([2, 2]);
  });

  it("runs again when another has changed a row after its snapshot", async () => {
    let runs = 0;
    await db.transaction(
      async (tx) => {
        runs += 1;
        await tx.execute(drizzleSql`SELECT count FROM counters`);
        if (runs === 1) await sql`UPDATE counters SET count = 10 WHERE id = 1`;
        await increment(tx, 1);
      },
      { isolationLevel: "repeatable read" },
    );
    expect(runs).toBe(2);
    expect(await counts()).toEqual([11, 0]);
  });

  it.each([
    ["that refers to a row that is gone fails after two repeats", "23503", 3],
    ["that is always overtaken fails after two repeats", "40001", 3],
    ["is not repeated for another error", "23514", 1],
  ])("%s", async (_name, code, expected) => {
    let runs = 0;
    const transaction = db.transaction(async (tx) => {
      runs += 1;
      await increment(tx, 1);
      await fail(tx, code);
    });
    await expect(transaction).rejects.toMatchObject({ cause: { code } });
    expect(runs).toBe(expected);
    expect(await counts()).toEqual([0, 0]);
  });
});

describe("a statement outside of transactions", () => {
  beforeAll(async () => {
    await sql`CREATE SEQUENCE runs`;
    // A sequence is not rolled back.
    await database.withConnection((own) =>
      own.unsafe(`
        CREATE FUNCTION fail_runs(code text, times int) RETURNS bigint LANGUAGE plpgsql AS $$
        DECLARE run bigint := nextval('runs');
        BEGIN
          IF run <= times THEN RAISE EXCEPTION 'refused' USING ERRCODE = code; END IF;
          RETURN run;
        END $$`),
    );
  });
  beforeEach(() => sql`ALTER SEQUENCE runs RESTART`);

  it.each(["40P01", "40001"])("runs again, twice at most, after %s", async (code) => {
    const [row] = await db.execute<{ run: number }>(
      drizzleSql`SELECT fail_runs(${code}, 2)::int AS run`,
    );
    expect(row).toEqual({ run: 3 });
    await sql`ALTER SEQUENCE runs RESTART`;
    expect(await sql`SELECT fail_runs(${code}, 2)::int AS run`).toEqual([{ run: 3 }]);
    await sql`ALTER SEQUENCE runs RESTART`;
    await expect(db.execute(drizzleSql`SELECT fail_runs(${code}, 3)`)).rejects.toMatchObject({
      cause: { code },
    });
  });

  it.each(["23503", "23514"])("is not repeated after %s", async (code) => {
    await expect(db.execute(drizzleSql`SELECT fail_runs(${code}, 1)`)).rejects.toMatchObject({
      cause: { code },
    });
    expect(await sql`SELECT last_value::int AS runs FROM runs`).toEqual([{ runs: 1 }]);
  });
});
