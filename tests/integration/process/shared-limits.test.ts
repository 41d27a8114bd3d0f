// @module-tag nightly
import { describe, expect, it, onTestFinished } from "vitest";
import { createFailureCounts } from "~/features/accounts/sign-in/failure-counts";
import { createSharedFailureCounts } from "~/features/accounts/sign-in/shared-failure-counts.server";
import { createLog } from "~/observability/log.server";
import { connectLimitStore } from "~/providers/limits/limit-store.server";
import { startBuiltServer } from "../../../scripts/support/built-server";
import { createDataDir, removeDataDir } from "../../../scripts/support/data-dir";
import { getFreePort } from "../../../scripts/support/free-port";
import { STARTER_TEMPLATE } from "../../support/database/templates";
import { databaseEnvironment, testDatabase } from "../../support/database/test-database";
import { startValkey, VALKEY } from "../../support/fleet/valkey";
import { startProcess } from "../../support/server/process";

const database = await testDatabase({ template: STARTER_TEMPLATE });
const SIGN_IN = "/api/auth/signin";

interface Instance {
  origin: string;
}

/** Sends an empty body, which is rejected without hashing, but counted. */
const signIn = async ({ origin }: Instance) => {
  const response = await fetch(origin + SIGN_IN, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "{}",
  });
  await response.arrayBuffer();
  return response;
};

const countAllowed = (responses: readonly Response[]) =>
  responses.filter(({ status }) => status === 400).length;

/** Starts in this process, with counters of its own. */
async function startInstance(url: string, limits = "signin=100/60") {
  const { origin, services } = await startProcess({
    database,
    environment: { LIMITS_URL: url, RATE_LIMITS: limits },
  });
  const store = services.limitStore;
  onTestFinished(() => store?.close());
  return { origin, isConnected: () => store?.isConnected };
}

function connectStore(url: string) {
  const store = connectLimitStore(url, createLog("silent"));
  onTestFinished(() => store.close());
  return store;
}

async function alternate(instances: readonly Instance[], times: number): Promise<Response[]> {
  const responses: Response[] = [];
  for (let index = 0; index < times; index += 1) {
    const instance = instances[index % instances.length];
    if (instance !== undefined) responses.push(await signIn(instance));
  }
  return responses;
}

describe.skipIf(VALKEY === undefined)("limits of several instances (needs Redis or Valkey)", () => {
  it("count down together, with the headers of a single instance", async () => {
    const { url } = await startValkey();
    const instances = await Promise.all([startInstance(url), startInstance(url)]);
    const responses = await alternate(instances, 101);
    expect(responses.map(({ headers }) => headers.get("x-ratelimit-remaining"))).toEqual([
      ...Array.from({ length: 100 }, (_, index) => String(99 - index)),
      "0",
    ]);
    for (const { headers } of responses) {
      expect(headers.get("x-ratelimit-limit")).toBe("100");
      expect(Number(headers.get("x-ratelimit-reset"))).toBeGreaterThanOrEqual(1);
      expect(Number(headers.get("x-ratelimit-reset"))).toBeLessThanOrEqual(60);
    }
    const refused = responses[100];
    expect(refused?.status).toBe(429);
    expect(refused?.headers.get("retry-after")).toBe(refused?.headers.get("x-ratelimit-reset"));
  });

  it("allow exactly a hundred of three hundred concurrent requests to three instances", async () => {
    const { url } = await startValkey();
    const instances = await Promise.all([1, 2, 3].map(() => startInstance(url)));
    const responses = await Promise.all(
      instances.flatMap((instance) => Array.from({ length: 100 }, () => signIn(instance))),
    );
    expect(countAllowed(responses)).toBe(100);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(200);
  });

  it("count endpoints separately, and open again with the next window", async () => {
    const { url } = await startValkey();
    const instance = await startInstance(url, "signin=1/1,animesFull=1/60");
    const [, refused] = await alternate([instance], 2);
    expect(refused?.status).toBe(429);
    expect((await fetch(`${instance.origin}/api/animes/full`)).status).toBe(200);
    await expect.poll(async () => (await signIn(instance)).status).toBe(400);
  });

  it("fall back to each instance's own count while the server is away, and return to it", async () => {
    const valkey = await startValkey();
    const instances = await Promise.all([
      startInstance(valkey.url, "signin=4/600"),
      startInstance(valkey.url, "signin=4/600"),
    ]);
    const [first] = instances;
    if (first === undefined) throw new Error("no instance");
    // One by each: the count of both is two, that of each is one.
    expect(countAllowed(await alternate(instances, 2))).toBe(2);
    await valkey.kill();
    expect(countAllowed(await alternate([first], 5))).toBe(3);
    await valkey.start();
    await expect.poll(() => instances.every(({ isConnected }) => isConnected())).toBe(true);
    // Its windows are new.
    expect(countAllowed(await alternate(instances, 6))).toBe(4);
  });

  it("respond while the server hangs", async () => {
    const valkey = await startValkey();
    const instance = await startInstance(valkey.url, "signin=4/600");
    expect((await signIn(instance)).status).toBe(400);
    valkey.signal("SIGSTOP");
    expect(countAllowed(await alternate([instance], 5))).toBe(3);
    valkey.signal("SIGCONT");
    await expect.poll(() => instance.isConnected()).toBe(true);
  });

  it("work without the server at the start", async () => {
    const instance = await startInstance(
      `redis://127.0.0.1:${await getFreePort()}`,
      "signin=4/600",
    );
    expect(countAllowed(await alternate([instance], 6))).toBe(4);
    expect(instance.isConnected()).toBe(false);
  });

  it("hold between two processes through a kill of the server", async () => {
    const valkey = await startValkey();
    const launch = async () => {
      const dataDir = createDataDir();
      const server = await startBuiltServer({
        ...databaseEnvironment(database.options),
        DATA_DIR: dataDir,
        SESSION_SECRET: "a secret for tests only",
        LIMITS_URL: valkey.url,
        RATE_LIMITS: "signin=10/600",
      });
      onTestFinished(async () => {
        server.signal("SIGTERM");
        await server.exited;
        await removeDataDir(dataDir);
      });
      await server.ready;
      return { origin: server.url, server };
    };
    const processes = [await launch(), await launch()];
    expect(countAllowed(await alternate(processes, 15))).toBe(10);
    await valkey.kill();
    // Each had let five through; none may exceed its own window.
    const whileAway = await alternate(processes, 20);
    expect(countAllowed(whileAway)).toBeLessThanOrEqual(10);
    expect(new Set(whileAway.map(({ status }) => status))).toEqual(new Set([400, 429]));
    const warning = "the shared limits are unreachable: this instance counts by itself";
    for (const { server } of processes)
      await expect.poll(() => server.output().stdout.split(warning)).toHaveLength(2);
  });
});

