import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { createDataDir } from "../../scripts/support/data-dir";
import { gradient } from "../factories/image";
import { startMediaOrigin } from "../fakes/media-origin";
import { serveImage } from "../support/media/image-service";
import { createApiClient, type ApiClient } from "../support/server/api-client";
import { dataOf, signUpClient } from "../support/server/signed-in";
import { recordFigure } from "./support/figures";
import { runCleanup } from "./support/run-cleanup";
import { createSite, NO_RATE_LIMITS } from "./support/site";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const YEAR_MS = 365 * DAY_MS;
const PRELOAD = pathToFileURL(join(import.meta.dirname, "support/shifted-clock.mjs")).href;

async function startWithClock(environment: Record<string, string> = {}) {
  const dataDir = createDataDir();
  const file = join(dataDir, "clock");
  writeFileSync(file, "0");
  const site = await createSite(
    { NODE_OPTIONS: `--import=${PRELOAD}`, CLOCK_FILE: file, ...environment },
    dataDir,
  );
  await site.start();
  /** Compares with a response that carries the server's time. */
  const measureShift = async () => {
    const user = await signUpClient(site.url);
    const { expires_at } = dataOf<{ expires_at: string }>(
      await user.send("GET", "/api/auth/session"),
    );
    return Date.parse(expires_at) - 7 * DAY_MS - Date.now();
  };
  return {
    site,
    setClock: async (shift: number) => {
      writeFileSync(file, String(shift));
      site.server.signal("SIGUSR2");
      await expect.poll(async () => Math.abs((await measureShift()) - shift)).toBeLessThan(HOUR_MS);
    },
  };
}

const JUMPS = { "a year back": -YEAR_MS, "a year ahead": YEAR_MS };

it("SESSION-S07 keeps sessions mortal and lets users in while the clock jumps", async () => {
  const { site, setClock } = await startWithClock();
  const user = await signUpClient(site.url);
  const isSignedIn = async (client: ApiClient = user) =>
    (await client.send("GET", "/api/user/profile")).status === 200;
  const signIn = async () => {
    const client = createApiClient(site.url);
    const { status } = await client.send("POST", "/api/auth/signin", user.credentials);
    expect(status).toBe(200);
    return client;
  };

  await setClock(7 * DAY_MS + HOUR_MS);
  expect(await isSignedIn()).toBe(false);
  const ahead = await signIn();
  expect(await isSignedIn(ahead)).toBe(true);

  await setClock(0);
  expect(await isSignedIn(ahead)).toBe(true);
  expect(await isSignedIn(await signIn())).toBe(true);
  // A week after its last use, at a clock that is right again.
  await setClock(7 * DAY_MS + HOUR_MS);
  expect(await isSignedIn(ahead)).toBe(false);

  await setClock(-YEAR_MS);
  const behind = await signIn();
  expect(await isSignedIn(behind)).toBe(true);
  await setClock(0);
  expect(await isSignedIn(behind)).toBe(false);
  expect(await isSignedIn(await signIn())).toBe(true);

  await setClock(YEAR_MS);
  await signIn();
  await setClock(0);
  await runCleanup(site);
  const inAWeek = new Date(Date.now() + 7 * DAY_MS + HOUR_MS);
  expect(
    await site.query((sql) => sql`SELECT 1 FROM sessions WHERE expires_at > ${inAWeek}`),
  ).toEqual([]);
  recordFigure({
    fault: "SESSION-S07 clock a week ahead, a year ahead, a year back",
    goal: "no lock-out, no session beyond 7 days",
    measured: "sign-in works at once; 0 sessions beyond 7 days",
  });
});

it("counts rate limits and delays of sign-ins on, whichever way the clock jumps", async () => {
  const { site, setClock } = await startWithClock({
    RATE_LIMITS: `${NO_RATE_LIMITS},animesFull=5/2`,
  });
  const user = await signUpClient(site.url);
  const listing = async () => {
    const response = await fetch(`${site.url}/api/animes/full?limit_count=1`);
    await response.arrayBuffer();
    return response;
  };
  for (const shift of Object.values(JUMPS)) {
    while ((await listing()).status !== 429);
    for (let failures = 0; failures < 6; failures += 1)
      await createApiClient(site.url).send("POST", "/api/auth/signin", {
        email: user.credentials.email,
        password: "Wr0ng!password",
      });
    await setClock(shift);
    const reset = Number((await listing()).headers.get("x-ratelimit-reset"));
    expect(reset).toBeGreaterThanOrEqual(1);
    expect(reset).toBeLessThanOrEqual(2);
    await expect.poll(async () => (await listing()).status, { interval: 100 }).toBe(200);
    const signIn = createApiClient(site.url).send("POST", "/api/auth/signin", user.credentials);
    expect((await signIn).status).toBe(200);
    await setClock(0);
  }
  recordFigure({
    fault: "Clock a year back and a year ahead, over the rate limit and after 6 wrong passwords",
    goal: "windows and delays end as announced",
    measured: "reset within the window of 2 s; the right password signs in",
  });
});

it("serves pages, covers and images, and starts, whichever way the clock jumps", async () => {
  const origin = await startMediaOrigin({ "/image.png": serveImage(await gradient()) });
  const { site, setClock } = await startWithClock({ OUTBOUND_ALLOW: origin.host });
  const [title] = dataOf<{ mal_id: number }[]>(
    await createApiClient(site.url).send("GET", "/api/animes/full?limit_count=1"),
  );
  const paths = [
    "/",
    "/schedule",
    "/api/animes/full",
    "/api/animes/schedule",
    `/media/cover/${title?.mal_id}/240.webp`,
    `/api/proxy?w=50&url=${encodeURIComponent(`${origin.url}/image.png`)}`,
  ];
  const readAll = async () => {
    for (const path of paths) {
      const response = await fetch(site.url + path);
      await response.arrayBuffer();
      expect([path, response.status]).toEqual([path, 200]);
    }
  };
  await readAll();
  for (const shift of Object.values(JUMPS)) {
    await setClock(shift);
    await readAll();
    await site.kill();
    await site.start();
    await readAll();
    await setClock(0);
    await readAll();
  }
  recordFigure({
    fault: `Clock ${Object.keys(JUMPS).join(" and ")}, running and between starts`,
    goal: "pages, listings, covers and images are served",
    measured: "all 200",
  });
});
