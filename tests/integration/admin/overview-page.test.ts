import { mkdtempSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, expect, it, onTestFinished } from "vitest";
import { akariVersion } from "~/config/version";
import { backupFolder, backupName } from "~/features/backup/backup-format";
import { changeRole } from "~/features/accounts/roles/change-role.server";
import { backup } from "~/jobs/definitions/backup.server";
import { sources } from "~/jobs/definitions/sources.server";
import { recordEnd, recordStart } from "~/jobs/job-records.server";
import { readRecords } from "~/jobs/job-records.server";
import { loader as changes } from "~/routes/admin/changes";
import { loader as overview } from "~/routes/admin/overview";
import { jobs, sessions } from "~db/schema";
import { testDatabase } from "../../support/database/test-database";
import { createAccount } from "../../support/server/account";
import { createPageCaller } from "../../support/server/call-page";
import { createTestServices } from "../../support/server/context";

const database = await testDatabase();
const { db } = database;
const services = createTestServices({}, database);
const dataDir = mkdtempSync(join(tmpdir(), "akari-overview-"));
afterAll(() => rm(dataDir, { recursive: true }));
const callPage = createPageCaller(database, { DATA_DIR: dataDir });
const owner = await createAccount(services);
await changeRole(db, { via: "command" }, owner.userId, "owner");
const asOwner = { init: { headers: { cookie: owner.cookie } } };

it("tells the owner the state of the site and what needs attention", async () => {
  await readRecords(db);
  const site = async () => (await callPage(overview, "/admin", asOwner)).site;
  const before = await site();
  expect(before).toMatchObject({ backedUpAt: null, running: [] });
  expect(before?.version).toContain(akariVersion().version);
  expect(before?.attention).toEqual([{ kind: "noBackup" }]);

  await recordStart(db, backup);
  await recordEnd(db, "backup", { outcome: "succeeded", result: {} });
  await db.update(jobs).set({ enabled: true }).where(eq(jobs.name, "sources"));
  for (let time = 0; time < 2; time += 1) {
    await recordStart(db, sources);
    await recordEnd(db, "sources", { outcome: "failed", error: "The disk is full" });
  }
  const after = await site();
  expect(after?.backedUpAt?.getTime()).toBeGreaterThan(Date.now() - 60_000);
  expect(after?.attention).toEqual([{ kind: "job", name: "sources" }]);
});

it("counts a backup that a command has written", async () => {
  const folder = backupFolder(dataDir);
  onTestFinished(() => rm(folder, { recursive: true }));
  const before = (await callPage(overview, "/admin", asOwner)).site?.backedUpAt ?? null;
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, backupName(new Date(Date.now() + 60_000))), "");
  const after = (await callPage(overview, "/admin", asOwner)).site?.backedUpAt ?? null;
  expect(after).not.toEqual(before);
  expect(after?.getTime()).toBeGreaterThan(Date.now());
});

it("counts who was active in the last day, for moderators too, who see no more", async () => {
  const moderator = await createAccount(services, "moderator");
  const asModerator = { init: { headers: { cookie: moderator.cookie } } };
  const page = () => callPage(overview, "/admin", asModerator);
  expect(await page()).toMatchObject({ total: 2, recent: 2, site: null });
  await db
    .update(sessions)
    .set({ lastUsedAt: new Date(Date.now() - 25 * 60 * 60_000) })
    .where(eq(sessions.userId, owner.userId));
  expect(await page()).toMatchObject({ total: 2, recent: 1 });
});

it("shows the update notes as text", async () => {
  const response = await callPage(changes, "/admin/changes", asOwner);
  expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  const text = await response.text();
  expect(text).toMatch(/^# Changelog\n/);
  expect(text).toContain(`\n## [${akariVersion().version}]`);
});
