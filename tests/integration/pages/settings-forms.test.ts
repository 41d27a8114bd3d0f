import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { SCORE_SCALES } from "~/features/catalog/score-scale";
import { createSession, readSession } from "~/features/accounts/sessions.server";
import { readSitePreferences } from "~/features/profile/site-preferences";
import { action as settings, loader as settingsLoader } from "~/routes/account/settings";
import { credentials, identities, passkeys, preferences } from "~db/schema";
import { createPageCaller, readOutcome } from "../../support/server/call-page";
import { createSignedInClient, type SignedInClient } from "../../support/server/signed-in";
import { testDatabase } from "../../support/database/test-database";

const ISSUER = "https://id.test";
const PROVIDER = {
  OAUTH_ISSUER: ISSUER,
  OAUTH_CLIENT_ID: "akari",
  OAUTH_CLIENT_SECRET: "secret",
};

const database = await testDatabase();

async function post(
  client: SignedInClient,
  fields: Record<string, string | string[]>,
  environment: Record<string, string> = PROVIDER,
): Promise<{ status: number; location: string | null }> {
  const body = new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]) => [value].flat().map((one) => [name, one])),
  );
  const call = createPageCaller(database, environment);
  const headers = { cookie: client.cookie, origin: "http://akari.test" };
  return readOutcome(call(settings, "/settings", { init: { method: "POST", body, headers } }));
}

const siteOf = async (userId: string) => {
  const [row] = await database.db
    .select({ site: preferences.site })
    .from(preferences)
    .where(eq(preferences.userId, userId));
  return readSitePreferences(row?.site);
};

it("save the player's defaults, and leave subtitles to the stream when unset", async () => {
  const user = await createSignedInClient(database);
  expect(
    await post(user, {
      intent: "player",
      speed: "1.5",
      subtitles: "",
      autoplayNext: ["false", "true"],
    }),
  ).toMatchObject({ location: "/settings?done=saved" });
  const { player } = await siteOf(user.userId);
  expect([player.speed, player.autoplayNext, player.subtitles]).toEqual([1.5, true, undefined]);
  await post(user, { intent: "player", speed: "2", subtitles: "es", autoplayNext: "false" });
  expect((await siteOf(user.userId)).player).toMatchObject({
    speed: 2,
    autoplayNext: false,
    subtitles: "es",
  });
  for (const fields of [
    { speed: "2.25", subtitles: "" },
    { speed: "0.25", subtitles: "" },
    { speed: "1", subtitles: "no tag" },
  ]) {
    expect((await post(user, { intent: "player", autoplayNext: "true", ...fields })).status).toBe(
      400,
    );
  }
  expect((await siteOf(user.userId)).player.speed).toBe(2);
});

it("hides spoilers and skips filler, and a form without the field leaves it", async () => {
  const user = await createSignedInClient(database);
  const on = ["false", "true"];
  expect(
    await post(user, { intent: "spoilers", hideEpisodeTitles: on, hideScores: on, skipFiller: on }),
  ).toMatchObject({ location: "/settings?done=saved" });
  await post(user, { intent: "spoilers", hideScores: "false", hideReviews: on });
  expect(await siteOf(user.userId)).toMatchObject({
    hideEpisodeTitles: true,
    hideEpisodeSynopses: false,
    hideScores: false,
    hideReviews: true,
    skipFiller: true,
  });
  expect((await post(user, { intent: "spoilers" })).status).toBe(400);
  expect((await post(user, { intent: "spoilers", hideScores: "perhaps" })).status).toBe(400);
});

it.each(SCORE_SCALES)("saves the score scale %s, and refuses another", async (scoreScale) => {
  const user = await createSignedInClient(database);
  const stored = async () =>
    (
      await database.db
        .select({ scoreScale: preferences.scoreScale })
        .from(preferences)
        .where(eq(preferences.userId, user.userId))
    )[0]?.scoreScale;
  expect(await stored()).toBe("10");
  const form = { intent: "preferences", theme: "dark" };
  expect(await post(user, { ...form, scoreScale })).toMatchObject({
    location: "/settings?done=saved",
  });
  expect((await post(user, { ...form, scoreScale: "20" })).status).toBe(400);
  await post(user, { ...form, enfasiscolor: "#7c3aed" });
  expect(await stored()).toBe(scoreScale);
});

