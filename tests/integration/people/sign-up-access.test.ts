import { and, eq, isNull } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { NotFound } from "~/errors/app-error";
import {
  createInvitation,
  revokeInvitation,
} from "~/features/accounts/invitations/invitations.server";
import { createOwnerLink } from "~/features/accounts/roles/ownership.server";
import { action as signUpAction, loader as signUpLoader } from "~/routes/account/sign-up";
import { loader as invitationLoader } from "~/routes/account/invitation";
import { invitations, siteSettings, users } from "~db/schema";
import { buildUser } from "../../factories/user";
import { testDatabase } from "../../support/database/test-database";
import { createApiClient, startApi } from "../../support/server/api-client";
import { createPageCaller } from "../../support/server/call-page";
import { dataOf } from "../../support/server/signed-in";

const database = await testDatabase();
const { db } = database;
const command = { via: "command" } as const;

const manyRequests = { RATE_LIMITS: "signup=100000/60" };

async function api(mode: string) {
  const { origin } = await startApi(database, { ...manyRequests, SIGNUPS: mode });
  return (body: object) => createApiClient(origin).send("POST", "/api/auth/signup", body);
}

function invite(uses = 1, days = 1, now?: Date) {
  return createInvitation(db, command, { note: "", uses, days }, now);
}

const errorOf = (response: { body: unknown }) => (response.body as { error: string }).error;

describe("closed sign-ups", () => {
  it("rejects with 403 and a reason, before other checks", async () => {
    const signUp = await api("closed");
    for (const body of [
      buildUser(),
      { ...buildUser(), email: "no address" },
      { ...buildUser(), invitation: 5 },
      [],
      {},
    ]) {
      const refused = await signUp(body);
      expect(refused.status).toBe(403);
      expect(errorOf(refused)).toBe("Sign-ups are closed on this site.");
    }
  });

  it("refuses a member's invitation and leaves it unused", async () => {
    const { code, id } = await invite();
    const signUp = await api("closed");
    expect((await signUp({ ...buildUser(), invitation: code })).status).toBe(403);
    const [row] = await db.select().from(invitations).where(eq(invitations.id, id));
    expect(row?.uses).toBe(0);
  });

  it("accepts an owner's link, once", async () => {
    const { code } = await createOwnerLink(db, command);
    const signUp = await api("closed");
    const made = await signUp({ ...buildUser(), invitation: code });
    expect(made.status).toBe(200);
    const { user } = dataOf<{ user: { id: string } }>(made);
    const [row] = await db.select().from(users).where(eq(users.id, user.id));
    expect(row?.role).toBe("owner");
    expect((await signUp({ ...buildUser(), invitation: code })).status).toBe(403);
  });
});

describe("sign-ups by invitation", () => {
  it("needs an invitation", async () => {
    const signUp = await api("invite");
    for (const invitation of [undefined, "", 5, "x".repeat(43)]) {
      const refused = await signUp({ ...buildUser(), invitation });
      expect(refused.status).toBe(403);
      expect(errorOf(refused)).toMatch(/invitation/i);
    }
  });

  it("counts uses, records who invited whom, and refuses one more", async () => {
    const inviter = buildUser();
    const open = await api("open");
    const { user } = dataOf<{ user: { id: string } }>(await open(inviter));
    const { code } = await createInvitation(
      db,
      { via: "page", userId: user.id },
      { note: "", uses: 2, days: 1 },
    );
    const signUp = await api("invite");
    for (const _ of [1, 2]) {
      const made = await signUp({ ...buildUser(), invitation: code });
      const { id } = dataOf<{ user: { id: string } }>(made).user;
      const [row] = await db.select().from(users).where(eq(users.id, id));
      expect(row).toMatchObject({ invitedBy: user.id, role: "member" });
    }
    const refused = await signUp({ ...buildUser(), invitation: code });
    expect(refused.status).toBe(403);
    expect(errorOf(refused)).toMatch(/has been used/);
  });

  it("gives the last use to one of several that sign up at the same time", async () => {
    const { code } = await invite();
    const signUp = await api("invite");
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => signUp({ ...buildUser(), invitation: code })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 403, 403, 403, 403]);
  });

  it("leaves the invitation unused when the address has an account", async () => {
    const existing = buildUser();
    await (
      await api("open")
    )(existing);
    const { code, id } = await invite();
    const signUp = await api("invite");
    expect((await signUp({ ...existing, invitation: code })).status).toBe(409);
    const [row] = await db.select().from(invitations).where(eq(invitations.id, id));
    expect(row?.uses).toBe(0);
  });

  it("says that an invitation has expired or is revoked", async () => {
    const signUp = await api("invite");
    const expired = await invite(1, 1, new Date(Date.now() - 24 * 60 * 60 * 1000 - 1_000));
    expect(errorOf(await signUp({ ...buildUser(), invitation: expired.code }))).toMatch(/expired/);
    const almost = await invite(1, 1, new Date(Date.now() - 24 * 60 * 60 * 1000 + 60_000));
    expect((await signUp({ ...buildUser(), invitation: almost.code })).status).toBe(200);
    const revoked = await invite();
    await revokeInvitation(db, command, revoked.id, { isOwner: true });
    expect(errorOf(await signUp({ ...buildUser(), invitation: revoked.code }))).toMatch(/revoked/);
  });
});

