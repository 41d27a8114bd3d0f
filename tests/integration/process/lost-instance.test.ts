// @module-tag nightly
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildUser } from "../../factories/user";
import { databaseEnvironment, testDatabase } from "../../support/database/test-database";
import { launchValkey, VALKEY } from "../../support/fleet/valkey-process";
import { createApiClient } from "../../support/server/api-client";
import { startSite, type Site } from "../../support/server/site";

const database = await testDatabase();
const SIGN_INS = 12;
const stops: (() => unknown)[] = [];
let sites: [Site, Site, Site];

beforeAll(async () => {
  const environment: Record<string, string> = {
    ...databaseEnvironment(database.options),
    RATE_LIMITS: `signin=${SIGN_INS}/600,signup=1000000/60`,
  };
  if (VALKEY !== undefined) {
    const valkey = await launchValkey();
    stops.push(() => valkey.kill());
    environment["LIMITS_URL"] = valkey.url;
  }
  const start = async () => {
    const site = await startSite(environment);
    stops.push(() => site.stop());
    return site;
  };
  // The first one builds when sources have changed.
  const first = await start();
  sites = [first, ...(await Promise.all([start(), start()]))];
});
afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
});

async function kill(site: Site): Promise<void> {
  site.signal("SIGKILL");
  await site.exited;
}

/** Sends an empty body, which is rejected without hashing, but counted. */
async function signIn({ url }: Site): Promise<number> {
  const response = await fetch(`${url}/api/auth/signin`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "{}",
  });
  return response.status;
}

describe("an instance of three that is killed", () => {
  it("loses no write that it acknowledged, and the others take more", async () => {
    const acknowledged = sites.map((): string[] => []);
    const refused = sites.map((): number[] => []);
    const writing = { isStopped: false };
    const [, , killed] = sites;
    const workers = sites.map(async ({ url }, index) => {
      while (!writing.isStopped) {
        const user = buildUser();
        const response = await createApiClient(url)
          .send("POST", "/api/auth/signup", user)
          .catch(() => null);
        if (response === null) return;
        if (response.status === 200) acknowledged[index]?.push(user.email);
        else refused[index]?.push(response.status);
      }
    });
    const counts = () => acknowledged.map(({ length }) => length);
    await expect.poll(() => Math.min(...counts())).toBeGreaterThan(2);
    await kill(killed);
    const atKill = counts();
    await expect
      .poll(() => Math.min(...[0, 1].map((index) => (counts()[index] ?? 0) - (atKill[index] ?? 0))))
      .toBeGreaterThan(2);
    writing.isStopped = true;
    await Promise.all(workers);
    expect(refused).toEqual([[], [], []]);
    const rows = await database.sql<{ email: string }[]>`SELECT email FROM users`;
    const stored = new Set(rows.map(({ email }) => email));
    expect(acknowledged.flat().filter((email) => !stored.has(email))).toEqual([]);
    for (const { url } of sites.slice(0, 2))
      expect((await fetch(`${url}/readyz`)).status).toBe(200);
  });

  it.skipIf(VALKEY === undefined)(
    "leaves its count of requests to the others (needs Redis or Valkey)",
    async () => {
      const [first, second] = sites;
      const statuses: number[] = [];
      for (let count = 0; count < SIGN_INS - 2; count += 1)
        statuses.push(await signIn(count % 2 === 0 ? first : second));
      await kill(second);
      for (let count = 0; count < 5; count += 1) statuses.push(await signIn(first));
      expect(statuses).toEqual([
        ...Array.from({ length: SIGN_INS }, () => 400),
        ...Array.from({ length: 3 }, () => 429),
      ]);
    },
  );
});
