import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { action as confirmAction, loader as confirm } from "~/routes/account/confirm";
import { action as stepAction, loader as step } from "~/routes/account/second-step";
import { action as signInAction } from "~/routes/account/sign-in";
import { action as settingsAction } from "~/routes/account/settings";
import { action as twoFactorAction, loader as twoFactor } from "~/routes/account/two-factor";
import { pendingSignIns, secondFactors, sessions, trustedBrowsers } from "~db/schema";
import { testDatabase } from "../../support/database/test-database";
import { catchPageError, createPageCaller } from "../../support/server/call-page";
import { startMailServer } from "../../support/server/mail-server";
import { createSignedInClient, type SignedInClient } from "../../support/server/signed-in";
import { codeAt, STEP_MS, turnOnTwoFactor, wrongCode } from "../../support/server/two-factor";

const database = await testDatabase();
const { db } = database;
const { environment, receive } = await startMailServer(database);
const callPage = createPageCaller(database, {
  ...environment,
  RATE_LIMITS: "signin=100000/60,passwordChange=100000/60",
});
const PATH = "/settings/two-factor";

const post = (cookie: string, fields: Record<string, string>) => ({
  init: { method: "POST", body: new URLSearchParams(fields), headers: { cookie } },
});
const get = (cookie: string) => ({ init: { headers: { cookie } } });

/** The location and the cookies of a redirect. */
function redirectOf(response: unknown): { location: string | null; cookies: Map<string, string> } {
  if (!(response instanceof Response)) throw new Error(JSON.stringify(response));
  const pairs = response.headers.getSetCookie().map((line) => {
    const pair = line.split(";")[0] ?? "";
    return [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)] as const;
  });
  return { location: response.headers.get("location"), cookies: new Map(pairs) };
}

const toCookie = (cookies: Map<string, string>) =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");

/** Uses the page, as a browser without a session; `cookie` may have its trust. */
async function signIn({ credentials }: SignedInClient, cookie = "", password?: string) {
  const fields = { email: credentials.email, password: password ?? credentials.password };
  return redirectOf(await callPage(signInAction, "/signin?returnTo=%2Flist", post(cookie, fields)));
}

const submitCode = (cookie: string, fields: Record<string, string>) =>
  callPage(stepAction, "/signin/code?returnTo=%2Flist", post(cookie, fields));

async function protectedUser() {
  const user = await createSignedInClient(database);
  return { user, ...(await turnOnTwoFactor(database, user.userId)) };
}