it("opens the list to visitors, and a form without the field leaves it", async () => {
  const user = await createSignedInClient(database);
  const both = { publicProfile: "true", publicList: ["false", "true"] };
  await post(user, { intent: "visibility", ...both });
  expect(await siteOf(user.userId)).toMatchObject({ publicProfile: true, publicList: true });
  await post(user, { intent: "visibility", publicProfile: "false" });
  expect(await siteOf(user.userId)).toMatchObject({ publicProfile: false, publicList: true });
  await post(user, { intent: "visibility", publicProfile: "true", publicList: "false" });
  expect((await siteOf(user.userId)).publicList).toBe(false);
});

it("publish and unpublish the profile", async () => {
  const user = await createSignedInClient(database);
  expect((await siteOf(user.userId)).publicProfile).toBe(false);
  await post(user, { intent: "visibility", publicProfile: ["false", "true"] });
  expect((await siteOf(user.userId)).publicProfile).toBe(true);
  await post(user, { intent: "visibility", publicProfile: "false" });
  expect((await siteOf(user.userId)).publicProfile).toBe(false);
});

const connect = (user: SignedInClient, subject: string) =>
  database.db.insert(identities).values({ issuer: ISSUER, subject, userId: user.userId });
const subjectsOf = async (user: SignedInClient) =>
  (await database.db.select().from(identities).where(eq(identities.userId, user.userId))).map(
    ({ subject }) => subject,
  );
const disconnect = (user: SignedInClient, subject: string, issuer = ISSUER) =>
  post(user, { intent: "disconnect", issuer, subject });

it("disconnects an identity while another way to sign in remains", async () => {
  const user = await createSignedInClient(database);
  const [first, second] = [`first-${user.userId}`, `second-${user.userId}`];
  await connect(user, first);
  expect((await disconnect(user, first, "https://other.test")).location).toBe(
    "/settings?done=disconnected",
  );
  expect(await subjectsOf(user)).toEqual([first]);
  expect((await disconnect(user, first)).location).toBe("/settings?done=disconnected");
  expect(await subjectsOf(user)).toEqual([]);

  await connect(user, first);
  await connect(user, second);
  await database.db.delete(credentials).where(eq(credentials.userId, user.userId));
  expect((await disconnect(user, first)).location).toBe("/settings?done=disconnected");
  expect((await disconnect(user, second)).status).toBe(400);
  expect(await subjectsOf(user)).toEqual([second]);
});

it("keeps the last identity of a provider that the site has, whatever else there is", async () => {
  const user = await createSignedInClient(database);
  const [last, gone] = [`last-${user.userId}`, `gone-${user.userId}`];
  await connect(user, last);
  await database.db
    .insert(identities)
    .values({ issuer: "https://gone.test", subject: gone, userId: user.userId });
  const remove = (environment: Record<string, string>) =>
    post(user, { intent: "disconnect", issuer: ISSUER, subject: last }, environment);
  const removable = async (environment: Record<string, string>) => {
    const init = { headers: { cookie: user.cookie } };
    const page = await createPageCaller(database, environment)(settingsLoader, "/settings", {
      init,
    });
    return page.connections.map(({ subject, isRemovable }) => [subject, isRemovable]);
  };
  const off = { ...PROVIDER, PASSWORDS: "off" };
  expect(await removable(off)).toEqual([
    [last, false],
    [gone, true],
  ]);
  expect((await remove(off)).status).toBe(400);
  expect(await subjectsOf(user)).toEqual([last, gone]);
  // The password signs in again as soon as the variable is gone.
  expect(await removable(PROVIDER)).toEqual([
    [last, true],
    [gone, true],
  ]);
  expect((await remove(PROVIDER)).location).toBe("/settings?done=disconnected");
  expect(await subjectsOf(user)).toEqual([gone]);
});

