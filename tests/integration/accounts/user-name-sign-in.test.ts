import { beforeEach, expect, it } from "vitest";
import { signInWithPassword } from "~/features/accounts/sign-in/sign-in-with-password.server";
import { testDatabase } from "../../support/database/test-database";
import { createSignedInClient, type SignedInClient } from "../../support/server/signed-in";

const database = await testDatabase();
const { sql } = database;
let client: SignedInClient;

beforeEach(async () => {
  await sql`DELETE FROM users`;
  client = await createSignedInClient(database);
  await name("Faye Valentine");
});

const name = (text: string, userId = client.userId) =>
  sql`UPDATE users SET user_name = ${text} WHERE id = ${userId}`;
const signIn = (fields: Record<string, unknown>) =>
  client.send("POST", "/api/auth/signin", { password: client.credentials.password, ...fields });
const WRONG = { status: 401, body: { error: "Invalid email or password" } };

it.each(["Faye Valentine", " faye valentine ", "FAYE VALENTINE"])(
  "signs in by the name %j that one account has",
  async (username) => {
    expect((await signIn({ username, email: "" })).status).toBe(200);
    expect(await signIn({ username })).toMatchObject({
      status: 200,
      body: { data: { user: { id: client.userId } } },
    });
  },
);

it("takes both forms of Unicode for one name", async () => {
  await name("Zoë".normalize("NFD"));
  expect((await signIn({ username: "ZOË".normalize("NFC") })).status).toBe(200);
});

it("answers alike to a wrong password, an unknown name and one that two accounts have", async () => {
  expect(await signIn({ username: "Faye Valentine", password: "Wrong!7road" })).toMatchObject(
    WRONG,
  );
  expect(await signIn({ username: "Spike" })).toMatchObject(WRONG);
  const other = await createSignedInClient(database);
  await name("faye VALENTINE", other.userId);
  expect(await signIn({ username: "Faye Valentine" })).toMatchObject(WRONG);
  expect((await signIn({ email: client.credentials.email })).status).toBe(200);
});

it("counts failures of all spellings that find an account together", async () => {
  await name("Vivi");
  const keys = new Map<string, string>();
  for (const login of ["Vivi", "VIVI", "vIvI", "Vİvİ", "VİVI", "vívi"]) {
    const found = await sql`SELECT FROM users WHERE lower(normalize(user_name)) = lower(${login})`;
    if (found.length === 0) continue;
    const enter = (key: string) => {
      keys.set(login, key);
      return Promise.resolve(() => undefined);
    };
    const hasher = {
      matches: () => Promise.resolve(false),
      hash: () => Promise.reject(new Error("Nothing is hashed.")),
      close: () => Promise.resolve(),
    };
    await signInWithPassword(
      { db: database.db, hasher, throttle: { enter } },
      { login, password: "Wrong!7road" },
      { key: "192.0.2.1", device: "Test", address: "192.0.2.1" },
    );
  }
  expect(keys.size).toBeGreaterThanOrEqual(3);
  expect(new Set(keys.values()).size).toBe(1);
});

it.each([
  [{ username: "Fa" }, "username"],
  [{ username: "x".repeat(65) }, "username"],
  [{ username: "faye@akari.test" }, "username"],
  [{ username: "a\0bc" }, "username"],
  [{ username: "Faye Valentine", email: "Faye Valentine" }, "email"],
  [{}, "email"],
])("names the field that is wrong: %j", async (fields, path) => {
  expect(await signIn(fields)).toMatchObject({ status: 400, body: { issues: [{ path }] } });
});

it("takes the name in the form's field, too", async () => {
  const form = (fields: Record<string, string>) =>
    fetch(`${client.origin}/api/auth/signin`, {
      method: "POST",
      headers: { origin: client.origin },
      body: new URLSearchParams({ ...fields, password: client.credentials.password }),
      redirect: "manual",
    });
  expect((await form({ email: "faye valentine" })).status).toBe(302);
  expect((await form({ username: "faye valentine" })).status).toBe(302);
  expect((await form({ email: "spike" })).status).toBe(401);
  expect((await form({ email: "faye@" })).status).toBe(400);
});