describe("an owner's link", () => {
  it("cannot be revoked by moderators, and members' invitations only while they are open", async () => {
    const revoke = (id: string, isOwner: boolean) => revokeInvitation(db, command, id, { isOwner });
    await createOwnerLink(db, command);
    const [link] = await db
      .select({ id: invitations.id })
      .from(invitations)
      .where(and(eq(invitations.role, "owner"), isNull(invitations.revokedAt)));
    const id = link?.id ?? "";
    await expect(revoke(id, false)).rejects.toThrow(NotFound);
    await revoke(id, true);
    await expect(revoke(id, true)).rejects.toThrow(NotFound);
    const member = await invite();
    await revoke(member.id, false);
    const expired = await invite(1, 1, new Date(0));
    await expect(revoke(expired.id, true)).rejects.toThrow(NotFound);
  });
});

describe("open sign-ups", () => {
  it("ignores an invitation that cannot be used", async () => {
    const signUp = await api("open");
    expect((await signUp({ ...buildUser(), invitation: "x".repeat(43) })).status).toBe(200);
    expect((await signUp({ ...buildUser(), invitation: 5 })).status).toBe(400);
  });
});

describe("the site's setting", () => {
  it("wins over SIGNUPS, at once", async () => {
    const signUp = await api("open");
    await db.insert(siteSettings).values({ key: "signUps", value: "closed" });
    try {
      expect((await signUp(buildUser())).status).toBe(403);
    } finally {
      await db.delete(siteSettings).where(eq(siteSettings.key, "signUps"));
    }
    expect((await signUp(buildUser())).status).toBe(200);
  });
});

describe("the pages", () => {
  const form = (fields: Record<string, string>) => ({
    init: { method: "POST", body: new URLSearchParams(fields) },
  });

  it("obey alike", async () => {
    const callPage = createPageCaller(database, { SIGNUPS: "invite" });
    const { code } = await invite();
    const refused = await callPage(signUpLoader, "/signup");
    expect(refused).toMatchObject({ init: { status: 403 } });
    const invited = await callPage(signUpLoader, `/signup?invitation=${code}`);
    expect(invited).toMatchObject({ init: { status: 200 }, data: { refusal: null } });
    const { username, email, password } = buildUser();
    const posted = await callPage(signUpAction, "/signup", form({ username, email, password }));
    expect(posted).toMatchObject({ init: { status: 403 } });
  });

  it.each([
    ["used", 410],
    ["expired", 410],
    ["revoked", 410],
    ["invalid", 404],
    ["open", 200],
  ])("say that an invitation is %s", async (status, code) => {
    const made = await invite(1, 1, status === "expired" ? new Date(0) : undefined);
    if (status === "revoked") await revokeInvitation(db, command, made.id, { isOwner: true });
    if (status === "used")
      await db.update(invitations).set({ uses: 1 }).where(eq(invitations.id, made.id));
    const link = status === "invalid" ? "nothing" : made.code;
    const page = await createPageCaller(database)(
      invitationLoader,
      `/invitation?invitation=${link}`,
    );
    expect(page).toMatchObject({ init: { status: code }, data: { status } });
  });
});