it("disconnects the last identity of who has a passkey for this site", async () => {
  const user = await createSignedInClient(database);
  await connect(user, "only");
  await database.db.delete(credentials).where(eq(credentials.userId, user.userId));
  const passkey = {
    ...{ id: `key-${user.userId}`, userId: user.userId, publicKey: "", counter: 0 },
    ...{ relyingParty: "other.test", synced: false, name: "Key" },
  };
  await database.db.insert(passkeys).values(passkey);
  // The passkey does not work at this address.
  expect((await disconnect(user, "only")).status).toBe(400);
  expect(await subjectsOf(user)).toEqual(["only"]);
  await database.db.update(passkeys).set({ relyingParty: "localhost" });
  const local = createPageCaller(database, { ...PROVIDER, PUBLIC_URL: "http://localhost:3000" });
  const body = new URLSearchParams({ intent: "disconnect", issuer: ISSUER, subject: "only" });
  const init = { method: "POST", body, headers: { cookie: user.cookie } };
  expect((await readOutcome(local(settings, "/settings", { init }))).status).toBe(302);
  expect(await subjectsOf(user)).toEqual([]);
});

it("leaves one of two identities that are disconnected at once", async () => {
  const user = await createSignedInClient(database);
  await database.db.delete(credentials).where(eq(credentials.userId, user.userId));
  for (let round = 0; round < 10; round += 1) {
    const subjects = [`${round}-a-${user.userId}`, `${round}-b-${user.userId}`];
    await database.db.delete(identities).where(eq(identities.userId, user.userId));
    for (const subject of subjects) await connect(user, subject);
    const results = await Promise.all(subjects.map((subject) => disconnect(user, subject)));
    expect(results.map(({ status }) => status).sort()).toEqual([302, 400]);
    expect(await subjectsOf(user)).toHaveLength(1);
  }
});

it("never disconnects another user's identity", async () => {
  const [one, other] = [await createSignedInClient(database), await createSignedInClient(database)];
  await connect(other, "of-other");
  await disconnect(one, "of-other");
  expect(await subjectsOf(other)).toEqual(["of-other"]);
});

it("change the password and end other sessions, but only with the current one", async () => {
  const user = await createSignedInClient(database);
  const newPassword = "N3w!passage";
  const hashOf = async () => {
    const [row] = await database.db
      .select({ hash: credentials.passwordHash })
      .from(credentials)
      .where(eq(credentials.userId, user.userId));
    return row?.hash;
  };
  const before = await hashOf();
  const change = (currentPassword: string, next: string) =>
    post(user, { intent: "password", currentPassword, newPassword: next });
  expect((await change("Wr0ng!password", newPassword)).status).toBe(400);
  expect((await change(user.credentials.password, "Ab1!x")).status).toBe(400);
  expect((await change("", newPassword)).status).toBe(400);
  expect(await hashOf()).toBe(before);

  const { id } = await createSession(database.db, user.userId, {
    device: "another",
    address: "203.0.113.9",
    key: "203.0.113.9",
  });
  expect(await change(user.credentials.password, newPassword)).toMatchObject({
    status: 302,
    location: "/settings?done=password",
  });
  expect(await readSession(database.db, id)).toBeNull();
  expect((await change(user.credentials.password, newPassword)).status).toBe(400);

  const kept = await createSession(database.db, user.userId, {
    device: "a kept one",
    address: "203.0.113.9",
    key: "203.0.113.9",
  });
  const keeping = {
    currentPassword: newPassword,
    newPassword: user.credentials.password,
    keepAccess: "on",
  };
  expect(await post(user, { intent: "password", ...keeping })).toMatchObject({
    status: 302,
    location: "/settings?done=passwordOnly",
  });
  expect(await readSession(database.db, kept.id)).not.toBeNull();
});
