import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { identities } from "~db/schema";
import { apiOf } from "../../support/server/call-api";
import { testDatabase } from "../../support/database/test-database";
import { passProvider, pressButton, realProvider, someone, whoAmI } from "./provider-support";

const database = await testDatabase();
const { db } = database;
const identityCount = async (sub: string) =>
  (await db.select().from(identities).where(eq(identities.subject, sub))).length;

describe("a callback that does not belong here", () => {
  it("OAUTH-S02 is refused without state, with another state, and in another browser", async () => {
    const spike = someone();
    const rig = await realProvider(database, [spike]);
    const callback = await passProvider(rig, await pressButton(rig), { sub: spike.sub });
    const stranger = { ...rig, browser: rig.otherBrowser() };
    const without = new URL(callback);
    without.searchParams.delete("state");
    const wrong = new URL(callback);
    wrong.searchParams.set("state", "another");
    for (const [who, address] of [
      [stranger, callback],
      [rig, without.href],
      [rig, wrong.href],
    ] as const) {
      const page = await who.browser.send(address, { headers: { accept: "text/html" } });
      expect(page.status).toBe(302);
      expect(page.headers.get("location")).toBe("/signin?error=expired");
      const program = await who.browser.send(address);
      expect(program.status).toBe(400);
      expect(await program.json()).toMatchObject({
        status: 400,
        error: expect.any(String) as string,
      });
      expect(await whoAmI(who)).toBeNull();
    }
    expect(await identityCount(spike.sub)).toBe(0);
  });

  it("OAUTH-S03 is a refusal by the person, or has neither code nor error", async () => {
    const rig = await realProvider(database, []);
    const refused = await passProvider(rig, await pressButton(rig), { refuse: "yes" });
    expect(
      (
        await rig.browser.send(refused, { headers: { accept: "text/html,application/xhtml+xml" } })
      ).headers.get("location"),
    ).toBe("/signin?error=cancelled");
    const state = (await pressButton(rig)).searchParams.get("state") ?? "";
    const issuer = encodeURIComponent(rig.provider.issuer);
    expect(
      (await rig.browser.send(`${rig.app}/api/auth/callback?state=${state}&iss=${issuer}`)).status,
    ).toBe(400);
    for (const query of ["", "?error=access_denied", "?code=x", "?state=&code="])
      expect((await rig.browser.send(`${rig.app}/api/auth/callback${query}`)).status).toBe(400);
  });

  it("is over where no provider is set up any more", async () => {
    const { get } = apiOf(database);
    const callback = "/api/auth/callback?code=x&state=y";
    expect(await get(callback)).toMatchObject({ status: 400, json: { status: 400 } });
    const page = await get(callback, { accept: "text/html" });
    expect([page.status, page.headers.get("location")]).toEqual([302, "/signin?error=expired"]);
  });

  it("OAUTH-S05 works once: opened again it makes no second session", async () => {
    const spike = someone();
    const rig = await realProvider(database, [spike]);
    const callback = await passProvider(rig, await pressButton(rig), { sub: spike.sub });
    const before = new Map(rig.browser.jar.get(rig.app));
    expect((await rig.browser.send(callback)).status).toBe(302);
    expect((await rig.browser.send(callback)).status).toBe(400);
    // A browser that kept its cookies all the same meets the provider's own refusal.
    rig.browser.jar.set(rig.app, before);
    expect((await rig.browser.send(callback)).status).toBe(400);
    expect(await identityCount(spike.sub)).toBe(1);
    expect(await whoAmI(rig)).toBeNull();
  });

  it("OAUTH-S18 comes too late after fifteen minutes, even with a cookie that was kept, and the provider is not asked", async () => {
    const spike = someone();
    const rig = await realProvider(database, [spike]);
    vi.useFakeTimers({ toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    const callback = await passProvider(rig, await pressButton(rig), { sub: spike.sub });
    const kept = new Map(rig.browser.jar.get(rig.app));
    const began = Date.now();
    const openAfter = async (seconds: number) => {
      vi.setSystemTime(began + seconds * 1000);
      rig.browser.jar.set(rig.app, new Map(kept));
      return (await rig.browser.send(callback, { headers: { accept: "text/html" } })).headers.get(
        "location",
      );
    };
    expect(await openAfter(15 * 60 + 2)).toBe("/signin?error=expired");
    expect(await identityCount(spike.sub)).toBe(0);
    // Just in time it reaches the provider, whose own code is older than it allows.
    expect(await openAfter(15 * 60 - 2)).toBe("/signin?error=refused");
    expect(await whoAmI(rig)).toBeNull();
  });

  it("OAUTH-S18 OAUTH-S05 leaves nothing in the database that could be used: neither code, verifier nor state, and the session as a hash", async () => {
    const spike = someone();
    const rig = await realProvider(database, [spike]);
    const callback = new URL(await passProvider(rig, await pressButton(rig), { sub: spike.sub }));
    const pending = [...(rig.browser.jar.get(rig.app)?.values() ?? [])].flatMap((value) => [
      ...new URLSearchParams(value).values(),
      ...new URLSearchParams(value).keys(),
    ]);
    expect((await rig.browser.send(callback.href)).status).toBe(302);
    const cookie = decodeURIComponent(rig.browser.jar.get(rig.app)?.get("akari") ?? "");
    const { id } = JSON.parse(
      Buffer.from(cookie.slice(0, cookie.lastIndexOf(".")), "base64").toString(),
    ) as { id: string };
    const [found] = await database.sql<{ everything: string }[]>`
      select concat((select json_agg(s) from sessions s), (select json_agg(u) from users u), (select json_agg(i) from identities i), (select json_agg(p) from profiles p)) as everything`;
    expect(found?.everything).toContain(createHash("sha256").update(id).digest("base64url"));
    const secrets = [id, callback.searchParams.get("code"), ...pending].filter(
      (secret) => secret !== null && secret.length >= 20,
    );
    expect(secrets.length).toBeGreaterThanOrEqual(3);
    for (const secret of secrets) expect(found?.everything).not.toContain(secret);
  });

  it("OAUTH-S04 is refused by the provider when its verifier is another one's", async () => {
    const spike = someone();
    const rig = await realProvider(database, [spike]);
    const callback = await passProvider(rig, await pressButton(rig), { sub: spike.sub });
    const cookies = rig.browser.jar.get(rig.app) ?? new Map<string, string>();
    for (const [name, value] of cookies)
      cookies.set(name, value.replace(/=[\w-]{43}$/, `=${"A".repeat(43)}`));
    expect((await rig.browser.send(callback)).status).toBe(400);
    expect(await whoAmI(rig)).toBeNull();
  });

  it("OAUTH-S06 is of another issuer, or hides of which", async () => {
    const spike = someone();
    const rig = await realProvider(database, [spike]);
    for (const change of [
      (url: URL) => url.searchParams.set("iss", "https://evil.test"),
      (url: URL) => url.searchParams.delete("iss"),
    ]) {
      const callback = new URL(await passProvider(rig, await pressButton(rig), { sub: spike.sub }));
      change(callback);
      expect((await rig.browser.send(callback.href)).status).toBe(400);
      expect(await whoAmI(rig)).toBeNull();
    }
    expect(await identityCount(spike.sub)).toBe(0);
  });

  it("is not used up by HEAD", async () => {
    const spike = someone();
    const rig = await realProvider(database, [spike]);
    const callback = await passProvider(rig, await pressButton(rig), { sub: spike.sub });
    expect((await rig.browser.send(callback, { method: "HEAD" })).status).toBe(200);
    expect((await rig.browser.send(callback)).status).toBe(302);
  });
});
