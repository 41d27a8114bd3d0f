import { beforeEach, describe, expect, it } from "vitest";
import {
  createInvitation,
  listInvitations,
  readInvitation,
  redeemInvitation,
} from "~/features/accounts/invitations/invitations.server";
import { createMailedReset } from "~/features/accounts/reset/password-reset.server";
import { createFirstOwnerLink, createOwnerLink } from "~/features/accounts/roles/ownership.server";
import { checkCode } from "~/features/accounts/second-factor/check-code.server";
import { createToken, readToken } from "~/features/accounts/tokens/tokens.server";
import { createTestServices } from "../../support/server/context";
import { turnOnTwoFactor } from "../../support/server/two-factor";
import { testDatabase } from "../../support/database/test-database";
import { createSignedInClient, type SignedInClient } from "../../support/server/signed-in";

const database = await testDatabase();
const { db, sql } = database;
const made = new Date("2027-01-10T12:00:00Z");
const after = (seconds: number) => new Date(made.getTime() + seconds * 1_000);
const BACK = -60;
const SLIGHTLY_BACK = -59;
let user: SignedInClient;

beforeEach(async () => {
  await sql`TRUNCATE users, invitations CASCADE`;
  user = await createSignedInClient(database);
});

describe("after the clock was set back by a minute and more", () => {
  const command = { via: "command" } as const;

  it.each([
    ["an invitation", () => createInvitation(db, command, { note: "", uses: 2, days: 1 }, made)],
    ["an owner's link", () => createOwnerLink(db, command, made)],
    [
      "the first owner's link",
      async () => ({ code: (await createFirstOwnerLink(db, made)) ?? "" }),
    ],
  ])("%s is expired", async (_, create) => {
    const { code } = await create();
    const statusAt = async (now: Date) => [
      (await readInvitation(db, code, now))?.status,
      (await listInvitations(db, now))[0]?.status,
    ];
    expect(await statusAt(after(SLIGHTLY_BACK))).toEqual(["open", "open"]);
    expect(await statusAt(after(BACK))).toEqual(["expired", "expired"]);
    const redeemAt = (now: Date) => db.transaction((tx) => redeemInvitation(tx, code, now));
    await expect(redeemAt(after(BACK))).rejects.toMatchObject({ code: "forbidden" });
    expect(await redeemAt(after(SLIGHTLY_BACK))).toBeDefined();
  });

  it("a token that expires is refused, and one that does not is not", async () => {
    const input = { name: "A program", scopes: ["list:read" as const] };
    const expiring = await createToken(db, user.userId, { ...input, expiresInDays: 1 }, made);
    const lasting = await createToken(db, user.userId, { ...input, expiresInDays: null }, made);
    expect(await readToken(db, expiring.token, after(SLIGHTLY_BACK))).not.toBeNull();
    expect(await readToken(db, expiring.token, after(BACK))).toBeNull();
    expect(await readToken(db, lasting.token, after(BACK))).not.toBeNull();
  });

  it("mails that were sent before do not count", async () => {
    const mailAt = (now: Date) => createMailedReset(db, user.credentials.email, now);
    for (let count = 0; count < 3; count += 1) expect(await mailAt(made)).not.toBeNull();
    expect(await mailAt(after(SLIGHTLY_BACK))).toBeNull();
    expect(await mailAt(after(BACK))).not.toBeNull();
  });

  it("attempts at a code that were made before do not count", async () => {
    await turnOnTwoFactor(database, user.userId);
    await sql`UPDATE second_factors SET attempts = 5, attempts_since = ${made.toISOString()}`;
    const keyring = createTestServices({}, database).accounts.keyring;
    const checkAt = (now: Date) =>
      checkCode({ db, keyring }, user.userId, { kind: "app", code: "000000" }, now);
    await expect(checkAt(after(SLIGHTLY_BACK))).rejects.toMatchObject({ code: "limit-reached" });
    expect(await checkAt(after(BACK))).toMatchObject({ kind: "wrong" });
  });
});
