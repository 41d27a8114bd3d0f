import { eq, inArray } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { createInvitation } from "~/features/accounts/invitations/invitations.server";
import { createOwnerLink } from "~/features/accounts/roles/ownership.server";
import { action as signIn } from "~/routes/account/sign-in";
import { invitations, users } from "~db/schema";
import { testDatabase } from "../../support/database/test-database";
import { createPageCaller } from "../../support/server/call-page";
import {
  buildProviderUser,
  completeSignIn,
  getSessionUser,
  signInAs,
  startAppWithProvider,
} from "../accounts/provider-support";

const database = await testDatabase();
const { db } = database;
const command = { via: "command" } as const;
const invite = (uses = 1) => createInvitation(db, command, { note: "", uses, days: 1 });

type Setup = Awaited<ReturnType<typeof startAppWithProvider>>;

const start = (mode: string, people: ReturnType<typeof buildProviderUser>[]) =>
  startAppWithProvider(database, people, "http://akari.test", { SIGNUPS: mode });

/** Presses the provider's button of the sign-up page that an invitation leads to. */
async function startInvited(
  { app, browser, provider }: Pick<Setup, "app" | "browser" | "provider">,
  code: string,
  mode: string,
): Promise<URL> {
  const call = createPageCaller(database, {
    PUBLIC_URL: app,
    SIGNUPS: mode,
    ...provider.environment,
  });
  const response: unknown = await call(signIn, `/signin?invitation=${code}`, {
    init: { method: "POST", body: new URLSearchParams({ intent: "provider" }) },
  });
  if (!(response instanceof Response)) throw new Error("The form was refused.");
  const jar = browser.jar.get(app) ?? new Map<string, string>();
  for (const line of response.headers.getSetCookie()) {
    const [pair = ""] = line.split("; ");
    jar.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
  }
  browser.jar.set(app, jar);
  return new URL(response.headers.get("location") ?? "", app);
}

async function signUpInvited(setup: Setup, sub: string, code: string, mode: string) {
  const callback = await completeSignIn(setup, await startInvited(setup, code, mode), { sub });
  const response = await setup.browser.send(callback, { headers: { accept: "text/html" } });
  return response.headers.get("location");
}

const accountOf = async (email: string) =>
  (await db.select().from(users).where(eq(users.email, email)))[0];

describe("signing up with a provider", () => {
  it.each(["closed", "invite"])("is refused while sign-ups are %s", async (mode) => {
    const person = buildProviderUser();
    const setup = await start(mode, [person]);
    const response = await signInAs(setup, person.sub);
    expect(response.headers.get("location")).toBe("/signin?error=no-sign-up");
    expect(await getSessionUser(setup)).toBeNull();
    expect(await accountOf(person.email)).toBeUndefined();
  });

  it("lets an existing account in while sign-ups are closed", async () => {
    const person = buildProviderUser();
    await signInAs(await start("open", [person]), person.sub);
    const setup = await start("closed", [person]);
    expect((await signInAs(setup, person.sub)).headers.get("location")).toBe("/");
  });

  it("uses the invitation of the link, and only once", async () => {
    const [person, other] = [buildProviderUser(), buildProviderUser()];
    const setup = await start("invite", [person, other]);
    const { code, id } = await invite();
    expect(await signUpInvited(setup, person.sub, code, "invite")).toBe("/signup/profile");
    const [row] = await db.select().from(invitations).where(eq(invitations.id, id));
    expect(row?.uses).toBe(1);
    expect(await accountOf(person.email)).toMatchObject({ role: "member" });
    const second = { ...setup, browser: setup.otherBrowser() };
    expect(await signUpInvited(second, other.sub, code, "invite")).toBe("/signin?error=no-sign-up");
    expect(await accountOf(other.email)).toBeUndefined();
  });

  it("refuses a member's invitation and accepts an owner's link while sign-ups are closed", async () => {
    const [person, other] = [buildProviderUser(), buildProviderUser()];
    const setup = await start("closed", [person, other]);
    const { code } = await invite();
    expect(await signUpInvited(setup, person.sub, code, "closed")).toBe("/signin?error=no-sign-up");
    const owner = await createOwnerLink(db, command);
    const second = { ...setup, browser: setup.otherBrowser() };
    expect(await signUpInvited(second, other.sub, owner.code, "closed")).toBe("/signup/profile");
    expect(await accountOf(other.email)).toMatchObject({ role: "owner" });
  });

  it("gives the last use to one of two that come back at the same time", async () => {
    const people = [buildProviderUser(), buildProviderUser()];
    const setup = await start("invite", people);
    const { code } = await invite();
    const browsers = [setup.browser, setup.otherBrowser()];
    const callbacks: string[] = [];
    for (const [index, person] of people.entries()) {
      const own = { ...setup, browser: browsers[index] ?? setup.browser };
      const begun = await startInvited(own, code, "invite");
      callbacks.push(await completeSignIn(own, begun, { sub: person.sub }));
    }
    const locations = await Promise.all(
      callbacks.map(async (callback, index) => {
        const browser = browsers[index] ?? setup.browser;
        const response = await browser.send(callback, { headers: { accept: "text/html" } });
        return response.headers.get("location");
      }),
    );
    expect(locations.toSorted()).toEqual(["/signin?error=no-sign-up", "/signup/profile"]);
    const emails = people.map(({ email }) => email);
    expect(await db.$count(users, inArray(users.email, emails))).toBe(1);
  });
});

describe("signing in again with a provider", () => {
  it("asks who it is, since a session of the provider proves nothing new", async () => {
    const person = buildProviderUser();
    const setup = await start("open", [person]);
    await signInAs(setup, person.sub);
    const { app, browser } = setup;
    const again = await browser.send(`${app}/api/auth/oauth`, {
      method: "POST",
      headers: { accept: "text/html" },
    });
    const url = new URL(again.headers.get("location") ?? "");
    expect(url.searchParams.get("max_age")).toBe("0");
  });
});
