import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { changeRole } from "~/features/accounts/roles/change-role.server";
import { action as check, loader as health } from "~/routes/admin/health";
import { loader as home } from "~/routes/catalog/home";
import { credentials, identities, passkeys } from "~db/schema";
import { testDatabase } from "../../support/database/test-database";
import { createAccount } from "../../support/server/account";
import { createPageCaller } from "../../support/server/call-page";
import { createTestServices } from "../../support/server/context";

const PROVIDER = {
  OAUTH_ISSUER: "https://id.test",
  OAUTH_CLIENT_ID: "akari",
  OAUTH_CLIENT_SECRET: "secret",
};

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

it("counts whom another PUBLIC_URL than their passkeys were made for locks out", async () => {
  const { db } = database;
  const services = createTestServices({}, database);
  const findingAt = async (publicUrl: string) => {
    const environment: Record<string, string> = publicUrl === "" ? {} : { PUBLIC_URL: publicUrl };
    const callPage = createPageCaller(database, { ...PROVIDER, ...environment });
    const page = await callPage(health, "/admin/health", { init: { headers: { cookie } } });
    return page.oversights.find((finding) => finding.check === "passkeys");
  };
  const add = async (relyingParty: string, { withPassword }: { withPassword: boolean }) => {
    const account = await createAccount(services);
    await db.insert(passkeys).values({
      ...{ id: `key-${account.userId}`, userId: account.userId, publicKey: "", relyingParty },
      ...{ counter: 0, synced: false, name: "Key" },
    });
    if (!withPassword) await db.delete(credentials).where(eq(credentials.userId, account.userId));
    return account.userId;
  };
  await add("old.example.org", { withPassword: true });
  expect(await findingAt("https://old.example.org")).toBeUndefined();
  expect(await findingAt("https://new.example.org")).toMatchObject({
    status: "note",
    message: expect.stringMatching(
      /^1 user has passkeys that work at old\.example\.org, not at new\.example\.org; 0 of them/,
    ) as string,
  });
  const locked = await add("old.example.org", { withPassword: false });
  for (const url of ["https://new.example.org", "http://old.example.org", ""])
    expect(await findingAt(url)).toMatchObject({
      status: "problem",
      message: expect.stringMatching(
        /^2 users have .*; 1 of them has no other way to sign in/,
      ) as string,
    });
  await db.insert(identities).values({
    ...{ issuer: "https://id.test", subject: locked, userId: locked },
  });
  expect(await findingAt("https://new.example.org")).toMatchObject({ status: "note" });
  await db.delete(passkeys);
});

it("counts whom PASSWORDS=off locks out", async () => {
  const { db } = database;
  await db.delete(identities);
  const findingWith = async (environment: Record<string, string>) => {
    const callPage = createPageCaller(database, { ...PROVIDER, ...environment });
    const page = await callPage(health, "/admin/health", { init: { headers: { cookie } } });
    return page.oversights.find((finding) => finding.check === "passwords");
  };
  const countOf = async () =>
    Number(/^PASSWORDS is off, and (\d+) user/.exec((await findingWith(off))?.message ?? "")?.[1]);
  const off = { PASSWORDS: "off", PUBLIC_URL: "https://akari.example.org" };
  expect(await findingWith({ PUBLIC_URL: "https://akari.example.org" })).toBeUndefined();
  expect(await findingWith(off)).toMatchObject({ status: "problem" });
  const before = await countOf();
  const account = await createAccount(createTestServices({}, database));
  expect(await countOf()).toBe(before + 1);
  const identity = { issuer: "https://gone.test", subject: account.userId, userId: account.userId };
  await db.insert(identities).values(identity);
  expect(await countOf()).toBe(before + 1);
  await db.update(identities).set({ issuer: "https://id.test/" });
  expect(await countOf()).toBe(before);
  await db.delete(identities);
  const passkey = {
    ...{ id: `key-${account.userId}`, userId: account.userId, publicKey: "", counter: 0 },
    ...{ relyingParty: "akari.example.org", synced: false, name: "Key" },
  };
  await db.insert(passkeys).values(passkey);
  expect(await countOf()).toBe(before);
  await db.delete(passkeys);
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
