import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { backupFolder, backupName, DRAFT_SUFFIX } from "~/features/backup/backup-format";
import { loader as download } from "~/routes/admin/download-backup";
import { action, loader } from "~/routes/admin/storage";
import { auditLog, sessions } from "~db/schema";
import { createDataDir, removeDataDir } from "../../../scripts/support/data-dir";
import { testDatabase } from "../../support/database/test-database";
import { createTempFolder } from "../../support/media/image-service";
import { catchPageError, createPageCaller } from "../../support/server/call-page";
import { createAccount, type TestAccount } from "../../support/server/account";
import { createTestServices } from "../../support/server/context";
import { createOwner } from "../../support/server/owner";
import { startS3Server } from "../../support/storage/s3-server";

const database = await testDatabase();
let owner: TestAccount;
beforeAll(async () => {
  owner = await createOwner(database);
});

describe("the storage page", () => {
  it("says what takes how much, and clears one cache", async () => {
    const dataDir = createTempFolder();
    const encoded = join(dataDir, "cache", "encoded");
    mkdirSync(encoded, { recursive: true });
    writeFileSync(join(encoded, "a"), Buffer.alloc(1_000));
    writeFileSync(join(encoded, "b"), Buffer.alloc(500));
    mkdirSync(join(dataDir, "cache", "fingerprints"));
    writeFileSync(join(dataDir, "cache", "fingerprints", "a"), Buffer.alloc(300));
    const callPage = createPageCaller(database, { DATA_DIR: dataDir });
    const load = () =>
      callPage(loader, "/admin/storage", { init: { headers: { cookie: owner.cookie } } });
    const clear = (cache: string) =>
      callPage(action, "/admin/storage", {
        init: {
          method: "POST",
          headers: { cookie: owner.cookie },
          body: new URLSearchParams({ cache }),
        },
      });
    const before = await load();
    expect(before.storage.databaseBytes).toBeGreaterThan(1_000_000);
    expect(before.storage.tables[0]?.bytes).toBeGreaterThan(0);
    expect(before.storage.caches).toEqual([
      { name: "images", bytes: 0 },
      { name: "titles", bytes: 0 },
      { name: "pictures", bytes: 0 },
      { name: "fingerprints", bytes: 300 },
      { name: "encoded", bytes: 1_500 },
    ]);
    expect(await clear("uploads")).toMatchObject({ init: { status: 400 } });
    expect(readdirSync(encoded)).toHaveLength(2);
    expect(((await clear("encoded")) as Response).headers.get("location")).toBe(
      "/admin/storage?done",
    );
    expect(readdirSync(encoded)).toEqual([]);
    expect((await load()).storage.caches.at(-1)).toEqual({ name: "encoded", bytes: 0 });
    await clear("fingerprints");
    expect(readdirSync(join(dataDir, "cache", "fingerprints"))).toEqual([]);
    expect(await database.db.select().from(auditLog)).toContainEqual(
      expect.objectContaining({ action: "cache.cleared", details: { cache: "encoded" } }),
    );
  });
});

