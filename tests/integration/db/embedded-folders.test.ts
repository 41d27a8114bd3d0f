// @module-tag rest
import {
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { execFileSync } from "node:child_process";
import postgres from "postgres";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { EmbeddedPostgresError, startEmbeddedPostgres } from "~db/embedded.server";
import { createLinks, listMissingLinks, findNativeFolder } from "~db/embedded/binaries.server";
import { createDataFolder, describeOpenFolder } from "~/config/data-folder";
import { filesIn, unprivilegedAccount } from "~db/embedded/placement.server";
import { createDataDir, removeDataDir } from "../../../scripts/support/data-dir";

const asRoot = process.getuid?.() === 0;

/**
 * The databases in these folders have a table `notes`. A copy takes a tenth of the time of a new
 * one.
 */
const filled = join(createDataDir(), "data");
const locked = createDataDir();
/** A folder in one that other accounts may not enter. */
const closed = join(locked, "closed");
const closedData = join(closed, "data");
beforeAll(async () => {
  createDataFolder(filled);
  // What an interrupted first start leaves.
  mkdirSync(join(filled, "postgres.init-abcdef", "data"), { recursive: true });
  writeFileSync(join(filled, "postgres.init-abcdef", "data", "PG_VERSION"), "18\n");
  mkdirSync(closed, { mode: 0o700 });
  for (const folder of [filled, closedData])
    await queryOnce(folder, (sql) => sql`CREATE TABLE notes (id int)`);
});
afterAll(async () => {
  for (const folder of [filled, dirname(filled), closedData, locked]) await removeDataDir(folder);
});

let dataDir: string;
beforeEach(() => {
  dataDir = createDataDir();
  const otherFolder = dataDir;
  onTestFinished(() => removeDataDir(otherFolder));
});

/**
 * Fills a folder. One whose database is in a second folder is made anew, since a copy would share
 * it.
 */
async function fill(folder: string): Promise<void> {
  if (existsSync(filesIn(filled).shelterPointer))
    await queryOnce(folder, (sql) => sql`CREATE TABLE notes (id int)`);
  else execFileSync("cp", ["-a", `${filled}/.`, folder]);
}

async function queryOnce<T>(
  folder: string,
  question: (sql: postgres.Sql, host: string) => Promise<T>,
): Promise<T> {
  const logs: string[] = [];
  const embedded = await startEmbeddedPostgres({ dataDir: folder, log: (text) => logs.push(text) });
  const sql = postgres({ ...embedded.options, max: 1, onnotice: () => undefined });
  try {
    return await question(sql, embedded.options.host);
  } finally {
    await sql.end();
    await embedded.stop();
  }
}

const refusal = (folder: string): Promise<unknown> =>
  startEmbeddedPostgres({ dataDir: folder, log: () => undefined }).then(
    async (embedded) => embedded.stop().then(() => "it started"),
    (error: unknown) => error,
  );

test("the application's role is not a superuser, may create the search's extensions, and sorts by ICU", async () => {
  await queryOnce(filled, async (sql) => {
    const [account] =
      await sql`SELECT current_user AS name, rolsuper AS super FROM pg_roles WHERE rolname = current_user`;
    expect(account).toEqual({ name: "akari", super: false });
    await sql`CREATE extension pg_trgm`;
    await sql`CREATE extension unaccent`;
    const [text] = await sql<{ trigrams: number; plain: string; same: boolean }[]>`
      SELECT array_length(show_trgm('進撃の巨人'), 1) AS trigrams, unaccent('Pokémon') AS plain, 'É' ILIKE 'é' AS same`;
    expect(text).toEqual({ trigrams: 6, plain: "Pokemon", same: true });
    const sorted = await sql<{ name: string }[]>`
      SELECT name FROM (VALUES ('b'), ('Ä'), ('a')) AS given (name) ORDER BY name collate "und-x-icu"`;
    expect(sorted.map(({ name }) => name)).toEqual(["a", "Ä", "b"]);
  });
});

test("the password and the data are unreadable for other accounts", () => {
  expect(statSync(join(filled, "postgres.password")).mode & 0o777).toBe(0o600);
  expect(statSync(join(filled, "postgres")).mode & 0o777).toBe(0o700);
});

test("the folder is its owner's, for root with a way through for PostgreSQL's group", () => {
  const { mode, gid } = statSync(filled);
  expect([mode & 0o7777, gid]).toEqual(
    asRoot ? [0o710, unprivilegedAccount().gid] : [0o700, process.getgid?.()],
  );
  expect(existsSync(join(filesIn(filled).data, "PG_VERSION"))).toBe(true);
  expect(describeOpenFolder(filled)).toBeNull();
  for (const [open, expected] of [
    [0o770, null],
    [0o771, null],
    [0o772, "(mode 772)"],
    [0o755, `chmod o-rwx ${dataDir}.`],
    [0o1777, "(mode 1777)"],
  ] as const) {
    chmodSync(dataDir, open);
    if (expected === null) expect(describeOpenFolder(dataDir)).toBeNull();
    else expect(describeOpenFolder(dataDir)).toContain(expected);
  }
});

test("a wrong password is rejected", async () => {
  const embedded = await startEmbeddedPostgres({ dataDir: filled, log: () => undefined });
  const otherUser = postgres({ ...embedded.options, password: "guess", max: 1 });
  await expect(otherUser`select 1`).rejects.toMatchObject({ code: "28P01" });
  await otherUser.end();
  await embedded.stop();
});

test("a folder of another major version is rejected with instructions and left unchanged", async () => {
  mkdirSync(join(dataDir, "postgres"));
  writeFileSync(join(dataDir, "postgres", "PG_VERSION"), "15\n");
  const error = await refusal(dataDir);
  expect(error).toBeInstanceOf(EmbeddedPostgresError);
  expect(String(error)).toMatch(
    /PostgreSQL 15 .* brings 18: run npm run akari -- db upgrade .*nothing was changed/,
  );
  expect(readdirSync(join(dataDir, "postgres"))).toEqual(["PG_VERSION"]);
});

test("a folder without a database is rejected and left unchanged", async () => {
  mkdirSync(join(dataDir, "postgres"));
  writeFileSync(join(dataDir, "postgres", "holiday.jpg"), "");
  expect(String(await refusal(dataDir))).toMatch(
    /is not a PostgreSQL data folder \(PG_VERSION is missing\)/,
  );
  expect(readdirSync(join(dataDir, "postgres"))).toEqual(["holiday.jpg"]);
});

test("a broken database is one error that names the folder and the log", async () => {
  await fill(dataDir);
  rmSync(join(dataDir, "postgres", "global", "pg_control"));
  const error = await refusal(dataDir);
  expect(error).toBeInstanceOf(EmbeddedPostgresError);
  const real = realpathSync(dataDir);
  expect(String(error)).toContain(`The database in ${join(real, "postgres")} does not start`);
  expect(String(error)).toContain(join(real, "postgres.log"));
  expect(String(error)).not.toContain("\n");
});

test("a file in place of DATA_DIR is one error", async () => {
  const file = join(dataDir, "file");
  writeFileSync(file, "");
  for (const folder of [file, join(file, "below")]) {
    const error = await refusal(folder);
    expect(error).toBeInstanceOf(EmbeddedPostgresError);
    expect(String(error)).toContain("a part of that path is a file");
  }
});

test("an inaccessible folder works for root through a second folder, which the next start finds again", async () => {
  expect(existsSync(join(closedData, "postgres.shelter"))).toBe(asRoot);
  expect(existsSync(join(closedData, "postgres"))).toBe(!asRoot);
  const result = await queryOnce(
    closedData,
    (sql) => sql`SELECT 1 FROM pg_tables WHERE tablename = 'notes'`,
  );
  expect(result).toHaveLength(1);
});

test.runIf(asRoot)(
  "a copy of a folder with a second one is refused, and a renamed one is not (needs root)",
  async () => {
    const at = (name: string) => join(closed, name);
    cpSync(at("data"), at("copy"), { recursive: true });
    const error = await refusal(at("copy"));
    expect(error).toBeInstanceOf(EmbeddedPostgresError);
    expect(String(error)).toContain(`${at("copy")} is a copy of ${at("data")}`);
    expect(String(error)).toContain("npm run akari -- backup");
    // An earlier release wrote the file without its owner.
    const pointer = join(at("data"), "postgres.shelter");
    const [shelter = "", owner = ""] = readFileSync(pointer, "utf8").split("\n");
    writeFileSync(pointer, `${shelter}\n`);
    await queryOnce(at("data"), () => Promise.resolve());
    expect(readFileSync(pointer, "utf8")).toBe(`${shelter}\n${owner}\n`);

    renameSync(at("data"), at("renamed"));
    const tables = await queryOnce(
      at("renamed"),
      (sql) => sql`SELECT 1 FROM pg_tables WHERE tablename = 'notes'`,
    );
    renameSync(at("renamed"), at("data"));
    expect(tables).toHaveLength(1);
  },
);

test("a missing second folder is not silently replaced by an empty database", async () => {
  writeFileSync(join(dataDir, "postgres.shelter"), "/var/lib/akari-does-not-exist\n");
  expect(String(await refusal(dataDir))).toContain(
    "/var/lib/akari-does-not-exist, which does not exist",
  );
});

test(
  "a path too long for a socket uses loopback, and the same data",
  { tags: "nightly" },
  async () => {
    const long = join(dataDir, "x".repeat(100));
    mkdirSync(long);
    onTestFinished(() => removeDataDir(long));
    const first = await queryOnce(long, async (sql, host) => ({
      host,
      made: await sql`CREATE TABLE notes (id int)`,
    }));
    expect(first.host).toBe("127.0.0.1");
    const result = await queryOnce(
      long,
      (sql) => sql`SELECT 1 FROM pg_tables WHERE tablename = 'notes'`,
    );
    expect(result).toHaveLength(1);
  },
);

test("a lost password is replaced and the data stays", async () => {
  await fill(dataDir);
  const password = readFileSync(join(dataDir, "postgres.password"), "utf8");
  rmSync(join(dataDir, "postgres.password"));
  const result = await queryOnce(
    dataDir,
    (sql) => sql`SELECT 1 FROM pg_tables WHERE tablename = 'notes'`,
  );
  expect(result).toHaveLength(1);
  expect(readFileSync(join(dataDir, "postgres.password"), "utf8")).not.toBe(password);
});

test(
  "lock files that name a living process of another program do not prevent a start",
  { tags: "nightly" },
  async () => {
    await fill(dataDir);
    const data = join(dataDir, "postgres");
    const lock = [process.pid, data, 1, 5432, data, "", "1 1", "ready"].join("\n");
    writeFileSync(join(data, "postmaster.pid"), lock);
    writeFileSync(join(data, ".s.PGSQL.5432.lock"), lock);
    const result = await queryOnce(
      dataDir,
      (sql) => sql`SELECT 1 FROM pg_tables WHERE tablename = 'notes'`,
    );
    expect(result).toHaveLength(1);
  },
);

test("a database restored from a backup starts with a changed owner and changed permissions", async () => {
  await fill(dataDir);
  const data = join(dataDir, "postgres");
  chmodSync(data, 0o755);
  if (asRoot) chownSync(data, 0, 0);
  const result = await queryOnce(
    dataDir,
    (sql) => sql`SELECT 1 FROM pg_tables WHERE tablename = 'notes'`,
  );
  expect(result).toHaveLength(1);
  expect(statSync(data).mode & 0o777).toBe(0o700);
});

test("an interrupted first start leaves nothing that the next one mistakes for a database", () => {
  expect(readdirSync(filled).filter((name) => name.includes("init-"))).toEqual([]);
});

test("library links missing after --ignore-scripts are created", () => {
  const source = findNativeFolder();
  const copy = join(dataDir, "package", "native");
  for (const folder of ["bin", "lib"]) {
    mkdirSync(join(copy, folder), { recursive: true });
    for (const entry of readdirSync(join(source, folder), { withFileTypes: true })) {
      if (entry.isFile())
        copyFileSync(join(source, folder, entry.name), join(copy, folder, entry.name));
    }
  }
  copyFileSync(join(source, "pg-symlinks.json"), join(copy, "pg-symlinks.json"));
  const missing = listMissingLinks(copy).filter(({ target }) => dirname(target) === "native/lib");
  expect(missing.length).toBeGreaterThan(0);
  mkdirSync(join(copy, "lib", "pkgconfig"), { recursive: true });

  createLinks(copy);
  for (const { source: from, target } of missing) {
    const link = join(copy, "..", target);
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(readlinkSync(link)).toBe(basename(from));
  }
  expect(
    execFileSync(join(copy, "bin", "postgres"), ["--version"], { encoding: "utf8" }),
  ).toContain("(PostgreSQL) 18.");
});
