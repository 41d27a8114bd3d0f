import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { readSitePreferences } from "~/features/profile/site-preferences";
import { action as settings } from "~/routes/account/settings";
import { credentials, identities, preferences } from "~db/schema";
import { createPageCaller } from "../../support/server/call-page";
import { createSignedInClient, type SignedInClient } from "../../support/server/signed-in";
import { testDatabase } from "../../support/database/test-database";

const database = await testDatabase();

/**
 * Sends one of the forms of the settings page: where it leads, or the status with which it is shown
 * again.
 */
async function post(
  client: SignedInClient,
  fields: Record<string, string | string[]>,
): Promise<{ status: number; location: string | null }> {
  const body = new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]) => [value].flat().map((one) => [name, one])),
  );
  const call = createPageCaller(database);
  const response: unknown = await call(settings, "/settings", {
    init: { method: "POST", body, headers: { cookie: client.cookie, origin: "http://akari.test" } },
  });
  if (response instanceof Response)
    return { status: response.status, location: response.headers.get("location") };
  return {
    status: (response as { init: ResponseInit | null }).init?.status ?? 200,
    location: null,
  };
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

it("publish and unpublish the profile", async () => {
  const user = await createSignedInClient(database);
  expect((await siteOf(user.userId)).publicProfile).toBe(false);
  await post(user, { intent: "visibility", publicProfile: ["false", "true"] });
  expect((await siteOf(user.userId)).publicProfile).toBe(true);
  await post(user, { intent: "visibility", publicProfile: "false" });
  expect((await siteOf(user.userId)).publicProfile).toBe(false);
});

it("disconnect a provider from an account with a password, but never the only way to sign in", async () => {
  const user = await createSignedInClient(database);
  const issuer = "https://id.test";
  const connect = () =>
    database.db.insert(identities).values({ issuer, subject: user.userId, userId: user.userId });
  const connected = async () =>
    (await database.db.select().from(identities).where(eq(identities.userId, user.userId))).length;
  await connect();
  expect((await post(user, { intent: "disconnect", issuer: "https://other.test" })).location).toBe(
    "/settings?done=disconnected",
  );
  expect(await connected()).toBe(1);
  expect((await post(user, { intent: "disconnect", issuer })).location).toBe(
    "/settings?done=disconnected",
  );
  expect(await connected()).toBe(0);

  await connect();
  await database.db.delete(credentials).where(eq(credentials.userId, user.userId));
  const refused = await post(user, { intent: "disconnect", issuer });
  expect(refused.status).toBe(400);
  expect(await connected()).toBe(1);
});

it("cannot disconnect another user's provider", async () => {
  const [one, other] = [await createSignedInClient(database), await createSignedInClient(database)];
  await database.db
    .insert(identities)
    .values({ issuer: "https://id.test", subject: "of-other", userId: other.userId });
  await post(one, { intent: "disconnect", issuer: "https://id.test" });
  expect(
    await database.db.select().from(identities).where(eq(identities.subject, "of-other")),
  ).toHaveLength(1);
});
