import { expect, it } from "vitest";
import { changeRole } from "~/features/accounts/roles/change-role.server";
import { action as check, loader as health } from "~/routes/admin/health";
import { loader as home } from "~/routes/catalog/home";
import { testDatabase } from "../../support/database/test-database";
import { createAccount } from "../../support/server/account";
import { createPageCaller } from "../../support/server/call-page";
import { createTestServices } from "../../support/server/context";

const database = await testDatabase();
const { userId, cookie } = await createAccount(createTestServices({}, database));
await changeRole(database.db, { via: "command" }, userId, "owner");

it("shows how the caches of the process divide and use CACHE_MB", async () => {
  const callPage = createPageCaller(database, { CACHE_MB: "32" });
  const caches = async () =>
    (await callPage(health, "/admin/health", { init: { headers: { cookie } } })).caches;
  const before = await caches();
  expect(new Set(before.map(({ name }) => name))).toHaveLength(before.length);
  expect(before.every(({ maxBytes }) => maxBytes > 0)).toBe(true);
  const maxBytes = before.reduce((sum, cache) => sum + cache.maxBytes, 0);
  expect(maxBytes).toBeLessThanOrEqual(32 * 1024 * 1024);
  expect(maxBytes).toBeGreaterThan(32 * 1024 * 1024 - before.length);
  const rails = async () => (await caches()).find(({ name }) => name === "home-rails");
  await callPage(home, "/");
  expect(await rails()).toMatchObject({ misses: 8, hits: 0 });
  await callPage(home, "/");
  expect(await rails()).toMatchObject({ misses: 8, hits: 8 });
  expect((await rails())?.bytes).toBeGreaterThan(0);
});

it("shows unasked that there is no backup and that anyone can sign up", async () => {
  const oversights = async (environment: Record<string, string>) => {
    const callPage = createPageCaller(database, environment);
    const page = await callPage(health, "/admin/health", { init: { headers: { cookie } } });
    return page.oversights.map(({ check }) => check);
  };
  expect(await oversights({ PUBLIC_URL: "https://akari.example.org" })).toEqual([
    "backup",
    "signUps",
  ]);
  const closed = { PUBLIC_URL: "https://akari.example.org", SIGNUPS: "closed" };
  expect(await oversights(closed)).toEqual(["backup"]);
});

it("runs the doctor's checks for owners only", async () => {
  const callPage = createPageCaller(database, { FFMPEG_PATH: "/nowhere" });
  const init = (headers: Record<string, string>) => ({
    init: { method: "POST", headers, body: new URLSearchParams({ intent: "check" }) },
  });
  const { findings } = await callPage(check, "/admin/health", init({ cookie }));
  const statuses = Object.fromEntries(findings.map((finding) => [finding.check, finding.status]));
  expect(statuses).toMatchObject({
    version: "ok",
    settings: "ok",
    disk: "ok",
    database: "ok",
    secrets: "ok",
    encoding: "problem",
  });
  expect(findings.find((finding) => finding.check === "encoding")?.message).toContain("/nowhere");
  const member = await createAccount(createTestServices({}, database));
  await expect(
    callPage(check, "/admin/health", init({ cookie: member.cookie })),
  ).rejects.toMatchObject({ status: 404 });
});
