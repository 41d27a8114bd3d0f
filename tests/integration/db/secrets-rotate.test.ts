import type { ChildProcess } from "node:child_process";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { createKeyring, sealedPattern, type Keyring } from "~/secrets/keyring.server";
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
      `1 stored secret does not open (connected.refresh token_sealed): the key ${old.keyId} is missing. Add the secret that it was made from to SECRETS_KEY. If it is lost, npm run akari -- secrets forget ${old.keyId} deletes what it sealed.`,
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

  it("loses nothing when it is killed in a batch while the site seals others", async () => {
    await fill(createKeyring([OLD], []), 1_100);
    const both = createKeyring([NEW, OLD], []);
    const before = await openAll(both);
    const environment = { SECRETS_KEY: `${NEW},${OLD}`, SESSION_SECRET: SESSION };
    const countTokens = async () => {
      const [row] = await sql<{ count: number }[]>`SELECT count(*)::int FROM connected
        WHERE token_sealed LIKE ${sealedPattern(both.keyId)}`;
      return row?.count;
    };
    await db.transaction(async (tx) => {
      // The row is in the second batch of tokens, which therefore waits with its transaction open.
      await tx.execute("SELECT FROM connected WHERE number = 700 FOR UPDATE");
      let child: ChildProcess | undefined;
      const killed = runCommand("secrets-rotate", [], environment, (started) => (child = started));
      await expect.poll(countTokens).toBe(500);
      child?.kill("SIGKILL");
      expect((await killed).code).toBeNull();
    });
    await sql`UPDATE connected SET token_sealed = ${both.seal("token 900", place("token_sealed", 900))}
      WHERE number = 900`;
    expect(await openAll(both)).toEqual(before);
    const again = await runCommand("secrets-rotate", ["--json"], environment);
    expect(JSON.parse(again.out)).toMatchObject({ values: 1_650, resealed: 599 });
    expect(await openAll(createKeyring([NEW], []))).toEqual(before);
  });
});

describe("forgetting secrets whose key is lost", () => {
  it("deletes what that key sealed, and refuses a key that is there", async () => {
    const old = createKeyring([OLD], []);
    await fill(old, 3);
    const kept = createKeyring([NEW], []);
    await sql`UPDATE connected SET "refresh token_sealed" = NULL,
      token_sealed = ${kept.seal("token 1", place("token_sealed", 1))} WHERE number = 1`;
    const forget = (key: string) =>
      runCommand("secrets-forget", ["--json", key], { SECRETS_KEY: NEW, SESSION_SECRET: SESSION });
    expect(await forget(kept.keyId)).toMatchObject({
      code: 1,
      err: `The key ${kept.keyId} is not lost: what it sealed can be opened.\n`,
    });
    const done = await forget(old.keyId);
    expect(JSON.parse(done.out)).toEqual({
      key_id: old.keyId,
      deleted: { channels: 0, connected: 2, push_keys: 0, second_factors: 0 },
    });
    expect(await openAll(kept)).toEqual(["token 1"]);
    expect(await sql`SELECT via, details FROM audit_log WHERE action = 'secrets.deleted'`).toEqual([
      { via: "command", details: { rows: 2 } },
    ]);
  });
});
