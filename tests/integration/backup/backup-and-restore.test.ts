// @module-tag rest
import { randomBytes, randomUUID } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import postgres from "postgres";
import { afterAll, expect, it, onTestFinished } from "vitest";
import { BackupError, backupName } from "~/features/backup/backup-format";
import { verifyBackup } from "~/features/backup/read-backup.server";
import { restoreBackup } from "~/features/backup/restore-backup.server";
import { removeOldBackups } from "~/features/backup/retention.server";
import { runBackup } from "~/features/backup/run-backup.server";
import { writeBackup } from "~/features/backup/write-backup.server";
import { createBackupBucket } from "~/media/storage/create-storage.server";
import { createDiskStorage } from "~/media/storage/disk.server";
import { createKeyring } from "~/secrets/keyring.server";
import { openDatabase } from "~db/client.server";
import { migrateDatabase } from "~db/migrate.server";
import { profiles, uploads, users, watchListEntries } from "~db/schema";
import { restoreInto } from "../../../cli/restore-into";
import { createDataDir, removeDataDir } from "../../../scripts/support/data-dir";
import { addAnimes, addEpisodes } from "../../factories/anime";
import {
  copyFirstMigrations,
  listMigrations,
  MIGRATIONS,
} from "../../support/database/earlier-schema";
import { testDatabase, type TestDatabase } from "../../support/database/test-database";
import { createCommandRunner } from "../../support/server/operator-commands";
import { startS3Server } from "../../support/storage/s3-server";

const NOW = new Date("2026-11-21T11:30:00.000Z");
const folder = createDataDir();
afterAll(() => removeDataDir(folder));

const site = await testDatabase();
const storage = createDiskStorage(join(folder, "uploads"));
const quiet = new AbortController().signal;

function backup(database: TestDatabase, name: string) {
  return writeBackup(
    { withConnection: database.withConnection, readUpload: (cid) => storage.read(cid) },
    { path: join(folder, name), now: NOW, signal: quiet },
  );
}

function restore(database: TestDatabase, name: string, { replace = false, into = storage } = {}) {
  return restoreBackup(
    {
      withConnection: database.withConnection,
      migrationsFolder: MIGRATIONS,
      storeUpload: (bytes) => into.put(bytes, "image/webp"),
    },
    { path: join(folder, name), replace },
  );
}

async function addUser(database: TestDatabase, name: string): Promise<string> {
  return database.db.transaction(async (transaction) => {
    const email = `${randomBytes(8).toString("hex")}@akari.test`;
    const [user] = await transaction
      .insert(users)
      .values({ email, emailKey: email, userName: name })
      .returning({ id: users.id });
    if (user === undefined) throw new Error("no user");
    await transaction.insert(profiles).values({ userId: user.id, name, bio: "Hunting,\nowing." });
    return user.id;
  });
}

async function addUpload(database: TestDatabase, userId: string, bytes: Uint8Array): Promise<void> {
  const { cid, url } = await storage.put(bytes, "image/webp");
  await database.db.insert(uploads).values({ userId, cid, url, bytes: bytes.length });
}

/** Titles, episodes and users with texts that COPY escapes. */
async function fill(database: TestDatabase): Promise<void> {
  const texts = ["tab\there", "line\nbreak\r", "back\\slash \\N \\.", "進撃の巨人 👩‍👩‍👧", '"quotes"'];
  const titles = await addAnimes(
    database.db,
    ...texts.map((title) => ({ title, genres: [title, "Drama"] })),
  );
  for (const { mal_id } of titles) await addEpisodes(database.db, mal_id, 1, 3);
  for (const text of texts) {
    const userId = await addUser(database, text);
    await addUpload(database, userId, randomBytes(5_000));
    await database.db.insert(watchListEntries).values(
      titles.map(({ mal_id }) => ({
        userId,
        animeMalId: mal_id,
        state: "watching" as const,
        notes: text,
        tags: [text, "tag"],
      })),
    );
  }
}

