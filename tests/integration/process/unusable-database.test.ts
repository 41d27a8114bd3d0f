// @module-tag rest
import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { describe, expect, inject, it, onTestFinished } from "vitest";
import { startBuiltServer } from "../../../scripts/support/built-server";
import { getFreePort } from "../../../scripts/support/free-port";
import { createDataDir, removeDataDir } from "../../../scripts/support/data-dir";
import { createKeyring } from "~/secrets/keyring.server";
import { createDatabaseLink } from "../../support/database/database-link";
import { testDatabase } from "../../support/database/test-database";

const server = inject("postgres");

/** Creates a database that the test prepares. */
async function createDatabase(options = ""): Promise<{ name: string; sql: postgres.Sql }> {
  const name = `akari_odd_${randomUUID().replaceAll("-", "")}`;
  const admin = postgres({ ...server, max: 1, onnotice: () => undefined });
  await admin.unsafe(`CREATE DATABASE ${name} ${options}`);
  const sql = postgres({ ...server, database: name, max: 1, onnotice: () => undefined });
  onTestFinished(async () => {
    await sql.end();
    await admin`DROP DATABASE ${admin(name)} WITH (FORCE)`;
    await admin.end();
  });
  return { name, sql };
}

async function start(databaseUrl: string) {
  const dataDir = createDataDir();
  const built = await startBuiltServer({
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    SESSION_SECRET: "a-secret-for-this-test-alone-0123456789",
  });
  onTestFinished(async () => {
    built.signal("SIGKILL");
    await built.exited;
    await removeDataDir(dataDir);
  });
  return built;
}

async function startOn(database: Partial<typeof server>) {
  const link = await createDatabaseLink({ options: { ...server, ...database } });
  await link.open();
  return start(link.url);
}

describe("a database that cannot be used ends the start with the reason and 1", () => {
  it("when the role has no rights", async () => {
    const { name, sql } = await createDatabase();
    await sql.unsafe(`REVOKE CREATE ON DATABASE ${name} FROM ${server.user}`);
    await sql.unsafe("REVOKE CREATE ON SCHEMA public FROM pg_database_owner");
    const built = await startOn({ database: name });
    expect(await built.exited).toBe(1);
    expect(built.output().stderr.split("\n")).toEqual([
      "The database cannot be used:",
      `- The role ${server.user} may not create schemas: GRANT CREATE ON DATABASE ${name} TO ${server.user} allows it.`,
      `- The role ${server.user} may not create tables in the schema public: GRANT CREATE ON SCHEMA public TO ${server.user} allows it.`,
      "",
    ]);
    expect(built.output().stdout).not.toContain("Akari is ready");
  });

  it("when it has another encoding", { tags: "nightly" }, async () => {
    const { name } = await createDatabase(
      "ENCODING 'LATIN1' LOCALE_PROVIDER libc LOCALE 'C' TEMPLATE template0",
    );
    const built = await startOn({ database: name });
    expect(await built.exited).toBe(1);
    expect(built.output().stderr).toContain("- Its encoding is LATIN1, and Akari needs UTF8: ");
  });

  it.each([
    ["the password is wrong", { password: "wrong" }, "28P01"],
    ["it does not exist", { database: "akari_missing" }, "3D000"],
  ])("when %s", async (_, options, code) => {
    const built = await startOn(options);
    expect(await built.exited).toBe(1);
    expect(built.output().stderr).toMatch(
      new RegExp(`^The database cannot be used: [^\\n]+ \\(SQLSTATE ${code}\\)\\.\\n$`),
    );
  });
});

it("ends the start with the key that is missing for stored secrets", async () => {
  const database = await testDatabase();
  const keyring = createKeyring(["a secret that the operator has lost"], []);
  const [user] = await database.sql<{ id: string }[]>`
    INSERT INTO users (email, email_key, user_name) VALUES ('spike@akari.test', 'spike@akari.test', 'Spike')
    RETURNING id`;
  const row = [user?.id ?? ""];
  const sealed = keyring.seal("secret", { table: "second_factors", column: "secret_sealed", row });
  await database.sql`
    INSERT INTO second_factors (user_id, secret_sealed) VALUES (${row[0] ?? ""}, ${sealed})`;
  const link = await createDatabaseLink(database);
  await link.open();
  const built = await start(link.url);
  expect(await built.exited).toBe(1);
  expect(built.output().stderr).toBe(
    `1 stored secret does not open (second_factors.secret_sealed): the key ${keyring.keyId} is missing. Add the secret that it was made from to SECRETS_KEY. If it is lost, npm run akari -- secrets forget ${keyring.keyId} deletes what it sealed.\n`,
  );
  expect(built.output().stdout).not.toContain("Akari is ready");
});

it("waits for a database that cannot be reached, and logs the reason once", async () => {
  const port = await getFreePort();
  const built = await start(`postgres://akari:akari@127.0.0.1:${port}/akari`);
  await built.listening();
  await expect.poll(() => built.output().stdout).toContain("waiting for the database");
  for (const path of ["/anime/1", "/anime/2"]) {
    const page = await fetch(built.url + path, { headers: { accept: "text/html" } });
    expect(page.status).toBe(503);
    expect(await page.text()).toContain("Waiting for the database, which does not respond yet…");
  }
  built.signal("SIGTERM");
  expect(await built.exited).toBe(0);
  const { stdout } = built.output();
  expect(stdout).not.toContain("Akari is ready");
  const entries = stdout
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as { level: number; msg: string; err?: unknown });
  expect(entries.filter(({ msg }) => msg === "waiting for the database")).toEqual([
    expect.objectContaining({ err: `connect ECONNREFUSED 127.0.0.1:${port}` }),
  ]);
  // The pages ask no database.
  expect(entries.filter(({ level }) => level >= 50)).toEqual([]);
});
