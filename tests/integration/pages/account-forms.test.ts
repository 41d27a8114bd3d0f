import { beforeEach, describe, expect, it } from "vitest";
import { getProfile } from "~/features/profile/get-profile.server";
import type { FormFailure } from "~/ui/forms/form-failure";
import { responseHeadersContext } from "~/http/context";
import { getSession } from "~/http/session/get-session.server";
import type { VisitorSettings } from "~/pages/viewer/visitor-settings";
import { loader as profilePage } from "~/routes/account/profile";
import { action as settings, loader as settingsPage } from "~/routes/account/settings";
import { action as signIn } from "~/routes/account/sign-in";
import { action as signUp } from "~/routes/account/sign-up";
import { action as about, loader as aboutPage } from "~/routes/account/sign-up-profile";
import { action as tastes, loader as tastesPage } from "~/routes/account/sign-up-tastes";
import { buildUser } from "../../factories/user";
import { createPageCaller, catchPageError } from "../../support/server/call-page";
import type { AppServices } from "~/process/app-services";
import { callHandler, readOutcome } from "../../support/server/call-page";
import { createTestContext, createTestServices } from "../../support/server/context";
import { testDatabase } from "../../support/database/test-database";

const database = await testDatabase();
let services: AppServices;

beforeEach(() => {
  services = createTestServices({ RATE_LIMITS: "signup=1000/60,signin=4/60" }, database);
});

interface Sent {
  cookie?: string;
  origin?: string;
  visitor?: Partial<VisitorSettings>;
}

type Handler = (args: never) => unknown;

async function callPage(
  handler: Handler,
  path: string,
  init: RequestInit,
  { cookie = "", origin = "http://akari.test", visitor = {} }: Sent = {},
) {
  const context = createTestContext(services, { visitor });
  const headers = context.get(responseHeadersContext);
  const request = new Request(`http://akari.test${path}`, { ...init, headers: { cookie, origin } });
  const { data, ...outcome } = await readOutcome<{ failure?: FormFailure }>(
    callHandler(handler, { request, params: {}, context }),
  );
  return { ...outcome, failure: data.failure ?? null, headers };
}

const post = (handler: Handler, path: string, fields: Record<string, string>, sent?: Sent) =>
  callPage(handler, path, { method: "POST", body: new URLSearchParams(fields) }, sent);

const sessionOf = (cookie: string) =>
  getSession(
    new Request("http://akari.test/", { headers: { cookie } }),
    createTestContext(services),
  );

describe("the sign-up page", () => {
  it("creates the account with the visitor's settings, and redirects to the next step with the return path", async () => {
    const response = await post(signUp, "/signup?returnTo=%2Flist", buildUser(), {
      visitor: { theme: "light", parentalControl: false, accent: "#c2255c" },
    });
    expect([response.status, response.location]).toEqual([302, "/signup/profile?returnTo=%2Flist"]);
    const session = await sessionOf(response.cookie);
    expect(session?.user.preferences).toMatchObject({
      parentalControl: false,
      enfasiscolor: "#c2255c",
      site: { theme: "light" },
    });
  });

  it("shows a rejected form with its values and errors, but never the password", async () => {
    const response = await post(signUp, "/signup", {
      username: "Faye",
      email: "not an address",
      password: "aVery-Secret7",
    });
    expect([response.status, response.cookie]).toEqual([400, ""]);
    expect(response.failure?.fields).toEqual({
      email: "Enter a valid email address.",
      password: expect.stringContaining("symbols") as string,
    });
    expect(response.failure?.values).toEqual({ username: ["Faye"], email: ["not an address"] });
  });

  it("reports an email address that has an account", async () => {
    const user = buildUser();
    await post(signUp, "/signup", user);
    const repeated = await post(signUp, "/signup", user);
    expect([repeated.status, repeated.failure?.message]).toEqual([
      400,
      "There is already an account with this email address. Sign in instead.",
    ]);
  });
});

describe("the sign-in page", () => {
  it("redirects to our own paths only, rejects a wrong password, and stops at the limit", async () => {
    const user = buildUser();
    await post(signUp, "/signup", user);
    expect((await post(signIn, "/signin?returnTo=%2Fsettings", user)).location).toBe("/settings");
    expect((await post(signIn, "/signin?returnTo=%2F%2Fevil.example", user)).location).toBe("/");
    const wrong = await post(signIn, "/signin", { ...user, password: "Wrong-7!pass" });
    expect([wrong.status, wrong.cookie, wrong.failure?.message]).toEqual([
      400,
      "",
      "Wrong email address, user name or password.",
    ]);
    expect((await post(signIn, "/signin", user)).status).toBe(302);
    const limited = await post(signIn, "/signin", user);
    expect([limited.status, limited.failure?.message]).toEqual([
      429,
      expect.stringContaining("Too many attempts."),
    ]);
    expect(Number(limited.headers["retry-after"])).toBeGreaterThan(0);
  });

  it("answers a password that breaks the rules of new ones by no list of rules", async () => {
    const user = buildUser();
    await post(signUp, "/signup", user);
    const short = await post(signIn, "/signin", { ...user, password: "abc" });
    expect([short.status, short.failure?.fields]).toEqual([
      400,
      { password: "Wrong email address, user name or password." },
    ]);
  });
});