async function digests({ options }: TestDatabase): Promise<Record<string, string>> {
  const sql = postgres({ ...options, max: 1, onnotice: () => undefined });
  try {
    const tables = await sql<{ name: string }[]>`
      SELECT relname AS name FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY relname`;
    const found: Record<string, string> = {};
    for (const { name } of tables) {
      const [row] = await sql.unsafe<{ digest: string }[]>(
        `SELECT count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' ORDER BY t::text)), '') AS digest FROM public."${name}" t`,
      );
      found[name] = row?.digest ?? "";
    }
    return found;
  } finally {
    await sql.end();
  }
}

await fill(site);
const summary = await backup(site, "whole.tar");
const saved = await digests(site);

it("restores every row and every file", async () => {
  expect(summary).toMatchObject({ uploads: 5, missingUploads: 0 });
  expect(existsSync(`${summary.path}.partial`)).toBe(false);

  const copy = await testDatabase({ template: "template1" });
  const files = createDiskStorage(join(folder, "restored-uploads"));
  expect(await restore(copy, "whole.tar", { into: files })).toMatchObject({
    created_at: NOW.toISOString(),
    uploads: 5,
    newerMigrations: 0,
  });
  expect(await digests(copy)).toEqual(saved);
  for (const { cid } of await site.db.select({ cid: uploads.cid }).from(uploads))
    expect(await files.read(cid)).toEqual(await storage.read(cid));

  // Triggers, sequences and migrations still work.
  await migrateDatabase(copy.options, MIGRATIONS);
  const [added] = await addAnimes(copy.db, { title: "Later" });
  const [listed] = await copy.sql<{ count: number }[]>`
    SELECT count(*)::int AS count FROM listing_entries WHERE mal_id = ${added?.mal_id ?? 0}`;
  expect(listed?.count).toBe(1);
});

it("keeps sealed secrets sealed, for the key that is not in it", async () => {
  const id = randomUUID();
  const place = { table: "invitations", column: "note", row: [id] };
  const keyring = createKeyring(["the key that is kept in another place"], []);
  const source = await testDatabase();
  await source.sql`INSERT INTO invitations (id, code_hash, note, expires_at)
    VALUES (${id}, 'hash', ${keyring.seal("s3cret", place)}, now())`;
  await backup(source, "sealed.tar");
  expect(readFileSync(join(folder, "sealed.tar")).includes("s3cret")).toBe(false);
  const copy = await testDatabase();
  await restore(copy, "sealed.tar");
  const [restored] = await copy.sql<{ note: string }[]>`SELECT note FROM invitations`;
  expect(keyring.open(restored?.note ?? "", place)).toBe("s3cret");
});

it("makes no news of what happened before the restore", async () => {
  const source = await testDatabase();
  await source.sql`INSERT INTO jobs (name, enabled, succeeded_at) VALUES
    ('announce', true, now()), ('cleanup', true, now())`;
  await source.sql`INSERT INTO outbox_events (kind, key, at) VALUES
    ('episode.aired', 'before', now() - interval '1 minute'),
    ('episode.aired', 'ahead', now() + interval '1 day')`;
  await backup(source, "news.tar");
  const copy = await testDatabase();
  await restore(copy, "news.tar");
  const events = await copy.sql<{ key: string; isSpread: boolean }[]>`
    SELECT key, spread_at IS NOT NULL AS "isSpread" FROM outbox_events ORDER BY key`;
  expect(events).toMatchObject([
    { key: "ahead", isSpread: false },
    { key: "before", isSpread: true },
  ]);
  // The next announcement is a first one.
  const announced = await copy.sql<{ name: string }[]>`
    SELECT name FROM jobs WHERE succeeded_at IS NULL`;
  expect(announced).toMatchObject([{ name: "announce" }]);
});

it("is consistent while users write", async () => {
  const written = await testDatabase();
  let isWriting = true;
  const acknowledged: string[] = [];
  const writers = Array.from({ length: 3 }, async () => {
    while (isWriting) {
      const id = await addUser(written, "writer");
      await addUpload(written, id, randomBytes(100));
      acknowledged.push(id);
    }
  });
  await expect.poll(() => acknowledged.length).toBeGreaterThan(20);
  const before = [...acknowledged];
  await backup(written, "busy.tar");
  isWriting = false;
  await Promise.all(writers);

  const copy = await testDatabase();
  await restore(copy, "busy.tar");
  const restored = await copy.db.select({ id: users.id }).from(users);
  const withProfile = await copy.db.select({ id: profiles.userId }).from(profiles);
  expect(new Set(withProfile.map(({ id }) => id))).toEqual(new Set(restored.map(({ id }) => id)));
  const ids = new Set(restored.map(({ id }) => id));
  expect(before.filter((id) => !ids.has(id))).toEqual([]);
  for (const { cid } of await copy.db.select({ cid: uploads.cid }).from(uploads))
    expect(await storage.read(cid)).not.toBeNull();
});

