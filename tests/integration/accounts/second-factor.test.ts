import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { createResetLink } from "~/features/accounts/reset/password-reset.server";
import { checkCode, MAX_ATTEMPTS } from "~/features/accounts/second-factor/check-code.server";
import { endSecondSteps } from "~/features/accounts/second-factor/end-second-steps.server";
import { disableSecondFactor } from "~/features/accounts/second-factor/manage-second-factor.server";
import { trustBrowser } from "~/features/accounts/second-factor/trusted-browsers.server";
import { finishSecondStep, openSession } from "~/features/accounts/sign-in/open-session.server";
import { action as reset } from "~/routes/account/reset";
import { createKeyring } from "~/secrets/keyring.server";
import { resealAll } from "~/secrets/reseal.server";
import {
  auditLog,
  recoveryCodes,
  secondFactors,
  sessions,
  trustedBrowsers,
  users,
} from "~db/schema";
import { testDatabase } from "../../support/database/test-database";
import { createTestServices } from "../../support/server/context";
import { createPageCaller, readOutcome } from "../../support/server/call-page";
import { createApiClient } from "../../support/server/api-client";
import { createSignedInClient, type SignedInClient } from "../../support/server/signed-in";
import { codeAt, STEP_MS, turnOnTwoFactor, wrongCode } from "../../support/server/two-factor";
import {
  completeSignIn,
  getSessionUser,
  signInAs,
  startAppWithProvider,
  startSignIn,
  buildProviderUser,
} from "./provider-support";

const database = await testDatabase();
const { db } = database;

async function protectedUser() {
  const user = await createSignedInClient(database);
  return { user, ...(await turnOnTwoFactor(database, user.userId)) };
}

/** Signs in without the session of the sign-up. */
function signIn(user: SignedInClient, fields: Record<string, unknown> = {}) {
  return createApiClient(user.origin).send("POST", "/api/auth/signin", {
    email: user.credentials.email,
    password: user.credentials.password,
    ...fields,
  });
}

const audited = async (userId: string) =>
  (
    await db
      .select({ action: auditLog.action })
      .from(auditLog)
      .where(eq(auditLog.subjectId, userId))
      .orderBy(auditLog.id)
  ).map(({ action }) => action);

