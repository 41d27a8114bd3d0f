import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { createResetLink } from "~/features/accounts/reset/password-reset.server";
import { action as forgot } from "~/routes/account/forgot";
import { action as reset, loader as resetPage } from "~/routes/account/reset";
import { auditLog, identities, passwordResets, users } from "~db/schema";
import { buildUser } from "../../factories/user";
import { testDatabase } from "../../support/database/test-database";
import { startMailServer } from "../../support/server/mail-server";
import { createPageCaller } from "../../support/server/call-page";
import { createSignedInClient, type SignedInClient } from "../../support/server/signed-in";

const database = await testDatabase();
const { db } = database;
const command = { via: "command" } as const;
const HOUR_MS = 60 * 60 * 1000;
const NEW_PASSWORD = "N3w-Pass!word";

const { environment: mailSettings, mails, receive } = await startMailServer(database);
const environment = {
  ...mailSettings,
  PUBLIC_URL: "https://akari.example.org",
  RATE_LIMITS: "passwordReset=100000/60,passwordChange=100000/60,signup=100000/60",
};
beforeEach(() => {
  mails.length = 0;
});

const form = (fields: Record<string, string>) => ({
  init: { method: "POST", body: new URLSearchParams(fields) },
});
const callPage = (settings: Record<string, string> = {}) =>
  createPageCaller(database, { ...environment, ...settings });

/** Quoted-printable folds long lines and escapes `=`. */
const codeIn = (text: string) =>
  /reset\?code=([\w-]{43})/.exec(text.replaceAll("=\r\n", "").replaceAll("=3D", "="))?.[1] ?? "";

const submit = (code: string, newPassword = NEW_PASSWORD) =>
  callPage()(reset, `/reset?code=${code}`, form({ newPassword }));

async function expectSignIn(client: SignedInClient, password: string, status: number) {
  const response = await client.send("POST", "/api/auth/signin", {
    email: client.credentials.email,
    password,
  });
  expect(response.status).toBe(status);
}

describe("password reset", () => {
  it("gets a link by mail, built from PUBLIC_URL, that works once", async () => {
    const client = await createSignedInClient(database);
    const { email, password } = client.credentials;
    const sent = await callPage()(forgot, "/forgot", form({ email: ` ${email.toUpperCase()} ` }));
    expect((sent as Response).headers.get("location")).toBe("/forgot?sent");
    const [mail] = await receive(1, email);
    expect(mail?.text).toContain("https://akari.example.org/reset");
    const code = codeIn(mail?.text ?? "");

    const done = await submit(code);
    expect((done as Response).headers.get("location")).toBe("/signin?done=reset");
    await receive(2, email);
    expect((await client.send("GET", "/api/user/profile")).status).toBe(401);
    await expectSignIn(client, password, 401);
    await expectSignIn(client, NEW_PASSWORD, 200);
    const again = await submit(code, password);
    expect(again).toMatchObject({ init: { status: 403 } });
    expect(await callPage()(resetPage, `/reset?code=${code}`)).toMatchObject({
      init: { status: 410 },
      data: { status: "used" },
    });
    const [row] = await db.select().from(users).where(eq(users.id, client.userId));
    expect(row?.emailProvenAt).not.toBeNull();
  });

  it("responds alike to an address without an account, and mails nothing", async () => {
    const existing = await createSignedInClient(database);
    const page = callPage();
    const responses = [];
    const unknown = buildUser().email;
    for (const email of [unknown, existing.credentials.email]) {
      const response = (await page(forgot, "/forgot", form({ email }))) as Response;
      responses.push([response.status, [...response.headers]]);
    }
    expect(responses[0]).toEqual(responses[1]);
    await receive(1, existing.credentials.email);
    expect(mails.filter(({ to }) => to.includes(unknown))).toEqual([]);
  });

  it("mails three links within an hour, and no fourth", async () => {
    const client = await createSignedInClient(database);
    const page = callPage();
    const { email } = client.credentials;
    for (const number of [1, 2, 3]) {
      await page(forgot, "/forgot", form({ email }));
      await receive(number, email);
    }
    await page(forgot, "/forgot", form({ email }));
    const other = await createSignedInClient(database);
    await page(forgot, "/forgot", form({ email: other.credentials.email }));
    await receive(1, other.credentials.email);
    expect(await receive(3, email)).toHaveLength(3);
  });

  it("drops identities that joined without a proof", async () => {
    const client = await createSignedInClient(database);
    await db.insert(identities).values([
      { issuer: "https://id.test", subject: "planted", userId: client.userId },
      { issuer: "https://id.test", subject: "own", userId: client.userId, provenAt: new Date() },
    ]);
    await callPage()(forgot, "/forgot", form({ email: client.credentials.email }));
    const [mail] = await receive(1, client.credentials.email);
    await submit(codeIn(mail?.text ?? ""));
    const left = await db.select().from(identities).where(eq(identities.userId, client.userId));
    expect(left.map(({ subject }) => subject)).toEqual(["own"]);
  });
});

