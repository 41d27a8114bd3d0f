import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { createKeyring, type Keyring } from "~/secrets/keyring.server";
import { resealAll } from "~/secrets/reseal.server";
import { createDataDir, removeDataDir } from "../../../scripts/support/data-dir";
import { testDatabase } from "../../support/database/test-database";
import { createCommandRunner } from "../../support/server/operator-commands";

const OLD = "an old secret of the operator that is long enough";
const NEW = "another secret of the operator that is long enough";
const SESSION = "the session secret of this site";
const USER = "00000000-0000-4000-8000-00000000000a";

const { db, sql, options } = await testDatabase();
const folder = createDataDir();
const runCommand = createCommandRunner(options, folder);
afterAll(() => removeDataDir(folder));

await sql`CREATE TABLE connected (user_id uuid, service text, number integer, token_sealed text,
  "refresh token_sealed" text, name text, PRIMARY KEY (service, user_id, number))`;
beforeEach(async () => {
  await sql`TRUNCATE connected`;
});

const place = (column: string, number: number) => ({
  table: "connected",
  column,
  row: ["anilist", USER, number],
});

async function fill(keyring: Keyring, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, number) => ({
    number,
    token: keyring.seal(`token ${number}`, place("token_sealed", number)),
    refresh:
      number % 2 === 0
        ? null
        : keyring.seal(`refresh ${number}`, place("refresh token_sealed", number)),
  }));
  await sql`
    INSERT INTO connected SELECT ${USER}::uuid, 'anilist', number, token, refresh, 'plain'
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS r (number int, token text, refresh text)`;
}

async function openAll(keyring: Keyring): Promise<string[]> {
  const rows = await sql<{ number: number; token: string; refresh: string | null }[]>`
    SELECT number, token_sealed AS token, "refresh token_sealed" AS refresh
    FROM connected ORDER BY number`;
  return rows.flatMap(({ number, token, refresh }) => [
    keyring.open(token, place("token_sealed", number)),
    ...(refresh === null ? [] : [keyring.open(refresh, place("refresh token_sealed", number))]),
  ]);
}

const { signal } = new AbortController();

describe("rotating the key of stored secrets", () => {
  it("seals all of them anew, after which the old key may go", async () => {
    await fill(createKeyring([OLD], []), 1_100);
    const before = await openAll(createKeyring([OLD], []));
    expect(await resealAll(db, createKeyring([NEW, OLD], []), signal)).toEqual({
      values: 1_650,
      resealed: 1_650,
    });
    const after = createKeyring([NEW], []);
    expect(await openAll(after)).toEqual(before);
    expect(await resealAll(db, after, signal)).toEqual({ values: 1_650, resealed: 0 });
    const [plain] = await sql`SELECT DISTINCT name FROM connected`;
    expect(plain).toEqual({ name: "plain" });
  });

  it("goes on after an interruption", async () => {
    await fill(createKeyring([OLD], []), 3);
    const both = createKeyring([NEW, OLD], []);
    await sql`UPDATE connected SET token_sealed = ${both.seal("token 1", place("token_sealed", 1))}
      WHERE number = 1`;
    expect(await resealAll(db, both, AbortSignal.abort())).toEqual({ values: 4, resealed: 0 });
    expect(await resealAll(db, both, signal)).toEqual({ values: 4, resealed: 3 });
    expect(await openAll(createKeyring([NEW], []))).toEqual([
      "token 0",
      "token 1",
      "refresh 1",
      "token 2",
    ]);
  });

  it("changes nothing while a key is missing", async () => {
    const old = createKeyring([OLD], []);
    await fill(old, 3);
    await expect(resealAll(db, createKeyring([NEW], []), signal)).rejects.toThrow(
      `1 values of connected.refresh token_sealed do not open: the key ${old.keyId} is missing. Add the secret that it was made from to SECRETS_KEY.`,
    );
    expect(await openAll(old)).toHaveLength(4);
  });

  it("names a value that does not open, and keeps the others", async () => {
    const old = createKeyring([OLD], []);
    await fill(old, 3);
    await sql`UPDATE connected SET token_sealed =
      (SELECT token_sealed FROM connected WHERE number = 0) WHERE number = 2`;
    await expect(resealAll(db, createKeyring([NEW, OLD], []), signal)).rejects.toThrow(
      `connected.token_sealed of anilist, ${USER}, 2 does not open: it was changed, or copied from another row.`,
    );
    const [kept] = await sql<{ token: string }[]>`
      SELECT token_sealed AS token FROM connected WHERE number = 0`;
    expect(old.open(kept?.token ?? "", place("token_sealed", 0))).toBe("token 0");
  });

  it("is a command, which moves from the session secret to a key of its own", async () => {
    await fill(createKeyring([], [SESSION]), 3);
    const rotate = (environment: Record<string, string>) =>
      runCommand("secrets-rotate", ["--json"], environment);
    const done = await rotate({ SESSION_SECRET: SESSION, SECRETS_KEY: NEW });
    expect(done.err).toBe("");
    const { keyId } = createKeyring([NEW], []);
    expect(JSON.parse(done.out)).toEqual({ key_id: keyId, values: 4, resealed: 4 });
    expect(await openAll(createKeyring([NEW], []))).toHaveLength(4);
    const other = await rotate({ SESSION_SECRET: SESSION, SECRETS_KEY: OLD });
    expect(other).toMatchObject({ code: 1, out: "" });
    expect(other.err).toContain(`the key ${keyId} is missing`);
  });
});