describe("signing in by the API with a second factor", () => {
  it("needs a code besides the password, and says so", async () => {
    const { user, secret } = await protectedUser();
    const before = await db.select().from(sessions).where(eq(sessions.userId, user.userId));
    const refused = await signIn(user);
    expect(refused).toMatchObject({
      status: 401,
      body: { status: 401, code: "second_factor_required" },
    });
    expect(refused.headers.getSetCookie()).toEqual([]);
    expect(await db.select().from(sessions).where(eq(sessions.userId, user.userId))).toEqual(
      before,
    );
    expect(await signIn(user, { code: wrongCode(secret) })).toMatchObject({
      status: 401,
      body: { code: "second_factor_wrong" },
    });
    expect(await signIn(user, { code: "12345" })).toMatchObject({
      status: 400,
      body: { issues: [{ path: "code" }] },
    });
    const accepted = await signIn(user, { code: codeAt(secret) });
    expect(accepted.status).toBe(200);
    expect(accepted.headers.getSetCookie()).toHaveLength(1);
  });

  it.each(["", null])("takes the code %j for none", async (code) => {
    const { user } = await protectedUser();
    expect(await signIn(user, { code })).toMatchObject({
      status: 401,
      body: { code: "second_factor_required" },
    });
    const unprotected = await createSignedInClient(database);
    expect((await signIn(unprotected, { code })).status).toBe(200);
  });

  it("needs a code after a reset of the password, too", async () => {
    const { user, secret } = await protectedUser();
    const { code } = await createResetLink(db, { via: "command" }, user.userId);
    const newPassword = "N3w-Pass!word";
    const init = { method: "POST", body: new URLSearchParams({ newPassword }) };
    const done = await readOutcome(
      createPageCaller(database)(reset, `/reset?code=${code}`, { init }),
    );
    expect([done.status, done.location]).toEqual([302, "/signin?done=reset"]);
    const refused = await signIn(user, { password: newPassword });
    expect(refused).toMatchObject({ status: 401, body: { code: "second_factor_required" } });
    const opened = await signIn(user, { password: newPassword, code: codeAt(secret) });
    expect(opened.status).toBe(200);
  });

  it("says nothing of the second factor for a wrong password", async () => {
    const { user, secret } = await protectedUser();
    const refused = await signIn(user, { password: "Wr0ng!pass", code: codeAt(secret) });
    expect(refused).toMatchObject({ status: 401, body: { error: "Invalid email or password" } });
    expect(refused.body).not.toHaveProperty("code");
    expect((await signIn(user, { code: codeAt(secret) })).status).toBe(200);
  });

  it("accepts each code once, whoever comes first", async () => {
    const { user, secret } = await protectedUser();
    const code = codeAt(secret);
    const statuses = await Promise.all([0, 1, 2].map(() => signIn(user, { code })));
    expect(statuses.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    expect((await signIn(user, { code })).status).toBe(401);
    expect((await signIn(user, { code: codeAt(secret, Date.now() - STEP_MS) })).status).toBe(401);
  });

  it("takes each recovery code once, however it is typed", async () => {
    const { user, recoveryCodes: codes } = await protectedUser();
    expect(new Set(codes).size).toBe(10);
    const [first = "", second = ""] = codes;
    expect((await signIn(user, { code: first.toUpperCase().replaceAll("-", " ") })).status).toBe(
      200,
    );
    expect((await signIn(user, { code: first })).status).toBe(401);
    expect((await signIn(user, { code: second })).status).toBe(200);
    expect(await audited(user.userId)).toEqual([
      "second-factor.on",
      "second-factor.recovery",
      "second-factor.recovery",
    ]);
  });

  it("uses up no recovery code whose record fails", async () => {
    const { user, recoveryCodes: codes } = await protectedUser();
    const [code = ""] = codes.map((shown) => shown.replaceAll("-", ""));
    const { accounts } = createTestServices({}, database);
    const check = () => checkCode(accounts, user.userId, { kind: "recovery", code });
    await database.sql`
      ALTER TABLE audit_log ADD CONSTRAINT no_room CHECK (action <> 'second-factor.recovery') NOT VALID`;
    await expect(check()).rejects.toThrow();
    await database.sql`ALTER TABLE audit_log DROP CONSTRAINT no_room`;
    expect(await check()).toEqual({ kind: "right", by: "recovery" });
  });
});

describe("a code at the time of another change of the account", () => {
  it("waits for the change, instead of a deadlock with it", async () => {
    const { user, secret } = await protectedUser();
    const { accounts } = createTestServices({}, database);
    const client = { device: "x", address: "192.0.2.1", key: "x" };
    const step = await db.transaction((tx) => openSession(tx, user.userId, client));
    if (step.kind !== "second-step") throw new Error(step.kind);
    const input = {
      pending: step.code,
      code: { kind: "app", code: codeAt(secret) },
      trustsBrowser: false,
    } as const;
    const countWaiting = async () => {
      const rows = await database.sql`
        SELECT 1 FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      return rows.length;
    };
    let finished: ReturnType<typeof finishSecondStep> | undefined;
    await db.transaction(async (tx) => {
      await tx.select().from(users).where(eq(users.id, user.userId)).for("update");
      finished = finishSecondStep(accounts, input, client);
      await expect.poll(countWaiting, { interval: 10 }).toBe(1);
      await endSecondSteps(tx, user.userId);
    });
    expect(await finished).toEqual({ kind: "expired" });
  });
});

describe("guessing codes", () => {
  it("ends after five attempts for five minutes, but not for recovery codes", async () => {
    const { user, secret, recoveryCodes: codes } = await protectedUser();
    const guess = () => signIn(user, { code: wrongCode(secret) });
    for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt += 1)
      expect((await guess()).status).toBe(401);
    expect((await signIn(user, { code: codeAt(secret) })).status).toBe(200);
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1)
      expect((await guess()).status).toBe(401);
    const limited = await signIn(user, { code: codeAt(secret, Date.now() + STEP_MS) });
    expect(limited.status).toBe(429);
    const seconds = Number(limited.headers.get("retry-after"));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(300);
    expect(await audited(user.userId)).toEqual(["second-factor.on", "second-factor.guessed"]);
    const [row] = await db
      .select()
      .from(secondFactors)
      .where(eq(secondFactors.userId, user.userId));
    expect(row?.failures).toBe(2 * MAX_ATTEMPTS - 1);
    expect((await signIn(user, { code: codes[0] })).status).toBe(200);
  });

  it("gains nothing by concurrency, and may go on after five minutes", async () => {
    const { user, secret } = await protectedUser();
    const { accounts } = createTestServices({}, database);
    const now = new Date();
    const check = (code: string, at: Date) =>
      checkCode(accounts, user.userId, { kind: "app", code }, at).then(
        ({ kind }) => kind,
        ({ code: reason }: { code: string }) => reason,
      );
    const guesses = await Promise.all(
      Array.from({ length: 20 }, () => check(wrongCode(secret), now)),
    );
    expect(guesses.filter((outcome) => outcome === "wrong")).toHaveLength(MAX_ATTEMPTS);
    expect(guesses.filter((outcome) => outcome === "limit-reached")).toHaveLength(15);
    const almost = new Date(now.getTime() + 5 * 60_000 - 1);
    expect(await check(codeAt(secret, almost), almost)).toBe("limit-reached");
    const later = new Date(now.getTime() + 5 * 60_000);
    expect(await check(codeAt(secret, later), later)).toBe("right");
  });
});

describe("the second factor at rest", () => {
  it("is sealed, with hashes of the recovery codes, and survives a new key", async () => {
    const { user, secret, recoveryCodes: codes } = await protectedUser();
    const rows = JSON.stringify([
      await db.select().from(secondFactors).where(eq(secondFactors.userId, user.userId)),
      await db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, user.userId)),
    ]);
    for (const text of [secret, ...codes, ...codes.map((code) => code.replaceAll("-", ""))])
      expect(rows).not.toContain(text);
    const exported = await user.send("GET", "/api/user/export");
    expect(JSON.stringify(exported.body)).not.toContain(secret);
    const old = "a secret for tests only";
    const both = createKeyring(["a key of the operator's"], [old]);
    await resealAll(db, both, new AbortController().signal);
    const verdict = await checkCode(
      { db, keyring: createKeyring(["a key of the operator's"], []) },
      user.userId,
      { kind: "app", code: codeAt(secret) },
    );
    expect(verdict).toEqual({ kind: "right", by: "app" });
    await resealAll(
      db,
      createKeyring([old, "a key of the operator's"], []),
      new AbortController().signal,
    );
  });

  it("opens nothing once it is off", async () => {
    const { user, recoveryCodes: codes } = await protectedUser();
    await disableSecondFactor(db, { via: "command" }, user.userId);
    await expect(disableSecondFactor(db, { via: "command" }, user.userId)).rejects.toMatchObject({
      code: "conflict",
    });
    expect((await signIn(user)).status).toBe(200);
    const { accounts } = createTestServices({}, database);
    const code = (codes[0] ?? "").replaceAll("-", "");
    expect(await checkCode(accounts, user.userId, { kind: "recovery", code })).toEqual({
      kind: "off",
    });
  });
});

describe("signing in with a provider and a second factor", () => {
  it("asks for the code, and the provider's callback alone opens nothing", async () => {
    const spike = buildProviderUser();
    const setup = await startAppWithProvider(database, [spike]);
    await signInAs(setup, spike.sub);
    const user = await getSessionUser(setup);
    await turnOnTwoFactor(database, String(user?.["id"]));
    const browser = setup.otherBrowser();
    const other = { app: setup.app, browser };
    const start = await startSignIn(other, { returnTo: "/list" });
    const callback = await completeSignIn(other, start, { sub: spike.sub });
    const response = await browser.send(callback, { headers: { accept: "text/html" } });
    expect(response.headers.get("location")).toBe("/signin/code?returnTo=%2Flist");
    expect(await getSessionUser(other)).toBeNull();
    expect(browser.jar.get(setup.app)?.get("akari-pending")).toMatch(/^[\w-]{43}$/);
  });

  it("keeps it at the first proof of the address, which ends the trust in browsers", async () => {
    const planter = buildProviderUser({ email_verified: false });
    const owner = buildProviderUser({ email: planter.email });
    const setup = await startAppWithProvider(database, [planter, owner]);
    await signInAs(setup, planter.sub);
    const userId = String((await getSessionUser(setup))?.["id"]);
    await turnOnTwoFactor(database, userId);
    await db.transaction((tx) =>
      trustBrowser(tx, userId, { device: "x", address: "192.0.2.1", key: "x" }, new Date()),
    );
    const other = { app: setup.app, browser: setup.otherBrowser() };
    expect((await signInAs(other, owner.sub)).headers.get("location")).toBe("/signin/code");
    const ownTrust = eq(trustedBrowsers.userId, userId);
    expect(await db.select().from(trustedBrowsers).where(ownTrust)).toEqual([]);
  });
});