it("restores a backup of an older version and migrates it", async () => {
  const older = join(folder, "older-migrations");
  copyFirstMigrations(older, 15);
  const old = await testDatabase({ template: "template1" });
  await migrateDatabase(old.options, older);
  await old.sql`INSERT INTO users (email, email_key, user_name) VALUES ('a@b.c', 'a@b.c', 'Old')`;
  await backup(old, "older.tar");

  const copy = await testDatabase();
  expect(await restore(copy, "older.tar")).toMatchObject({
    newerMigrations: listMigrations().length - 15,
  });
  expect(await copy.db.select({ userName: users.userName }).from(users)).toEqual([
    { userName: "Old" },
  ]);
  const fresh = await testDatabase();
  expect(Object.keys(await digests(copy))).toEqual(Object.keys(await digests(fresh)));
});

it("refuses a damaged or truncated file before anything changes", async () => {
  const target = await testDatabase();
  await addUser(target, "kept");
  const before = await digests(target);
  const whole = readFileSync(join(folder, "whole.tar"));
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.nat(whole.length - 1).map((length) => whole.subarray(0, length)),
        // These flip a byte after the manifest's name; padding between entries is ignored.
        fc.nat(whole.length - 1).map((at) => {
          const flipped = Buffer.from(whole);
          flipped[at] = (flipped[at] ?? 0) ^ 0x55;
          return flipped;
        }),
      ),
      async (bytes) => {
        writeFileSync(join(folder, "damaged.tar"), bytes);
        const verified = await verifyBackup(join(folder, "damaged.tar")).catch(
          (error: unknown) => error,
        );
        if (!(verified instanceof Error)) {
          // What verifies has the same entries.
          expect(verified).toEqual(await verifyBackup(join(folder, "whole.tar")));
          return;
        }
        await expect(restore(target, "damaged.tar", { replace: true })).rejects.toThrow(
          BackupError,
        );
      },
    ),
    { numRuns: 60 },
  );
  writeFileSync(join(folder, "text.tar"), "not a backup");
  await expect(restore(target, "text.tar", { replace: true })).rejects.toThrow(BackupError);
  expect(await digests(target)).toEqual(before);
});

it("looks at the file before it makes a database, and says what is wrong", async () => {
  const whole = readFileSync(join(folder, "whole.tar"));
  const given = (name: string, bytes: string | Uint8Array) => {
    writeFileSync(join(folder, name), bytes);
    return join(folder, name);
  };
  /** A backup whose manifest differs, in as many bytes. */
  const altered = (from: string, to: string) => {
    const bytes = Buffer.from(whole);
    expect(bytes.indexOf(from)).toBeGreaterThan(0);
    bytes.write(to, bytes.indexOf(from));
    return bytes;
  };
  const later = await testDatabase();
  await later.sql`
    INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ('later', 9999999999999)`;
  await backup(later, "newer.tar");
  const cases = [
    [join(folder, "nowhere.tar"), "does not exist"],
    [folder, "is not a file"],
    [given("plain.tar", "not a backup\n".repeat(1000)), "not an Akari backup"],
    [given("short.tar", "not a backup"), "not an Akari backup"],
    [given("empty.tar", ""), "not an Akari backup"],
    [given("cut.tar", whole.subarray(0, whole.length / 2)), /truncated|damaged/],
    [given("format.tar", altered('"version":1', '"version":2')), "format version 2"],
    [join(folder, "newer.tar"), "comes from a newer version of Akari: update first"],
  ] as const;
  const home = createDataDir();
  onTestFinished(() => removeDataDir(home));
  const run = createCommandRunner(site.options, home);
  for (const [path, reason] of cases)
    for (const flag of ["--replace", "--check"]) {
      const { code, out, err } = await run("restore", [path, flag], { DATABASE_URL: "" });
      expect([path, code, out]).toEqual([path, 1, ""]);
      expect(err).toMatch(reason);
      expect(err.trim().split("\n")).toHaveLength(1);
      expect(readdirSync(home)).toEqual([]);
    }
  const checked = await run("restore", [join(folder, "whole.tar"), "--check"], {
    DATABASE_URL: "",
  });
  expect(checked).toMatchObject({ code: 0, err: "" });
  expect(readdirSync(home)).toEqual([]);
});

