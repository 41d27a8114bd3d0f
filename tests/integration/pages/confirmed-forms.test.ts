import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { action as confirmAction } from "~/routes/account/confirm";
import { action as settingsAction, loader as settings } from "~/routes/account/settings";
import { loader as exportPerson } from "~/routes/admin/export-person";
import { identities, personalTokens, sessions, users } from "~db/schema";
import { buildUser } from "../../factories/user";
import { testDatabase } from "../../support/database/test-database";
import { createAccount } from "../../support/server/account";
import { catchPageError, createPageCaller } from "../../support/server/call-page";
import { createTestServices } from "../../support/server/context";
import { createSignedInClient, type SignedInClient } from "../../support/server/signed-in";

const database = await testDatabase();
const { db } = database;
const callPage = createPageCaller(database, {
  OAUTH_ISSUER: "https://id.test",
  OAUTH_CLIENT_ID: "akari",
  OAUTH_CLIENT_SECRET: "secret",
});
const TEN_MINUTES_MS = 10 * 60_000;

const post = ({ cookie }: SignedInClient, fields: Record<string, string>) => ({
  init: { method: "POST", body: new URLSearchParams(fields), headers: { cookie } },
});
const submit = (user: SignedInClient, fields: Record<string, string>) =>
  callPage(settingsAction, "/settings", post(user, fields));
const read = ({ cookie }: SignedInClient) =>
  callPage(settings, "/settings", { init: { headers: { cookie } } });
const confirm = (user: SignedInClient, password: string) =>
  callPage(confirmAction, "/confirm", post(user, { password }));

async function userSince(ms: number): Promise<SignedInClient> {
  const user = await createSignedInClient(database);
  await db
    .update(sessions)
    .set({ createdAt: new Date(Date.now() - ms) })
    .where(eq(sessions.userId, user.userId));
  return user;
}

const FORMS = [
  ["email", { intent: "email", email: buildUser().email }],
  ["provider", { intent: "connect" }],
  ["provider", { intent: "disconnect", issuer: "https://id.test", subject: "spike" }],
  ["tokens", { intent: "create-token", name: "My program", scopes: "list:read" }],
  ["data", { intent: "delete", confirm: "yes" }],
] as const;

const everything = async ({ userId }: SignedInClient) => [
  await db.select().from(users).where(eq(users.id, userId)),
  await db.select().from(personalTokens).where(eq(personalTokens.userId, userId)),
  await db.select().from(identities).where(eq(identities.userId, userId)),
];

describe("a form that changes who has access", () => {
  it.each(FORMS)("of %s needs a confirmation after ten minutes: %j", async (section, fields) => {
    const user = await userSince(TEN_MINUTES_MS);
    const before = await everything(user);
    expect(await catchPageError(submit(user, fields))).toEqual({
      status: 303,
      data: `/confirm?returnTo=%2Fsettings%23${section}`,
    });
    expect(await everything(user)).toEqual(before);
    expect((await read(user)).isConfirmed).toBe(false);
    await db
      .update(sessions)
      .set({ createdAt: new Date(Date.now() - TEN_MINUTES_MS + 30_000) })
      .where(eq(sessions.userId, user.userId));
    expect((await read(user)).isConfirmed).toBe(true);
    const done = await submit(user, fields);
    expect(JSON.stringify(done)).not.toContain("failure");
  });

  it("has what was typed when the user comes back, once", async () => {
    const user = await userSince(TEN_MINUTES_MS);
    const email = buildUser().email;
    await catchPageError(submit(user, { intent: "email", email, password: "Bebop-7!xx" }));
    expect((await read(user)).refill).toBeNull();
    expect(await confirm(user, "Wr0ng!pass")).toMatchObject({ init: { status: 403 } });
    expect((await read(user)).refill).toBeNull();
    await confirm(user, user.credentials.password);
    expect((await read(user)).refill).toEqual({
      message: null,
      fields: {},
      values: { intent: ["email"], email: [email] },
    });
    expect((await read(user)).refill).toBeNull();
  });

  it("keeps only what can be stored, and no long text", async () => {
    const user = await userSince(TEN_MINUTES_MS);
    const typed = {
      intent: "email",
      email: ["a\0b", "a\ud800b", "x".repeat(4_001), "x".repeat(4_000)],
      note: "\u{1f600}",
      "na\0me": "x",
      "na\udc00me": "x",
    };
    const sent = callPage(settingsAction, "/settings", {
      init: {
        method: "POST",
        body: JSON.stringify(typed),
        headers: { cookie: user.cookie, "content-type": "application/json" },
      },
    });
    expect((await catchPageError(sent)).status).toBe(303);
    await confirm(user, user.credentials.password);
    expect((await read(user)).refill?.values).toEqual({
      intent: ["email"],
      email: ["x".repeat(4_000)],
      note: ["\u{1f600}"],
    });
  });

  it("may be any other one without", async () => {
    const user = await userSince(TEN_MINUTES_MS);
    expect(await submit(user, { intent: "visibility", publicProfile: "true" })).toBeInstanceOf(
      Response,
    );
    const { password } = user.credentials;
    const changed = await submit(user, {
      intent: "password",
      currentPassword: password,
      newPassword: "N3w-Pass!word",
    });
    expect((changed as Response).headers.get("location")).toBe("/settings?done=password");
  });
});

it("an owner who confirms before an export comes back to the person, not to a file", async () => {
  const owner = await createAccount(createTestServices({}, database), "owner");
  await db
    .update(sessions)
    .set({ createdAt: new Date(Date.now() - TEN_MINUTES_MS) })
    .where(eq(sessions.userId, owner.userId));
  const path = `/admin/people/${owner.userId}`;
  const init = { headers: { cookie: owner.cookie } };
  const params = { id: owner.userId };
  const refused = await catchPageError(callPage(exportPerson, `${path}/export`, { params, init }));
  expect(refused).toEqual({
    status: 303,
    data: `/confirm?${new URLSearchParams({ returnTo: path }).toString()}`,
  });
});

describe("a program that changes who has access", () => {
  const token = { name: "My program", scopes: ["list:read"] };

  it.each([
    ["POST", "/api/user/tokens", token],
    ["POST", "/api/user/email", { email: buildUser().email }],
  ] as const)("by %s %s sends the password after ten minutes", async (method, path, body) => {
    const user = await userSince(TEN_MINUTES_MS);
    const before = await everything(user);
    const send = (more: object = {}) => user.send(method, path, { ...body, ...more });
    expect((await send()).status).toBe(403);
    expect((await send({ currentPassword: "Wr0ng!pass" })).status).toBe(403);
    expect(await everything(user)).toEqual(before);
    expect((await send({ currentPassword: user.credentials.password })).status).toBe(200);
  });

  it("needs nothing else right after the sign-in, but no wrong password", async () => {
    const user = await userSince(TEN_MINUTES_MS - 30_000);
    const wrong = { ...token, currentPassword: "Wr0ng!pass" };
    expect((await user.send("POST", "/api/user/tokens", wrong)).status).toBe(403);
    expect((await user.send("POST", "/api/user/tokens", token)).status).toBe(200);
  });
});
