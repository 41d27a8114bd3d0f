import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { eq } from "drizzle-orm";
import { afterAll, beforeEach, expect, it } from "vitest";
import { isReleaseDue, readNewerRelease } from "~/features/site/newest-release.server";
import { updates } from "~/jobs/definitions/updates.server";
import { TEST_SECRET } from "../../support/jobs/job-parts";
import { createNotificationServices } from "~/features/notifications/notification-services.server";
import { createKeyring } from "~/secrets/keyring.server";
import { createJobContext, type JobContext } from "~/jobs/job-context.server";
import { siteSettings } from "~db/schema";
import { loadConfig } from "~/config/config.server";
import { testDatabase } from "../../support/database/test-database";

const database = await testDatabase();
const { db } = database;
let answer: { status: number; body: string } = { status: 200, body: "{}" };
const asked: string[] = [];
const forge = createServer((request, response) => {
  asked.push(request.url ?? "");
  response.writeHead(answer.status, { "content-type": "application/json" }).end(answer.body);
}).listen(0, "127.0.0.1");
await once(forge, "listening");
afterAll(() => void forge.close());
const url = `http://127.0.0.1:${(forge.address() as AddressInfo).port}/releases/latest`;

const contextWith = (environment: Record<string, string>): JobContext =>
  createJobContext({
    database,
    config: loadConfig(environment),
    root: process.cwd(),
    notifications: createNotificationServices(
      loadConfig(environment),
      createKeyring([], [TEST_SECRET]),
    ),
  });
const context = contextWith({ UPDATES_URL: url });
const signal = new AbortController().signal;
const run = (jobContext = context) =>
  updates.work(jobContext, { payload: {}, signal, report: () => undefined });
const publish = (release: object) => (answer = { status: 200, body: JSON.stringify(release) });

beforeEach(async () => {
  asked.length = 0;
  await db.delete(siteSettings).where(eq(siteSettings.key, "newestRelease"));
});

it("asks nothing without a URL", async () => {
  const off = contextWith({});
  expect(await updates.isDue?.(off)).toBe(false);
  await run(off);
  expect(asked).toEqual([]);
});

it("asks once a day, and names a release that is newer", async () => {
  publish({ tag_name: "v1.10.0", html_url: "https://forge.example/akari/releases/v1.10.0" });
  expect(await updates.isDue?.(context)).toBe(true);
  await run();
  expect(asked).toEqual(["/releases/latest"]);
  expect(await updates.isDue?.(context)).toBe(false);
  const tomorrow = Date.now() + 24 * 60 * 60_000;
  expect(await isReleaseDue(db, new Date(tomorrow - 60_000))).toBe(false);
  expect(await isReleaseDue(db, new Date(tomorrow + 60_000))).toBe(true);
  const release = {
    version: "1.10.0",
    url: "https://forge.example/akari/releases/v1.10.0",
  };
  for (const [version, newer] of [
    ["1.9.9", release],
    ["0.12.3", release],
    ["1.10.0-rc.1", release],
    ["1.10.0", null],
    ["1.10.0+build-5", null],
    ["1.10.0-rc.1+build-5", release],
    ["1.10.1", null],
    ["2.0.0", null],
    ["2.0.0-rc.1", null],
  ] as const)
    expect([version, await readNewerRelease(db, version)]).toEqual([version, newer]);
});

it.each([
  [
    { tag_name: "1.2.3", html_url: "javascript:alert(1)" },
    { version: "1.2.3", url: null },
  ],
  [{ tag_name: "1.2.3" }, { version: "1.2.3", url: null }],
])("links to web pages only: %j", async (published, release) => {
  publish(published);
  await run();
  expect(await readNewerRelease(db, "0.1.0")).toEqual(release);
});

it.each([
  { status: 404, body: "{}" },
  { status: 302, body: "" },
  { status: 200, body: "<html>" },
  { status: 200, body: '{"tag_name":"nightly"}' },
  { status: 200, body: '{"tag_name":"v2.0.0-rc.1"}' },
  { status: 200, body: JSON.stringify({ tag_name: "v2.0.0", body: "a".repeat(2 ** 20) }) },
])("keeps what it knew, and waits a day, after $status", async (failure) => {
  publish({ tag_name: "v1.10.0" });
  await run();
  answer = failure;
  await expect(run()).rejects.toThrow();
  expect(await readNewerRelease(db, "1.9.0")).toEqual({ version: "1.10.0", url: null });
  expect(await isReleaseDue(db)).toBe(false);
});