it("replaces an installation with accounts only with --replace", async () => {
  const target = await testDatabase();
  await addUser(target, "kept");
  await expect(restore(target, "whole.tar")).rejects.toThrow("has 1 account: --replace");
  expect(await target.db.$count(users)).toBe(1);
  await restore(target, "whole.tar", { replace: true });
  expect(await target.db.$count(users)).toBe(5);
});

it("leaves the functions of triggers that this release has", async () => {
  const target = await testDatabase();
  const { withConnection, options } = target;
  const backup = { path: join(folder, "whole.tar"), replace: true };
  await restoreInto({ dataDir: folder }, { withConnection, target: options }, backup);
  const functionsOf = ({ sql }: TestDatabase) =>
    sql`SELECT proname, prosrc FROM pg_proc
      WHERE pronamespace = 'public'::regnamespace ORDER BY oid::regprocedure::text`;
  expect(await functionsOf(target)).toEqual(await functionsOf(site));
});

it("refuses to restore while the site runs", async () => {
  const target = await testDatabase();
  const running = openDatabase(target.options, { applicationName: "akari" });
  try {
    await running.sql`SELECT 1`;
    await expect(restore(target, "whole.tar")).rejects.toThrow("stop it first");
  } finally {
    await running.close();
  }
});

it("keeps the newest backups", async () => {
  const kept = join(folder, "retention");
  mkdirSync(kept);
  const names = [1, 2, 3, 4].map((day) => backupName(new Date(Date.UTC(2026, 0, day))));
  const others = ["notes.tar", "akari.txt", "akari-before-the-move.tar"];
  for (const name of [...names, ...others]) writeFileSync(join(kept, name), "");
  expect(await removeOldBackups(kept, 2)).toEqual(names.slice(0, 2));
  expect(readdirSync(kept).sort()).toEqual([...names.slice(2), ...others].sort());
});

it("copies a backup to a bucket and keeps the newest there too", async () => {
  const s3 = await startS3Server("backups");
  const bucket = createBackupBucket(s3.settings);
  const copied = join(folder, "copied");
  const run = (day: number) =>
    runBackup(
      { withConnection: site.withConnection, readUpload: (cid) => storage.read(cid) },
      {
        folder: copied,
        keep: 2,
        bucket,
        now: new Date(Date.UTC(2026, 0, day)),
        signal: quiet,
      },
    );
  const names = [1, 2, 3].map((day) => backupName(new Date(Date.UTC(2026, 0, day))));
  for (const day of [1, 2])
    expect(await run(day)).toMatchObject({
      removed: [],
      copy: { name: names[day - 1], removed: [] },
    });
  const [oldest = ""] = names;
  expect(await run(3)).toMatchObject({
    removed: [oldest],
    copy: { name: names[2], removed: [oldest] },
  });
  expect(readdirSync(copied).sort()).toEqual(names.slice(1));
  expect(await s3.listKeys()).toEqual(names.slice(1));
  for (const name of names.slice(1))
    expect((await s3.read(name))?.bytes).toEqual(readFileSync(join(copied, name)));

  const copy = join(folder, "from-the-bucket.tar");
  writeFileSync(copy, (await s3.read(names[2] ?? ""))?.bytes ?? "");
  const target = await testDatabase({ template: "template1" });
  await restore(target, "from-the-bucket.tar");
  expect(await digests(target)).toEqual(await digests(site));
});

