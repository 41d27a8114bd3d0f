import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { setFlashMessage } from "~/features/accounts/sessions.server";
import { loader as confirm } from "~/routes/account/confirm";
import { identities, sessions } from "~db/schema";
import { createPageCaller } from "../../support/server/call-page";
import { testDatabase } from "../../support/database/test-database";
import { turnOnTwoFactor } from "../../support/server/two-factor";
import {
  buildProviderUser,
  completeSignIn,
  getSessionUser,
  signInAs,
  startAppWithProvider,
  startConfirmation,
} from "./provider-support";

const database = await testDatabase();
const { db } = database;
const RETURN_TO = "/settings#email";
const REFILL = { path: "/settings", refill: { intent: ["email"] } };

const sessionsOf = (userId: string) =>
  db.select().from(sessions).where(eq(sessions.userId, userId));
const identityCount = async (sub: string) =>
  (await db.select().from(identities).where(eq(identities.subject, sub))).length;

/**
 * Returns a user who signed in with the provider long ago, with a form that waits for the
 * confirmation.
 */
async function signedInLongAgo() {
  const [spike, faye] = [buildProviderUser(), buildProviderUser()];
  const setup = await startAppWithProvider(database, [spike, faye]);
  await signInAs(setup, spike.sub);
  const userId = String((await getSessionUser(setup))?.["id"]);
  await db
    .update(sessions)
    .set({ createdAt: new Date(0) })
    .where(eq(sessions.userId, userId));
  const [session] = await sessionsOf(userId);
  await setFlashMessage(db, session?.idHash ?? "", REFILL);
  return { setup, spike, faye, userId, before: await sessionsOf(userId) };
}

type Setup = Awaited<ReturnType<typeof signedInLongAgo>>["setup"];

/** Returns where the callback leads. */
async function confirmAs(setup: Setup, choice: { sub: string } | { refuse: string }) {
  const start = await startConfirmation(database, setup, RETURN_TO);
  expect(start.searchParams.get("max_age")).toBe("0");
  // Changing the user on the provider's pages needs a browser.
  setup.browser.jar.delete(start.origin);
  const callback = await completeSignIn(setup, start, choice);
  const response = await setup.browser.send(callback, { headers: { accept: "text/html" } });
  return response.headers.get("location") ?? "";
}

/** What the page says to the signed-in user. */
async function errorAt({ app, browser }: Setup, path: string) {
  const cookie = `akari=${browser.jar.get(app)?.get("akari") ?? ""}`;
  const callPage = createPageCaller(database);
  return (await callPage(confirm, path, { init: { headers: { cookie } } })).error;
}

const pathWith = (error: string) =>
  `/confirm?${new URLSearchParams({ error, returnTo: RETURN_TO }).toString()}`;

describe("confirming with the provider", () => {
  it("keeps the session with what was typed, and confirms it", async () => {
    const { setup, spike, userId, before } = await signedInLongAgo();
    const cookie = setup.browser.jar.get(setup.app)?.get("akari");
    expect(await confirmAs(setup, { sub: spike.sub })).toBe(RETURN_TO);
    expect(setup.browser.jar.get(setup.app)?.get("akari")).toBe(cookie);
    const after = await sessionsOf(userId);
    expect(after).toEqual(
      before.map((session) => ({ ...session, confirmedAt: expect.any(Date) as Date })),
    );
    expect(Date.now() - Number(after[0]?.confirmedAt)).toBeLessThan(60_000);
  });

  it.each(["of nobody here", "of another user"])(
    "refuses an account %s, and keeps the session",
    async (whose) => {
      const { setup, faye, userId, before } = await signedInLongAgo();
      const other = { ...setup, browser: setup.otherBrowser() };
      if (whose === "of another user") await signInAs(other, faye.sub);
      const known = await identityCount(faye.sub);
      const path = await confirmAs(setup, { sub: faye.sub });
      expect(path).toBe(pathWith("other-account"));
      expect(await errorAt(setup, path)).toMatch(/^That sign-in isn’t connected to your account\./);
      expect(await getSessionUser(setup)).toMatchObject({ id: userId });
      expect(await sessionsOf(userId)).toEqual(before);
      expect(await identityCount(faye.sub)).toBe(known);
    },
  );

  it("shows that it was cancelled", async () => {
    const { setup, userId, before } = await signedInLongAgo();
    const path = await confirmAs(setup, { refuse: "yes" });
    expect(path).toBe(pathWith("cancelled"));
    expect(await errorAt(setup, path)).toBe("Sign-in was cancelled at the provider.");
    expect(await sessionsOf(userId)).toEqual(before);
  });

  it("confirms no session of a user who signed in meanwhile", async () => {
    const { setup, spike, faye, userId, before } = await signedInLongAgo();
    const other = { ...setup, browser: setup.otherBrowser() };
    await signInAs(other, faye.sub);
    const start = await startConfirmation(database, setup, RETURN_TO);
    setup.browser.jar.delete(start.origin);
    const callback = await completeSignIn(setup, start, { sub: spike.sub });
    const cookies = setup.browser.jar.get(setup.app);
    cookies?.set("akari", other.browser.jar.get(setup.app)?.get("akari") ?? "");
    const response = await setup.browser.send(callback, { headers: { accept: "text/html" } });
    expect(response.headers.get("location")).toBe(pathWith("expired"));
    expect(await sessionsOf(userId)).toEqual(before);
  });

  it("is no way around a code", async () => {
    const { setup, userId } = await signedInLongAgo();
    await turnOnTwoFactor(database, userId);
    await expect(startConfirmation(database, setup, RETURN_TO)).rejects.toThrow("refused");
  });
});