describe("a user's pages", () => {
  it.each([
    ["/signup/profile", aboutPage, about],
    ["/signup/tastes?edit=1", tastesPage, tastes],
    ["/profile", profilePage, null],
    ["/settings", settingsPage, settings],
  ] as const)("%s redirects a visitor to sign-in and back", async (path, page, form) => {
    const signInPage = `/signin?${new URLSearchParams({ returnTo: path }).toString()}`;
    expect((await callPage(page, path, {})).location).toBe(signInPage);
    if (form !== null)
      expect((await post(form, path, { intent: "delete" })).location).toBe(signInPage);
  });

  it("save the profile and redirect to tastes, and name each wrong field", async () => {
    const { cookie } = await post(signUp, "/signup", buildUser());
    const wrong = await post(
      about,
      "/signup/profile",
      {
        name: "Fa",
        last_name: "a".repeat(101),
        birthday: "2999-01-01",
        gender: "robot",
        bio: "b".repeat(501),
      },
      { cookie },
    );
    expect([wrong.status, Object.keys(wrong.failure?.fields ?? {}).sort()]).toEqual([
      400,
      ["bio", "birthday", "gender", "last_name", "name"],
    ]);
    expect([wrong.failure?.fields.bio, wrong.failure?.values.bio]).toEqual([
      "Bio can have at most 500 characters.",
      ["b".repeat(501)],
    ]);
    expect(
      (
        await post(
          about,
          "/signup/profile",
          {
            name: "Faye",
            last_name: "Valentine",
            birthday: "",
            gender: "Female",
            bio: `${"b".repeat(498)}\r\nb`,
          },
          { cookie },
        )
      ).location,
    ).toBe("/signup/tastes");
    const user = (await sessionOf(cookie))?.user.id ?? "";
    expect(await getProfile(database.db, user)).toMatchObject({
      name: "Faye",
      last_name: "Valentine",
      birthday: null,
      gender: "Female",
      bio: `${"b".repeat(498)}\nb`,
    });
    const least = { name: "Faye", last_name: "", birthday: "", gender: "", bio: "" };
    expect((await post(about, "/signup/profile", least, { cookie })).status).toBe(302);
    expect(await getProfile(database.db, user)).toMatchObject({
      name: "Faye",
      last_name: null,
      birthday: null,
      gender: null,
      bio: null,
    });
  });

  it("save tastes as lists, clear unticked ones, and reject unknown values", async () => {
    const { cookie } = await post(signUp, "/signup", buildUser());
    const user = (await sessionOf(cookie))?.user.id ?? "";
    const first = {
      save: "tastes",
      favorite_studios: "Bones, Madhouse,",
      favorite_genres: "Drama",
      fanatic_level: "Otaku",
      favorite_animes: "1",
    };
    expect((await post(tastes, "/signup/tastes?edit=1", first, { cookie })).location).toBe(
      "/profile",
    );
    expect(await getProfile(database.db, user)).toMatchObject({
      favorite_studios: ["Bones", "Madhouse"],
      favorite_genres: ["Drama"],
      fanatic_level: "Otaku",
      favorite_animes: [1],
      name: "Faye",
    });
    expect(
      (await post(tastes, "/signup/tastes", { save: "tastes", fanatic_level: "Robot" }, { cookie }))
        .status,
    ).toBe(400);
    expect(
      (
        await post(
          tastes,
          "/signup/tastes",
          { save: "tastes", favorite_studios: "", fanatic_level: "" },
          { cookie },
        )
      ).location,
    ).toBe("/");
    expect(await getProfile(database.db, user)).toMatchObject({
      favorite_studios: [],
      favorite_genres: [],
      fanatic_level: null,
      favorite_animes: [],
    });
  });

  it("end the current session, and delete the account only with the tick", async () => {
    const user = buildUser();
    const { cookie } = await post(signUp, "/signup", user);
    const forget = (fields: Record<string, string>) =>
      post(settings, "/settings", { intent: "delete", ...fields }, { cookie });
    expect(Object.keys((await forget({})).failure?.fields ?? {})).toEqual(["confirm"]);
    const other = (await post(signIn, "/signin", user)).cookie;
    const key = (await sessionOf(other))?.idHash ?? "";
    expect(
      (await post(settings, "/settings", { intent: "revoke", key }, { cookie })).location,
    ).toBe("/settings?done=ended");
    expect(await sessionOf(other)).toBeNull();
    expect((await forget({ confirm: "yes" })).location).toBe("/");
    expect(await sessionOf(cookie)).toBeNull();
  });
});

const FORMS: [string, Handler][] = [
  ["/signin", signIn],
  ["/signup", signUp],
  ["/settings", settings],
  ["/signup/tastes", tastes],
];

it.each(FORMS)(
  "%s responds to other and too large bodies with their status, as a page",
  async (path, action) => {
    const { cookie } = await post(signUp, "/signup", buildUser());
    const send = (body: string, type: string) =>
      catchPageError(
        createPageCaller(database)(action, path, {
          init: { method: "POST", body, headers: { cookie, "content-type": type } },
        }),
      );
    expect(await send("x", "text/plain")).toMatchObject({ status: 415 });
    expect(await send("{", "application/json")).toMatchObject({ status: 400 });
    expect(
      await send(`a=${"x".repeat(65_536)}`, "application/x-www-form-urlencoded"),
    ).toMatchObject({ status: 413 });
  },
);
