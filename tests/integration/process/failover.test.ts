// @module-tag nightly
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startBuiltServer, type BuiltServer } from "../../../scripts/support/built-server";
import { createDataDir, removeDataDir } from "../../../scripts/support/data-dir";
import { startReplicatedDatabase, type ReplicatedDatabase } from "../../support/database/standby";
import { ANIME } from "../../support/server/every-request";
import { signUpClient, type SignedInClient } from "../../support/server/signed-in";

let servers: ReplicatedDatabase;
const instances: BuiltServer[] = [];
const stops: (() => Promise<void>)[] = [];

async function startInstance(): Promise<BuiltServer> {
  const dataDir = createDataDir();
  const server = await startBuiltServer({
    DATA_DIR: dataDir,
    DATA_SHARED: "true",
    DATABASE_URL: servers.primary.url(),
    SESSION_SECRET: "a secret for tests only",
    BCRYPT_COST: "10",
    JOBS: "on",
  });
  stops.push(async () => {
    server.signal("SIGKILL");
    await server.exited;
    await removeDataDir(dataDir);
  });
  await server.ready;
  return server;
}

beforeAll(async () => {
  servers = await startReplicatedDatabase();
  instances.push(await startInstance(), await startInstance());
});
afterAll(async () => {
  for (const stop of stops) await stop();
  await servers.stop();
});

function instance(index: 0 | 1): BuiltServer {
  const found = instances[index];
  if (found === undefined) throw new Error("the instance did not start");
  return found;
}

async function statusOf(url: string, cookie = ""): Promise<number> {
  const response = await fetch(url, { headers: { cookie } });
  await response.arrayBuffer();
  return response.status;
}

/** Signs up at the first instance. */
async function createOwner(): Promise<SignedInClient> {
  const owner = await signUpClient(instance(0).url);
  await servers.primary.sql`UPDATE users SET role = 'owner' WHERE id = ${owner.userId}`;
  return owner;
}

async function postForm(
  path: string,
  cookie: string,
  fields: Record<string, string>,
): Promise<void> {
  const { url } = instance(0);
  const response = await fetch(url + path, {
    method: "POST",
    headers: { cookie, origin: url },
    body: new URLSearchParams(fields),
    redirect: "manual",
  });
  expect(response.status).toBeLessThan(400);
}

const PAGE = `/anime/${ANIME}`;
const API = `/api/animes/getAnime?id=${ANIME}`;

describe("a second instance", () => {
  it("serves what was changed through the first, from none of its caches", async () => {
    const { cookie } = await createOwner();
    const [first, second] = [instance(0).url, instance(1).url];
    for (const url of [first, second])
      for (const path of [PAGE, API]) expect(await statusOf(url + path)).toBe(200);
    await postForm(`/admin/titles/${ANIME}`, cookie, { intent: "hide" });
    for (const url of [first, second]) {
      await expect.poll(() => statusOf(url + PAGE)).toBe(404);
      expect(await statusOf(url + API)).toBe(404);
      expect(await statusOf(url + PAGE, cookie)).toBe(404);
    }
    await postForm(`/admin/titles/${ANIME}`, cookie, { intent: "show" });
    for (const path of [PAGE, API]) await expect.poll(() => statusOf(second + path)).toBe(200);
  });

  it("does not show what a user may not see any longer", async () => {
    const user = await signUpClient(instance(0).url);
    const [title] = await servers.primary.sql<{ id: number }[]>`
      UPDATE animes SET rating = 'Rx - Hentai'
      WHERE mal_id = (SELECT max(mal_id) FROM animes) RETURNING mal_id AS id`;
    const page = `${instance(1).url}/anime/${String(title?.id)}`;
    const set = (parentalControl: boolean) =>
      user.send("POST", "/api/user/saveUserPreferences", { parentalControl });
    expect((await set(false)).status).toBe(200);
    const open = await statusOf(page, user.cookie);
    expect((await set(true)).status).toBe(200);
    const closed = await statusOf(page, user.cookie);
    expect([open, closed]).toEqual([200, 403]);
  });
});

describe("a replicated database behind one address", () => {
  it("fails over without a restart: nothing is written to the standby there, and no acknowledged write is lost", async () => {
    const { primary, standby } = servers;
    const owner = await createOwner();
    const { userId, cookie } = owner;
    // The setting makes an acknowledged write exist on both.
    await primary.sql.unsafe(`ALTER SYSTEM SET synchronous_standby_names = '*'`);
    await primary.sql`SELECT pg_reload_conf()`;
    const acknowledged: string[] = [];
    const load = { isStopped: false, failures: [] as number[] };
    const worker = (async () => {
      while (!load.isStopped) {
        const query = `studio ${acknowledged.length + load.failures.length}`;
        const { status } = await owner.send("POST", "/api/user/searchHistory", { query });
        if (status < 300) acknowledged.push(query);
        else load.failures.push(status);
      }
    })();
    await expect.poll(() => acknowledged.length).toBeGreaterThan(5);
    await primary.kill();
    await standby.kill();
    await standby.start(primary.port);
    const failures = load.failures.length;
    const before = acknowledged.length;
    await expect.poll(() => load.failures.length).toBeGreaterThan(failures + 5);
    expect(acknowledged).toHaveLength(before);
    expect(load.failures.at(-1)).toBe(500);
    await standby.sql`SELECT pg_promote()`;
    await expect.poll(() => acknowledged.length).toBeGreaterThan(before + 5);
    load.isStopped = true;
    await worker;
    const rows = await standby.sql<{ name: string }[]>`
      SELECT query AS name FROM search_history WHERE user_id = ${userId}`;
    const stored = new Set(rows.map(({ name }) => name));
    // The history has the latest thousand.
    expect(acknowledged.slice(-900).filter((name) => !stored.has(name))).toEqual([]);

    // Notifications of the new primary arrive.
    expect(await statusOf(instance(1).url + PAGE)).toBe(200);
    await postForm(`/admin/titles/${ANIME}`, cookie, { intent: "hide" });
    await expect.poll(() => statusOf(instance(1).url + PAGE)).toBe(404);
    await postForm("/admin/jobs", cookie, { intent: "run", job: "cleanup" });
    await expect
      .poll(() => standby.sql`SELECT outcome FROM jobs WHERE name = 'cleanup'`)
      .toMatchObject([{ outcome: "succeeded" }]);
    const registered = () =>
      standby.sql`SELECT FROM pg_stat_activity WHERE application_name = 'akari-instance'`;
    await expect.poll(registered).toHaveLength(instances.length);
    for (const { url } of instances) expect(await statusOf(`${url}/readyz`)).toBe(200);
  });
});