describe.skipIf(VALKEY === undefined)(
  "the slow-down per account on several instances (needs Redis or Valkey)",
  () => {
    const ACCOUNT = "faye@akari.test";
    const createCounts = (url: string) => {
      const store = connectStore(url);
      const counts = createSharedFailureCounts(store, createFailureCounts());
      return {
        store,
        counts,
        async fail(times: number) {
          for (let count = 0; count < times; count += 1) {
            await counts.begin(ACCOUNT);
            await counts.end(ACCOUNT, "failed");
          }
        },
      };
    };

    it("counts failures on all of them, until a success on any", async () => {
      const { url } = await startValkey();
      const [one, other] = [createCounts(url), createCounts(url)];
      await one.fail(60);
      await other.fail(60);
      expect([await one.counts.read(ACCOUNT), await other.counts.read(ACCOUNT)]).toEqual([
        120, 120,
      ]);
      expect(await one.counts.read("spike@akari.test")).toBe(0);
      await one.counts.begin(ACCOUNT);
      await one.counts.end(ACCOUNT, "succeeded");
      expect([await one.counts.read(ACCOUNT), await other.counts.read(ACCOUNT)]).toEqual([0, 0]);
      expect(await other.counts.begin(ACCOUNT)).toBe(0);
    });

    it("counts attempts under way, and not those without a verdict", async () => {
      const { url } = await startValkey();
      const [one, other] = [createCounts(url), createCounts(url)];
      expect([
        await one.counts.begin(ACCOUNT),
        await other.counts.begin(ACCOUNT),
        await one.counts.begin(ACCOUNT),
      ]).toEqual([0, 1, 2]);
      await one.counts.end(ACCOUNT, "unknown");
      await other.counts.end(ACCOUNT, "unknown");
      await one.counts.end(ACCOUNT, "failed");
      expect(await other.counts.read(ACCOUNT)).toBe(1);
    });

    it("stays while the server is away, and when it returns empty", async () => {
      const valkey = await startValkey();
      const [one, other] = [createCounts(valkey.url), createCounts(valkey.url)];
      await one.fail(60);
      await other.fail(60);
      await valkey.kill();
      expect(await other.counts.begin(ACCOUNT)).toBe(120);
      await other.counts.end(ACCOUNT, "failed");
      await valkey.start();
      await expect.poll(() => [one, other].every(({ store }) => store.isConnected)).toBe(true);
      expect(await other.counts.begin(ACCOUNT)).toBeGreaterThanOrEqual(120);
      expect(await one.counts.read(ACCOUNT)).toBeGreaterThanOrEqual(120);
    });
  },
);