describe("a reset link", () => {
  it("lasts 60 minutes", async () => {
    const client = await createSignedInClient(database);
    const late = new Date(Date.now() - HOUR_MS - 1_000);
    const expired = await createResetLink(db, command, client.userId, late);
    expect(await submit(expired.code)).toMatchObject({ init: { status: 403 } });
    expect(await callPage()(resetPage, `/reset?code=${expired.code}`)).toMatchObject({
      data: { status: "expired" },
    });
    const almost = new Date(Date.now() - HOUR_MS + 60_000);
    const { code } = await createResetLink(db, command, client.userId, almost);
    await submit(code);
    await expectSignIn(client, NEW_PASSWORD, 200);
  });

  it("is used by one of several requests at the same time", async () => {
    const client = await createSignedInClient(database);
    const { code } = await createResetLink(db, command, client.userId);
    const responses = await Promise.all(Array.from({ length: 4 }, () => submit(code)));
    expect(responses.filter((response) => response instanceof Response)).toHaveLength(1);
  });

  it("ends when a newer one is made", async () => {
    const client = await createSignedInClient(database);
    const first = await createResetLink(db, command, client.userId);
    const second = await createResetLink(db, command, client.userId);
    expect(await submit(first.code)).toMatchObject({ init: { status: 403 } });
    expect(await submit(second.code)).toBeInstanceOf(Response);
  });

  it("ends when another one is used", async () => {
    const client = await createSignedInClient(database);
    const first = await createResetLink(db, command, client.userId);
    const second = await createResetLink(db, command, client.userId);
    await submit(second.code);
    expect(await submit(first.code)).toMatchObject({ init: { status: 403 } });
  });

  it("keeps the rules of passwords, and works after a refusal", async () => {
    const client = await createSignedInClient(database);
    const { code } = await createResetLink(db, command, client.userId);
    const refused = await submit(code, "short");
    expect(refused).toMatchObject({ init: { status: 400 } });
    const text = JSON.stringify(await db.select().from(passwordResets));
    expect(text).not.toContain(code);
    expect(await submit(code)).toBeInstanceOf(Response);
  });
});

describe("a changed email address", () => {
  const change = (client: SignedInClient, body: object) =>
    client.send("POST", "/api/user/email", body);

  it("requires the password, ends other sessions and notifies the old address", async () => {
    const client = await createSignedInClient(database, environment);
    const { email, password } = client.credentials;
    await db.update(users).set({ emailProvenAt: new Date() }).where(eq(users.id, client.userId));
    const reset = await createResetLink(db, command, client.userId);
    const fresh = buildUser().email;
    expect((await change(client, { email: fresh, currentPassword: "Wr0ng!pass" })).status).toBe(
      403,
    );
    expect((await change(client, { email: fresh, currentPassword: password })).status).toBe(200);
    const [mail] = await receive(1, email);
    expect(mail?.text).toContain(fresh);
    const [row] = await db.select().from(users).where(eq(users.id, client.userId));
    expect(row).toMatchObject({ email: fresh, emailProvenAt: null });
    expect(await submit(reset.code)).toMatchObject({ init: { status: 403 } });
  });

  it("refuses an address in use and one that is none", async () => {
    const client = await createSignedInClient(database);
    const other = await createSignedInClient(database);
    const { password } = client.credentials;
    const taken = other.credentials.email.toUpperCase();
    expect((await change(client, { email: taken, currentPassword: password })).status).toBe(409);
    const invalid = await change(client, { email: "none", currentPassword: password });
    expect(invalid.status).toBe(400);
  });
});

describe("a changed password", () => {
  const change = (client: SignedInClient, newPassword: string) =>
    client.send("POST", "/api/user/password", {
      currentPassword: client.credentials.password,
      newPassword,
    });

  it("ends reset links, tells the user's address and is in the audit log", async () => {
    const client = await createSignedInClient(database, environment);
    const reset = await createResetLink(db, command, client.userId);
    expect((await change(client, NEW_PASSWORD)).status).toBe(200);
    const [mail] = await receive(1, client.credentials.email);
    expect(mail?.text).toContain("was changed");
    expect(await submit(reset.code)).toMatchObject({ init: { status: 403 } });
    await expectSignIn(client, NEW_PASSWORD, 200);
    const logged = await db.select().from(auditLog).where(eq(auditLog.actorId, client.userId));
    expect(logged).toMatchObject([{ action: "password.changed", subjectId: client.userId }]);
  });

  it("neither fails nor blocks when a reset link is used at the same time", async () => {
    const client = await createSignedInClient(database);
    const { code } = await createResetLink(db, command, client.userId);
    const [changed, reset] = await Promise.all([
      change(client, "0ther!Passage"),
      submit(code, NEW_PASSWORD),
    ]);
    const isReset = reset instanceof Response;
    expect([200, 401, 403]).toContain(changed.status);
    await expectSignIn(client, isReset ? NEW_PASSWORD : "0ther!Passage", 200);
  });
});