it("keeps the old backups when the copy fails, and says so", async () => {
  const s3 = await startS3Server("backups");
  const broken = join(folder, "broken");
  mkdirSync(broken);
  const old = backupName(new Date(Date.UTC(2025, 0, 1)));
  writeFileSync(join(broken, old), "");
  await s3.write(old, Buffer.from("old"));
  const run = createCommandRunner(site.options, folder);
  const settings = {
    S3_ENDPOINT: s3.url,
    S3_ACCESS_KEY_ID: s3.settings.accessKeyId,
    S3_REGION: s3.settings.region,
    S3_BACKUP_BUCKET: "backups",
  };
  const args = ["--to", broken, "--keep", "1", "--s3"];
  const failed = await run("backup", args, { ...settings, S3_SECRET_ACCESS_KEY: "another secret" });
  expect(failed).toMatchObject({ code: 1, out: "" });
  expect(failed.err).toMatch(/ is written, but was not copied: .*403 SignatureDoesNotMatch/);
  expect(readdirSync(broken)).toContain(old);
  expect(await s3.listKeys()).toEqual([old]);

  const unset = await run("backup", args);
  expect(unset).toMatchObject({ code: 1, out: "" });
  expect(unset.err).toContain("--s3 needs S3_BACKUP_BUCKET");
  const done = await run("backup", [...args, "--json"], {
    ...settings,
    S3_SECRET_ACCESS_KEY: s3.settings.secretAccessKey,
  });
  expect(done.code).toBe(0);
  const report = JSON.parse(done.out) as { copy: { name: string; removed: string[] } };
  expect(report.copy.removed).toEqual([old]);
  expect(await s3.listKeys()).toEqual([report.copy.name]);
});

it("removes what killed backups have left, but no draft that is being written", async () => {
  const left = join(folder, "left");
  mkdirSync(left);
  for (const name of ["akari-1.tar.partial", "akari-2.tar.partial", "other.partial"])
    writeFileSync(join(left, name), "");
  for (const name of ["akari-1.tar.partial", "other.partial"])
    utimesSync(join(left, name), new Date(0), new Date(0));
  await runBackup(
    { withConnection: site.withConnection, readUpload: (cid) => storage.read(cid) },
    { folder: left, keep: null, bucket: null, now: new Date(), signal: quiet },
  );
  const names = readdirSync(left).filter((name) => name.endsWith(".partial"));
  expect(names.sort()).toEqual(["akari-2.tar.partial", "other.partial"]);
});

it(
  "leaves no backup and no half restored site when it is killed",
  { tags: ["nightly"] },
  async () => {
    const large = await testDatabase();
    await large.sql`
    INSERT INTO users (email, email_key, user_name)
    SELECT 'u' || n, 'u' || n, repeat(md5(n::text), 20) FROM generate_series(1, 60000) n`;
    const run = createCommandRunner(large.options, folder);
    const backups = join(folder, "data/backups");
    const partial = () =>
      existsSync(backups) && readdirSync(backups).some((name) => name.endsWith(".partial"));
    await run("backup", [], {}, (child) => {
      const timer = setInterval(() => {
        if (!partial()) return;
        clearInterval(timer);
        child.kill("SIGKILL");
      }, 1);
    });
    expect(readdirSync(backups).filter((name) => name.endsWith(".tar"))).toEqual([]);

    expect(await run("backup", ["--json"])).toMatchObject({ code: 0 });
    const [name = ""] = readdirSync(backups).filter((entry) => entry.endsWith(".tar"));
    expect(await run("restore", [join(backups, name), "--check"])).toMatchObject({ code: 0 });

    const target = await testDatabase();
    await addUser(target, "kept");
    const before = await digests(target);
    const runOnTarget = createCommandRunner(target.options, folder);
    const isCopying = async () => {
      const [row] = await target.sql<{ copying: boolean }[]>`
      SELECT EXISTS (SELECT 1 FROM pg_stat_activity
        WHERE datname = current_database() AND query LIKE 'COPY public."users"%' AND state = 'active') AS copying`;
      return row?.copying === true;
    };
    let isKilled = false;
    await runOnTarget("restore", [join(backups, name), "--replace"], {}, (child) => {
      const watch = async (): Promise<void> => {
        while (child.exitCode === null && !isKilled)
          if (await isCopying()) isKilled = child.kill("SIGKILL");
      };
      void watch();
    });
    expect(isKilled).toBe(true);
    expect(await digests(target)).toEqual(before);
    expect(await runOnTarget("restore", [join(backups, name), "--replace"])).toMatchObject({
      code: 0,
    });
    expect(await target.db.$count(users)).toBe(60_000);
  },
);
