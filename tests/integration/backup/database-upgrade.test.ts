// @module-tag nightly
import { existsSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import { afterAll, expect, it } from "vitest";
import { startEmbeddedPostgres } from "~db/embedded.server";
import { choosePlacement, filesIn } from "~db/embedded/placement.server";
import { createDataDir, removeDataDir } from "../../../scripts/support/data-dir";
import { testDatabase } from "../../support/database/test-database";
import { createCommandRunner } from "../../support/server/operator-commands";

const dataDir = createDataDir();
afterAll(() => removeDataDir(dataDir));
const { options } = await testDatabase();
const run = createCommandRunner(options, dataDir);
const akari = (...args: string[]) => run("akari", args, { DATA_DIR: dataDir, DATABASE_URL: "" });
let backup = "";

async function query<Row extends object>(statement: string): Promise<Row[]> {
  const embedded = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  const sql = postgres({ ...embedded.options, max: 1, onnotice: () => undefined });
  try {
    return [...(await sql.unsafe<Row[]>(statement))];
  } finally {
    await sql.end();
    await embedded.stop();
  }
}
const accounts = () => query<{ user_name: string }>("SELECT user_name FROM users");
/** Root has it outside of DATA_DIR if PostgreSQL's account cannot enter that. */
let cluster = "";

it("restores a backup into a new cluster and keeps the one of another version", async () => {
  expect(await akari("db", "migrate")).toMatchObject({ code: 0 });
  cluster = choosePlacement(filesIn(dataDir), () => undefined).data;
  await query(
    "INSERT INTO users (email, email_key, user_name) VALUES ('a@akari.test', 'a', 'Ana')",
  );
  const made = await akari("backup", "--json");
  backup = (JSON.parse(made.out) as { path: string }).path;

  const early = await akari("db", "upgrade", backup);
  expect(early).toMatchObject({ code: 1 });
  expect(early.err).toContain("nothing was changed");
  expect(await accounts()).toEqual([{ user_name: "Ana" }]);

  // Clusters of other versions differ only by the number in this file.
  writeFileSync(join(cluster, "PG_VERSION"), "17\n");
  await expect(accounts()).rejects.toThrow(/npm run akari -- db upgrade <backup>/);
  for (const path of [join(dataDir, "none.tar"), join(dataDir, "postgres.password")])
    expect(await akari("db", "upgrade", path)).toMatchObject({ code: 1 });
  expect(existsSync(`${cluster}-17`)).toBe(false);

  const { code, out } = await akari("db", "upgrade", backup, "--json");
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ previous: `${cluster}-17` });
  expect(await accounts()).toEqual([{ user_name: "Ana" }]);
  expect(existsSync(join(`${cluster}-17`, "PG_VERSION"))).toBe(true);
});

it("does not start a new site while an upgrade is interrupted, and continues it", async () => {
  renameSync(cluster, `${cluster}-16`);
  writeFileSync(join(dataDir, "postgres.upgrade"), `${cluster}-16\n`);
  await expect(accounts()).rejects.toThrow(/has not finished/);
  expect(existsSync(cluster)).toBe(false);
  expect(await akari("db", "upgrade", backup)).toMatchObject({ code: 0 });
  expect(await accounts()).toEqual([{ user_name: "Ana" }]);
  expect(existsSync(join(dataDir, "postgres.upgrade"))).toBe(false);
});

it("is refused for a database of DATABASE_URL", async () => {
  const { code, err } = await run("akari", ["db", "upgrade", backup]);
  expect(code).toBe(1);
  expect(err).toContain("DATABASE_URL is set");
});