describe("the page of the second factor", () => {
  it("turns it on after a right code, and shows ten recovery codes once", async () => {
    const user = await createSignedInClient(database);
    const submit = (fields: Record<string, string>) =>
      callPage(twoFactorAction, PATH, post(user.cookie, fields));
    const read = async () => (await callPage(twoFactor, PATH, get(user.cookie))).status;
    expect(await read()).toEqual({ kind: "off" });
    expect(await submit({ intent: "enable", code: "123456" })).toMatchObject({
      init: { status: 400 },
    });
    expect(redirectOf(await submit({ intent: "start" })).location).toBe(PATH);
    const pending = await read();
    if (pending.kind !== "pending") throw new Error(pending.kind);
    expect(pending.secret).toMatch(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
    expect(pending.qrCode.path).toMatch(/^M4 4h1v1h-1z/);
    // A password is enough until a code was right.
    expect((await signIn(user)).location).toBe("/list");
    for (const code of ["", "12345", wrongCode(pending.secret)])
      expect(await submit({ intent: "enable", code })).toMatchObject({
        data: { failure: { fields: { code: expect.any(String) as string }, values: {} } },
        init: { status: 400 },
      });
    const code = codeAt(pending.secret);
    const enabled = await submit({ intent: "enable", code });
    const { codes } = enabled as { codes: string[] };
    expect(codes).toHaveLength(10);
    for (const shown of codes) expect(shown).toMatch(/^([0-9a-z]{4}-){5}[0-9a-z]{4}$/);
    expect(await read()).toMatchObject({ kind: "on", recoveryCodes: 10, failures: 0 });
    expect(await submit({ intent: "start" })).toMatchObject({ init: { status: 400 } });
    const { cookies } = await signIn(user);
    expect(await submitCode(toCookie(cookies), { code })).toMatchObject({ init: { status: 400 } });
    const [mail] = await receive(1, user.credentials.email);
    expect(mail?.text).toContain("Two-factor authentication was turned on");

    const renewed = (await submit({ intent: "renew-codes" })) as { codes: string[] };
    expect(await submitCode(toCookie(cookies), { code: codes[0] ?? "" })).toMatchObject({
      init: { status: 400 },
    });
    expect(
      redirectOf(await submitCode(toCookie(cookies), { code: renewed.codes[0] ?? "" })).location,
    ).toBe("/list");
    expect(redirectOf(await submit({ intent: "disable" })).location).toBe(PATH);
    expect(await read()).toEqual({ kind: "off" });
    expect((await signIn(user)).location).toBe("/list");
  });

  it("shows that it is on when the code is sent twice", async () => {
    const user = await createSignedInClient(database);
    const submit = (fields: Record<string, string>) =>
      callPage(twoFactorAction, PATH, post(user.cookie, fields));
    await submit({ intent: "start" });
    const { status } = await callPage(twoFactor, PATH, get(user.cookie));
    if (status.kind !== "pending") throw new Error(status.kind);
    const enable = () => submit({ intent: "enable", code: codeAt(status.secret) });
    const both = await Promise.all([enable(), enable()]);
    expect(both.filter((result) => "codes" in result)).toHaveLength(1);
    const second = both.find((result) => !("codes" in result));
    expect(redirectOf(second).location).toBe(PATH);
    expect((await callPage(twoFactor, PATH, get(user.cookie))).status.kind).toBe("on");
  });

  it("can be left before the first code", async () => {
    const user = await createSignedInClient(database);
    await callPage(twoFactorAction, PATH, post(user.cookie, { intent: "start" }));
    await callPage(twoFactorAction, PATH, post(user.cookie, { intent: "cancel" }));
    expect((await callPage(twoFactor, PATH, get(user.cookie))).status.kind).toBe("off");
    for (const intent of ["disable", "renew-codes", "invented"])
      expect(await callPage(twoFactorAction, PATH, post(user.cookie, { intent }))).toMatchObject({
        init: { status: 400 },
      });
  });

  it("needs a confirmation ten minutes after the sign-in, and changes nothing before", async () => {
    const { user, secret } = await protectedUser();
    const age = (ms: number) =>
      db
        .update(sessions)
        .set({ createdAt: new Date(Date.now() - ms), confirmedAt: null })
        .where(eq(sessions.userId, user.userId));
    const disable = () => callPage(twoFactorAction, PATH, post(user.cookie, { intent: "disable" }));
    await age(10 * 60_000);
    const to = "/confirm?returnTo=%2Fsettings%2Ftwo-factor";
    expect(await catchPageError(callPage(twoFactor, PATH, get(user.cookie)))).toEqual({
      status: 303,
      data: to,
    });
    expect((await catchPageError(disable())).data).toBe(to);
    expect(await callPage(confirm, to, get(user.cookie))).toMatchObject({
      hasPassword: true,
      hasCode: true,
    });
    expect(
      await callPage(confirmAction, to, post(user.cookie, { code: wrongCode(secret) })),
    ).toMatchObject({ init: { status: 400 } });
    expect((await catchPageError(disable())).data).toBe(to);
    const code = codeAt(secret);
    expect(
      redirectOf(await callPage(confirmAction, to, post(user.cookie, { code }))).location,
    ).toBe(PATH);
    await age(10 * 60_000);
    expect(await callPage(confirmAction, to, post(user.cookie, { code }))).toMatchObject({
      init: { status: 400 },
    });
    // The clock was set back since.
    await age(-61_000);
    expect((await catchPageError(disable())).data).toBe(to);
    for (const ms of [10 * 60_000 - 30_000, -30_000]) {
      await age(ms);
      expect((await callPage(twoFactor, PATH, get(user.cookie))).status.kind).toBe("on");
    }
    expect(redirectOf(await disable()).location).toBe(PATH);
  });

  it("is ended, and its codes renewed, after a code of the last ten minutes, not a password", async () => {
    const { user, recoveryCodes } = await protectedUser();
    const submit = (intent: string) =>
      callPage(twoFactorAction, PATH, post(user.cookie, { intent }));
    const to = "/confirm?returnTo=%2Fsettings%2Ftwo-factor&code=required";
    const expectRefusal = async () => {
      for (const intent of ["disable", "renew-codes"])
        expect(await catchPageError(submit(intent))).toEqual({ status: 303, data: to });
    };
    await expectRefusal();
    const { password } = user.credentials;
    expect(
      redirectOf(await callPage(confirmAction, to, post(user.cookie, { password }))).location,
    ).toBe(PATH);
    await expectRefusal();
    expect(await callPage(confirm, to, get(user.cookie))).toMatchObject({ needsCode: true });
    const [code = ""] = recoveryCodes;
    await callPage(confirmAction, to, post(user.cookie, { code }));
    expect(await submit("renew-codes")).toMatchObject({ codes: { length: 10 } });
    const setTime = (ms: number) =>
      db
        .update(sessions)
        .set({ codeConfirmedAt: new Date(Date.now() - ms) })
        .where(eq(sessions.userId, user.userId));
    for (const ms of [10 * 60_000, -61_000]) {
      await setTime(ms);
      await expectRefusal();
    }
    for (const ms of [10 * 60_000 - 30_000, -30_000]) {
      await setTime(ms);
      expect(await submit("renew-codes")).toMatchObject({ codes: { length: 10 } });
    }
    expect(redirectOf(await submit("disable")).location).toBe(PATH);
  });
});

describe("the page that asks for the code", () => {
  it("signs in once, to where the user was", async () => {
    const { user, secret } = await protectedUser();
    const { location, cookies } = await signIn(user);
    expect(location).toBe("/signin/code?returnTo=%2Flist");
    expect([...cookies.keys()]).toEqual(["akari-pending"]);
    const cookie = toCookie(cookies);
    expect(await callPage(step, "/signin/code?returnTo=%2Flist", get(cookie))).toEqual({
      returnTo: "/list",
      isRecovery: false,
    });
    expect(await submitCode(cookie, { code: wrongCode(secret) })).toMatchObject({
      data: { failure: { fields: { code: "Wrong code. Each code works only once." }, values: {} } },
      init: { status: 400 },
    });
    const signedIn = redirectOf(await submitCode(cookie, { code: codeAt(secret) }));
    expect(signedIn.location).toBe("/list");
    expect(signedIn.cookies.get("akari-pending")).toBe("");
    expect(signedIn.cookies.has("akari-trusted")).toBe(false);
    const own = toCookie(new Map([["akari", signedIn.cookies.get("akari") ?? ""]]));
    expect((await callPage(twoFactor, PATH, get(own))).status).toMatchObject({
      kind: "on",
      failures: 1,
    });
    const again = await submitCode(cookie, { code: codeAt(secret, Date.now() + STEP_MS) });
    expect(redirectOf(again).location).toBe("/signin?returnTo=%2Flist");
  });

  it("ends after ten minutes, with another password, and without its cookie", async () => {
    const { user, secret } = await protectedUser();
    const { cookies } = await signIn(user);
    const cookie = toCookie(cookies);
    const back = { status: 302, data: "/signin" };
    expect(await catchPageError(callPage(step, "/signin/code"))).toEqual(back);
    const forged = "akari-pending=" + "A".repeat(43);
    expect(await catchPageError(callPage(step, "/signin/code", get(forged)))).toEqual(back);
    const setEnd = (ms: number) =>
      db
        .update(pendingSignIns)
        .set({ expiresAt: new Date(Date.now() + ms) })
        .where(eq(pendingSignIns.userId, user.userId));
    await setEnd(0);
    expect(await catchPageError(callPage(step, "/signin/code", get(cookie)))).toEqual(back);
    expect(redirectOf(await submitCode(cookie, { code: codeAt(secret) })).location).toBe(
      "/signin?returnTo=%2Flist",
    );
    await setEnd(30_000);
    expect(await callPage(step, "/signin/code", get(cookie))).toMatchObject({ returnTo: "/" });
    const setStart = (ms: number) =>
      db
        .update(pendingSignIns)
        .set({ createdAt: new Date(Date.now() + ms) })
        .where(eq(pendingSignIns.userId, user.userId));
    await setStart(61_000);
    expect(await catchPageError(callPage(step, "/signin/code", get(cookie)))).toEqual(back);
    await setStart(30_000);
    expect(await callPage(step, "/signin/code", get(cookie))).toMatchObject({ returnTo: "/" });
    const { password: currentPassword } = user.credentials;
    await user.send("POST", "/api/user/password", {
      currentPassword,
      newPassword: "N3w-Pass!word",
    });
    expect(redirectOf(await submitCode(cookie, { code: codeAt(secret) })).location).toBe(
      "/signin?returnTo=%2Flist",
    );
  });

  it("mails the user when a client runs out of attempts, and about a recovery code", async () => {
    const { user, secret, recoveryCodes } = await protectedUser();
    const cookie = toCookie((await signIn(user)).cookies);
    for (let attempt = 0; attempt < 5; attempt += 1)
      await submitCode(cookie, { code: wrongCode(secret) });
    expect(await submitCode(cookie, { code: codeAt(secret) })).toMatchObject({
      init: { status: 429 },
    });
    const [on, guessed] = await receive(2, user.credentials.email);
    expect(on?.text).toContain("Two-factor authentication was turned on");
    expect(guessed?.text).toContain("Wrong authentication codes were entered");
    const signedIn = redirectOf(await submitCode(cookie, { code: recoveryCodes[0] ?? "" }));
    expect(signedIn.location).toBe("/list");
    expect((await receive(3, user.credentials.email)).at(2)?.text).toContain(
      "A recovery code was used",
    );
  });
});

describe("a trusted browser", () => {
  async function trusted() {
    const { user, secret } = await protectedUser();
    const { cookies } = await signIn(user);
    const signedIn = redirectOf(
      await submitCode(toCookie(cookies), { code: codeAt(secret), trust: "on" }),
    );
    const trust = `akari-trusted=${signedIn.cookies.get("akari-trusted") ?? ""}`;
    const cookie = `akari=${signedIn.cookies.get("akari") ?? ""}`;
    return { user: { ...user, cookie }, trust };
  }
  const isAsked = async (user: SignedInClient, cookie: string, password?: string) =>
    (await signIn(user, cookie, password)).location !== "/list";

  it("is not asked for a code for thirty days", async () => {
    const { user, trust } = await trusted();
    expect(await isAsked(user, "")).toBe(true);
    expect(await isAsked(user, trust)).toBe(false);
    const [row] = await db
      .select()
      .from(trustedBrowsers)
      .where(eq(trustedBrowsers.userId, user.userId));
    const days = ((row?.expiresAt.getTime() ?? 0) - (row?.createdAt.getTime() ?? 0)) / 86_400_000;
    expect(days).toBe(30);
    const setEnd = (ms: number) =>
      db
        .update(trustedBrowsers)
        .set({ expiresAt: new Date(Date.now() + ms) })
        .where(eq(trustedBrowsers.userId, user.userId));
    await setEnd(30_000);
    expect(await isAsked(user, trust)).toBe(false);
    await setEnd(0);
    expect(await isAsked(user, trust)).toBe(true);
    for (const [ms, asked] of [
      [61_000, true],
      [30_000, false],
    ] as const) {
      const createdAt = new Date(Date.now() + ms);
      const expiresAt = new Date(createdAt.getTime() + 30 * 86_400_000);
      const times = { createdAt, expiresAt };
      await db.update(trustedBrowsers).set(times).where(eq(trustedBrowsers.userId, user.userId));
      expect(await isAsked(user, trust)).toBe(asked);
    }
  });

  it("is one user's, and several users' of one browser", async () => {
    const first = await trusted();
    const second = await protectedUser();
    expect(await isAsked(second.user, first.trust)).toBe(true);
    const { cookies } = await signIn(second.user, first.trust);
    const signedIn = redirectOf(
      await submitCode(`${toCookie(cookies)}; ${first.trust}`, {
        code: codeAt(second.secret),
        trust: "on",
      }),
    );
    const both = `akari-trusted=${signedIn.cookies.get("akari-trusted") ?? ""}`;
    expect(await isAsked(first.user, both)).toBe(false);
    expect(await isAsked(second.user, both)).toBe(false);
  });

  it("is asked again once it is removed, the password changes or the second factor was off", async () => {
    const removed = await trusted();
    const { status } = await callPage(twoFactor, PATH, get(removed.user.cookie));
    if (status.kind !== "on") throw new Error(status.kind);
    const [browser] = status.browsers;
    const distrust = (user: SignedInClient) =>
      callPage(
        twoFactorAction,
        PATH,
        post(user.cookie, { intent: "distrust", key: browser?.key ?? "" }),
      );
    const other = await createSignedInClient(database);
    expect(await distrust(other)).toMatchObject({ init: { status: 400 } });
    expect(await isAsked(removed.user, removed.trust)).toBe(false);
    await distrust(removed.user);
    expect(await isAsked(removed.user, removed.trust)).toBe(true);

    const changed = await trusted();
    await callPage(
      settingsAction,
      "/settings",
      post(changed.user.cookie, {
        intent: "password",
        currentPassword: changed.user.credentials.password,
        newPassword: "N3w-Pass!word",
        keepAccess: "on",
      }),
    );
    expect(await isAsked(changed.user, changed.trust, "N3w-Pass!word")).toBe(true);

    const off = await trusted();
    await callPage(twoFactorAction, PATH, post(off.user.cookie, { intent: "disable" }));
    await turnOnTwoFactor(database, off.user.userId);
    expect(await isAsked(off.user, off.trust)).toBe(true);
    const [row] = await db
      .select()
      .from(secondFactors)
      .where(eq(secondFactors.userId, off.user.userId));
    expect(row?.enabledAt).not.toBeNull();
  });
});
