import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { changeRole } from "~/features/accounts/roles/change-role.server";
import {
  applyOwnerEmail,
  createFirstOwnerLink,
  makeOwner,
} from "~/features/accounts/roles/ownership.server";
import { deleteUser, disableUser } from "~/features/accounts/directory/manage-user.server";
import { invitations, siteSettings, users } from "~db/schema";
import { createSignedInClient, signUpClient } from "../../support/server/signed-in";
import { testDatabase } from "../../support/database/test-database";

const database = await testDatabase();
const { db } = database;
const command = { via: "command" } as const;

beforeEach(async () => {
  await db.delete(users);
  await db.delete(invitations);
  await db.delete(siteSettings);
});

const roleOf = async (id: string) =>
  (await db.select({ role: users.role }).from(users).where(eq(users.id, id)))[0]?.role;

describe("the first owner's link", () => {
  it("is made once, by one of several instances", async () => {
    const codes = await Promise.all(Array.from({ length: 4 }, () => createFirstOwnerLink(db)));
    expect(codes.filter((code) => code !== null)).toHaveLength(1);
    expect(await createFirstOwnerLink(db)).toBeNull();
  });

  it("is not made for a site that has an owner", async () => {
    const { userId } = await createSignedInClient(database);
    await changeRole(db, command, userId, "owner");
    expect(await createFirstOwnerLink(db)).toBeNull();
  });
});

describe("OWNER_EMAIL", () => {
  it("makes the account the owner on sign-up and on start, once", async () => {
    const first = await createSignedInClient(database);
    const { email } = first.credentials;
    const options = { ownerEmail: ` ${email.toUpperCase()}`, isProvable: false };
    expect(await applyOwnerEmail(db, options)).toBe("made");
    expect(await roleOf(first.userId)).toBe("owner");

    const second = await signUpClient(first.origin);
    await changeRole(db, command, second.userId, "owner");
    await changeRole(db, command, first.userId, "member");
    expect(await applyOwnerEmail(db, options)).toBe("applied");
    expect(await roleOf(first.userId)).toBe("member");
  });

  it("applies to a sign-up when nothing can prove the address", async () => {
    const client = await createSignedInClient(database, { OWNER_EMAIL: "owner@akari.test" });
    expect(await roleOf(client.userId)).toBe("member");
    await client.send("POST", "/api/auth/signup", {
      username: "Owner",
      email: "Owner@akari.test",
      password: "Passw0rd!",
    });
    const [row] = await db.select().from(users).where(eq(users.emailKey, "owner@akari.test"));
    expect(row?.role).toBe("owner");
  });

  it("leaves a planted account a member where a provider can prove the address", async () => {
    const client = await createSignedInClient(database, {
      OWNER_EMAIL: "owner@akari.test",
      OAUTH_ISSUER: "http://127.0.0.1:9",
      OAUTH_CLIENT_ID: "akari",
      OAUTH_CLIENT_SECRET: "secret",
    });
    await client.send("POST", "/api/auth/signup", {
      username: "Planter",
      email: "owner@akari.test",
      password: "Passw0rd!",
    });
    const options = { ownerEmail: "owner@akari.test", isProvable: true };
    expect(await applyOwnerEmail(db, options)).toBe("unproven");
    const [row] = await db.select().from(users).where(eq(users.emailKey, "owner@akari.test"));
    expect(row?.role).toBe("member");
    await db
      .update(users)
      .set({ emailProvenAt: new Date() })
      .where(eq(users.id, row?.id ?? ""));
    expect(await applyOwnerEmail(db, options)).toBe("made");
  });

  it("waits for an account with the address", async () => {
    const options = { ownerEmail: "owner@akari.test", isProvable: false };
    expect(await applyOwnerEmail(db, options)).toBe("waiting");
  });
});

describe("the last owner", () => {
  it("cannot be demoted, disabled or deleted, nor delete the account", async () => {
    const owner = await createSignedInClient(database);
    await makeOwner(db, command, owner.credentials.email);
    const manager = { id: "00000000-0000-4000-8000-000000000000", role: "owner" } as const;
    const lastOwner = expect.objectContaining({ code: "conflict" }) as unknown;
    await expect(changeRole(db, command, owner.userId, "member")).rejects.toEqual(lastOwner);
    await expect(disableUser(db, manager, owner.userId)).rejects.toEqual(lastOwner);
    await expect(deleteUser(db, manager, owner.userId)).rejects.toEqual(lastOwner);
    const refused = await owner.send("DELETE", "/api/user/account", {
      password: owner.credentials.password,
    });
    expect(refused.status).toBe(409);
    expect(await roleOf(owner.userId)).toBe("owner");
  });

  it("is left when two owners demote each other at the same time", async () => {
    const one = await createSignedInClient(database);
    const other = await signUpClient(one.origin);
    for (const round of [1, 2, 3, 4, 5]) {
      for (const { userId } of [one, other])
        await db.update(users).set({ role: "owner" }).where(eq(users.id, userId));
      await Promise.allSettled([
        changeRole(db, { via: "page", userId: one.userId }, other.userId, "member"),
        changeRole(db, { via: "page", userId: other.userId }, one.userId, "member"),
      ]);
      const owners = await db.$count(users, eq(users.role, "owner"));
      expect([round, owners]).toEqual([round, 1]);
    }
  });

  it("does not count owners who are disabled", async () => {
    const one = await createSignedInClient(database);
    const other = await signUpClient(one.origin);
    for (const { userId } of [one, other]) await changeRole(db, command, userId, "owner");
    await disableUser(db, { id: one.userId, role: "owner" }, other.userId);
    await expect(changeRole(db, command, one.userId, "moderator")).rejects.toMatchObject({
      code: "conflict",
    });
  });
});