describe("the backups", () => {
  const DAY_MS = 24 * 60 * 60_000;
  const now = Math.floor(Date.now() / 1000) * 1000;
  const parent = createDataDir();
  afterAll(() => removeDataDir(parent));
  const dataDir = join(parent, "it's data");
  const folder = backupFolder(dataDir);
  const [newest, older] = [1, 3].map((days) => backupName(new Date(now - days * DAY_MS))) as [
    string,
    string,
  ];
  const bytes = Buffer.from("the whole backup");
  const callPage = createPageCaller(database, { DATA_DIR: dataDir });
  const as = ({ cookie }: TestAccount, more: RequestInit = {}) => ({
    init: { ...more, headers: { cookie, ...(more.headers as Record<string, string>) } },
  });
  const get = (name: string, account = owner, more: RequestInit = {}) =>
    callPage(download, `/admin/backups/${encodeURIComponent(name)}`, {
      params: { name },
      ...as(account, more),
    });
  const downloads = () =>
    database.db.select().from(auditLog).where(eq(auditLog.action, "backup.downloaded"));

  beforeAll(() => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, newest), bytes);
    writeFileSync(join(folder, older), bytes.subarray(4));
    writeFileSync(join(folder, `${newest}${DRAFT_SUFFIX}`), "being written");
    writeFileSync(join(folder, "notes.txt"), "no backup");
    writeFileSync(join(dataDir, "session-secret"), "secret");
    symlinkSync("../session-secret", join(folder, "akari-2020-01-01T000000Z.tar"));
    mkdirSync(join(folder, "akari-2020-01-02T000000Z.tar"));
  });

  it("are listed with size, age and the command that restores each", async () => {
    const { backups } = await callPage(loader, "/admin/storage", as(owner));
    expect(backups).toMatchObject({
      folder,
      bucket: null,
      files: [
        { name: newest, bytes: bytes.length, at: new Date(now - DAY_MS) },
        { name: older, bytes: bytes.length - 4 },
      ],
    });
    const path = join(folder, newest).replaceAll("'", "'\\''");
    expect(backups.files[0]?.restore).toBe(`npm run akari -- restore '${path}' --replace`);
    expect(backups.files[1]?.ageSeconds).toBeGreaterThanOrEqual(3 * 24 * 60 * 60);
    const empty = createPageCaller(database, { DATA_DIR: createTempFolder() });
    expect((await empty(loader, "/admin/storage", as(owner))).backups.files).toEqual([]);
  });

  it("are downloaded whole or in part, and the audit log has it", async () => {
    const whole = await get(newest);
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      "content-type": "application/x-tar",
      "content-length": String(bytes.length),
      "cache-control": "private, no-store",
      "accept-ranges": "bytes",
    });
    expect(whole.headers.get("content-disposition")).toContain(`attachment; filename="${newest}"`);
    expect(Buffer.from(await whole.arrayBuffer())).toEqual(bytes);
    const part = await get(newest, owner, { headers: { range: "bytes=4-" } });
    expect([part.status, await part.text()]).toEqual([206, "whole backup"]);
    expect((await get(newest, owner, { headers: { range: "bytes=99-" } })).status).toBe(416);
    const before = await downloads();
    expect(before[0]).toMatchObject({ actorId: owner.userId, details: { backup: newest } });
    const head = await get(newest, owner, { method: "HEAD" });
    expect(head.headers.get("content-length")).toBe(String(bytes.length));
    expect(await downloads()).toHaveLength(before.length);
  });

  it.each([
    "../session-secret",
    "..",
    "notes.txt",
    "akari-2020-01-01T000000Z.tar",
    "akari-2020-01-02T000000Z.tar",
    `${newest}${DRAFT_SUFFIX}`,
    `../backups/${newest}`,
    `${newest}\0`,
  ])("are no other files: %j", async (name) => {
    const before = await downloads();
    expect(await catchPageError(get(name))).toMatchObject({ status: 404 });
    expect(await downloads()).toEqual(before);
  });

  it("are for owners who have just confirmed who they are", async () => {
    const services = createTestServices({}, database);
    const member = await createAccount(services);
    const moderator = await createAccount(services, "moderator");
    const stale = await createOwner(database);
    await database.db
      .update(sessions)
      .set({ createdAt: new Date(Date.now() - 10 * 60_000) })
      .where(eq(sessions.userId, stale.userId));
    expect(await catchPageError(get(newest, member))).toMatchObject({ status: 404 });
    expect(await catchPageError(get(newest, moderator))).toMatchObject({ status: 403 });
    expect(await catchPageError(get(newest, stale))).toEqual({
      status: 303,
      data: `/confirm?${new URLSearchParams({ returnTo: "/admin/storage" }).toString()}`,
    });
  });

  it("have copies in the bucket, whose absence costs the rest of the page nothing", async () => {
    const s3 = await startS3Server("backups");
    await s3.write(older, bytes);
    await s3.write("akari-notes.txt", bytes);
    const load = (environment: Record<string, string>) =>
      createPageCaller(database, {
        DATA_DIR: dataDir,
        S3_ENDPOINT: s3.url,
        S3_ACCESS_KEY_ID: s3.settings.accessKeyId,
        S3_SECRET_ACCESS_KEY: s3.settings.secretAccessKey,
        S3_REGION: s3.settings.region,
        S3_BACKUP_BUCKET: "backups",
        ...environment,
      })(loader, "/admin/storage", as(owner));
    const { backups } = await load({});
    expect(backups.bucket).toMatchObject({
      name: "backups",
      copies: [{ name: older, bytes: bytes.length }],
    });
    const wrongs: Record<string, string>[] = [
      { S3_SECRET_ACCESS_KEY: "another secret" },
      { S3_ENDPOINT: "http://127.0.0.1:9" },
    ];
    for (const wrong of wrongs)
      expect((await load(wrong)).backups).toMatchObject({
        files: [{}, {}],
        bucket: { copies: null },
      });
  });
});
