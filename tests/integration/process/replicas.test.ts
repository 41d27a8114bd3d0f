// @module-tag nightly
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { createLog } from "~/observability/log.server";
import { openDatabase } from "~db/client.server";
import { ConnectionPool } from "~db/connection-pool.server";
import { prepared } from "~db/prepared";
import { ReadPool } from "~db/read-pool.server";
import { animes } from "~db/schema";
import { connectTo } from "~db/target";
import { startBuiltServer, type BuiltServer } from "../../../scripts/support/built-server";
import { createDataDir, removeDataDir } from "../../../scripts/support/data-dir";
import { buildUser } from "../../factories/user";
import { startReplicatedDatabase, type ReplicatedDatabase } from "../../support/database/standby";
import { USER_TABLES } from "../../support/database/user-tables";
import { PGBOUNCER, startPgBouncer } from "../../support/fleet/pgbouncer";
import { ANIME, EVERY_REQUEST } from "../../support/server/every-request";
import { createApiClient } from "../../support/server/api-client";
import { signUpClient, type SignedInClient } from "../../support/server/signed-in";

/** Fewer than a client may have pages. */
const CONCURRENT = 4;
const READER = "akari_reader";
const MAX_LAG_SECONDS = 4;
const LIMITS = "signup=100000/60,signin=100000/60,animesFull=100000/60,videoProxy=100000/60";

/** Page data comes from the loaders of the pages. */
const READS = EVERY_REQUEST.filter(([method, url]) => method === "GET" && !url.endsWith(".data"));

let servers: ReplicatedDatabase;
const instances: BuiltServer[] = [];

/** May read no rows of users, so a statement that would read them from a replica fails. */
async function createReader(): Promise<void> {
  const { sql } = servers.primary;
  await sql.unsafe(`CREATE ROLE ${READER} LOGIN`);
  const tables = await sql<{ name: string }[]>`
    SELECT tablename AS name FROM pg_tables
    WHERE schemaname = 'public' AND tablename <> ALL (${[...USER_TABLES]})`;
  for (const { name } of tables) await sql.unsafe(`GRANT SELECT ON "${name}" TO ${READER}`);
}

async function startInstance(environment: Record<string, string> = {}): Promise<BuiltServer> {
  const dataDir = createDataDir();
  const server = await startBuiltServer({
    DATA_DIR: dataDir,
    DATABASE_URL: servers.primary.url(),
    DATABASE_READ_URLS: servers.standby.url(READER),
    DATABASE_READ_MAX_LAG: String(MAX_LAG_SECONDS),
    SESSION_SECRET: "a secret for tests only",
    BCRYPT_COST: "10",
    RATE_LIMITS: LIMITS,
    ...environment,
  });
  stops.push(async () => {
    server.signal("SIGKILL");
    await server.exited;
    await removeDataDir(dataDir);
  });
  await server.ready;
  return server;
}
const stops: (() => Promise<void>)[] = [];

beforeAll(async () => {
  servers = await startReplicatedDatabase();
  await createReader();
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

async function get(url: string, headers: Record<string, string> = {}) {
  const response = await fetch(url, { headers });
  return { status: response.status, text: await response.text() };
}

async function metric(server: BuiltServer, sample: string): Promise<number> {
  const { text } = await get(`${server.url}/metrics`);
  return Number(
    text
      .split("\n")
      .find((line) => line.startsWith(`${sample} `))
      ?.split(" ")[1],
  );
}
const isRead = (server: BuiltServer) =>
  metric(server, `akari_replica_up{replica="127.0.0.1:${servers.standby.port}"}`);
const statements = (server: BuiltServer, target: "primary" | "standby") =>
  metric(
    server,
    `akari_catalog_statements_total{server="${target === "primary" ? "primary" : `127.0.0.1:${servers.standby.port}`}"}`,
  );
/** Counts what one process reads, which never comes from a cache. */
let listings = 0;
const freshListing = () => `/api/animes/full?score_max=${(9 - (listings += 1) / 1_000).toFixed(3)}`;

/** The pause ends with the test. */
async function pauseReplay(): Promise<void> {
  await servers.standby.sql`SELECT pg_wal_replay_pause()`;
  onTestFinished(resumeReplay);
  await expect
    .poll(async () => (await servers.standby.sql`SELECT pg_get_wal_replay_pause_state() AS s`)[0])
    .toEqual({ s: "paused" });
}
async function resumeReplay(): Promise<void> {
  await servers.standby.sql`SELECT pg_wal_replay_resume()`;
}

async function createOwner(): Promise<SignedInClient> {
  const owner = await signUpClient(instance(0).url);
  await servers.primary.sql`UPDATE users SET role = 'owner' WHERE id = ${owner.userId}`;
  return owner;
}

/** Returns the cookies that the browser has then. */
async function postForm(
  server: BuiltServer,
  path: string,
  cookie: string,
  fields: Record<string, string>,
): Promise<string> {
  const response = await fetch(server.url + path, {
    method: "POST",
    headers: { cookie, origin: server.url },
    body: new URLSearchParams(fields),
    redirect: "manual",
  });
  expect(response.status).toBeLessThan(400);
  const set = response.headers.getSetCookie().map((line) => line.split(";")[0] ?? "");
  return [cookie, ...set].join("; ");
}

describe("a replica", () => {
  it("is read for pages and public endpoints, and for nothing of users", async () => {
    const [first] = instances;
    if (first === undefined) throw new Error("no instance");
    await expect.poll(() => isRead(first)).toBe(1);
    const { cookie } = await createOwner();
    const before = await statements(first, "standby");
    const failures: string[] = [];
    const clients: Record<string, string>[] = [{}, { cookie }];
    for (const headers of clients)
      for (let next = 0; next < READS.length; next += CONCURRENT)
        await Promise.all(
          READS.slice(next, next + CONCURRENT).map(async ([, url]) => {
            const { status } = await get(first.url + url, headers);
            if (status >= 500) failures.push(`${url} → ${status}`);
          }),
        );
    expect(failures).toEqual([]);
    expect(first.output().stdout).not.toContain("permission denied");
    expect((await statements(first, "standby")) - before).toBeGreaterThan(100);
    expect(JSON.parse((await get(`${first.url}/readyz`)).text)).toEqual({
      status: "ready",
      replicas: { configured: 1, read: 1 },
    });
  });

  it("takes no writes, no locks for update, and no notifications", async () => {
    const client = openDatabase(servers.primary.url(), {
      replicas: { targets: [servers.primary.url()], maxLagMs: 10_000, log: createLog("silent") },
    });
    onTestFinished(() => client.close());
    await client.reads?.replicas.check();
    // The primary's own URL is allowed, and read-only nevertheless.
    expect(client.reads?.replicas.state().replicas[0]?.isRead).toBe(true);
    const { sql } = client.reads ?? client;
    await expect(sql`DELETE FROM animes`).rejects.toMatchObject({ code: "25006" });
    await expect(sql`SELECT 1 FROM animes FOR UPDATE`).rejects.toMatchObject({ code: "25006" });
  });

  it("that is behind is not read by a user who wrote, through either instance, nor for what changed", async () => {
    const owner = await createOwner();
    const page = `/anime/${ANIME}`;
    const [first, second] = [instance(0), instance(1)];
    expect((await get(second.url + page)).status).toBe(200);
    await pauseReplay();
    const cookie = await postForm(first, `/admin/titles/${ANIME}`, owner.cookie, {
      intent: "hide",
    });
    for (const server of [first, second])
      expect((await get(server.url + page, { cookie })).status).toBe(404);
    // Others, as soon as the instance knows; from no cache that the replica filled.
    const api = `/api/animes/getAnime?id=${ANIME}`;
    for (const server of [first, second]) {
      await expect.poll(async () => (await get(server.url + page)).status).toBe(404);
      expect((await get(server.url + api)).status).toBe(404);
    }
    const [state] = await servers.standby.sql`SELECT hidden FROM animes WHERE mal_id = ${ANIME}`;
    expect(state).toEqual({ hidden: false });
    await resumeReplay();
    for (const server of [first, second]) {
      await expect.poll(() => isRead(server)).toBe(1);
      const before = await statements(server, "standby");
      await expect
        .poll(async () => {
          expect((await get(server.url + page)).status).toBe(404);
          await get(server.url + freshListing());
          return statements(server, "standby");
        })
        .toBeGreaterThan(before);
      expect((await get(server.url + api)).status).toBe(404);
    }
    await postForm(first, `/admin/titles/${ANIME}`, owner.cookie, { intent: "show" });
    await expect.poll(async () => (await get(second.url + page)).status).toBe(200);
  });

  it("does not delay what a user may not see any longer", async () => {
    const [first, second] = [instance(0), instance(1)];
    const user = await signUpClient(first.url);
    const [title] = await servers.primary.sql<{ id: number }[]>`
      UPDATE animes SET rating = 'Rx - Hentai'
      WHERE mal_id = (SELECT max(mal_id) FROM animes) RETURNING mal_id AS id`;
    const { cookie } = user;
    const set = (parentalControl: boolean) =>
      user.send("POST", "/api/user/saveUserPreferences", { parentalControl });
    // No instance is told of a title that SQL changes.
    await expect
      .poll(() => servers.standby.sql`SELECT rating FROM animes WHERE mal_id = ${title?.id ?? 0}`)
      .toEqual([{ rating: "Rx - Hentai" }]);
    await pauseReplay();
    expect((await set(false)).status).toBe(200);
    const open = await get(`${second.url}/anime/${String(title?.id)}`, { cookie });
    expect((await set(true)).status).toBe(200);
    const closed = await get(`${second.url}/anime/${String(title?.id)}`, { cookie });
    expect([open.status, closed.status]).toEqual([200, 403]);
  });

  it.skipIf(PGBOUNCER === undefined)("may be behind a pooler (needs PgBouncer)", async () => {
    const { primary, standby } = servers;
    const direct = { host: "127.0.0.1", user: "akari", password: "any", database: "akari" };
    const [toPrimary, toStandby] = [
      await startPgBouncer({ ...direct, port: primary.port }),
      await startPgBouncer({ ...direct, port: standby.port }),
    ];
    const client = openDatabase(toPrimary.url, {
      directTarget: primary.url(),
      replicas: { targets: [toStandby.url], maxLagMs: 60_000, log: createLog("silent") },
    });
    onTestFinished(() => client.close());
    const state = () => client.reads?.replicas.state();
    await expect
      .poll(() => (void client.reads?.replicas.check(), state()?.replicas[0]?.isRead))
      .toBe(true);
    const { db, sql } = client.reads ?? client;
    const statements = Array.from(
      { length: 40 },
      async (_, value) => (await sql<{ value: number }[]>`SELECT ${value}::int AS value`)[0]?.value,
    );
    expect(await Promise.all(statements)).toEqual(Array.from({ length: 40 }, (_, value) => value));
    const titles = await db
      .select()
      .from(animes)
      .where(prepared(eq(animes.malId, Number(ANIME))));
    expect(titles).toHaveLength(1);
    expect(state()).toMatchObject({ primaryStatements: 0, replicas: [{ statements: 41 }] });
  });

  it("is left out beyond the limit of its lag and read up to it", async () => {
    let now = 0;
    const poolTo = (url: string) =>
      new ConnectionPool({
        createClient: () => connectTo(url, { max: 1, fetch_types: false }),
        size: 1,
        timeouts: null,
      });
    const warnings: string[] = [];
    const reads = new ReadPool({
      primary: poolTo(servers.primary.url()),
      primaryMonitor: poolTo(servers.primary.url()),
      replicas: [
        {
          name: "standby",
          pool: poolTo(servers.standby.url()),
          monitor: poolTo(servers.standby.url()),
        },
      ],
      maxLagMs: 10_000,
      log: {
        warn: (fields: object) => warnings.push(JSON.stringify(fields)),
        info: () => undefined,
      } as never,
      now: () => now,
    });
    onTestFinished(() => reads.close(0));
    const isUsed = () => reads.state().replicas[0]?.isRead;
    await expect.poll(() => (void reads.check(), isUsed())).toBe(true);
    await pauseReplay();
    await expect.poll(() => (void reads.check(), isUsed())).toBe(true);
    await reads.check();
    now = 2_000;
    await servers.primary.sql`SELECT pg_logical_emit_message(true, 'test', 'a write')`;
    await reads.check();
    now = 10_000;
    await reads.check();
    expect([isUsed(), reads.state().replicas[0]?.lagSeconds]).toEqual([true, 10]);
    now = 10_001;
    expect(isUsed()).toBe(false);
    await reads.check();
    await reads.check();
    expect(warnings).toEqual([
      JSON.stringify({ replica: "standby", reason: "it is more than 10 seconds behind" }),
    ]);
    await resumeReplay();
    await expect.poll(() => (void reads.check(), isUsed())).toBe(true);
  });

  it("that is lost costs no request, and is read again when it returns", async () => {
    const server = instance(0);
    await expect.poll(() => isRead(server)).toBe(1);
    // A slow run of the tests before may have left it out for its lag.
    const countLosses = () => server.output().stdout.split("a replica is not read").length - 1;
    const lossesBefore = countLosses();
    const statuses: number[] = [];
    const load = { isStopped: false };
    const workers = Array.from({ length: 4 }, async () => {
      while (!load.isStopped) statuses.push((await get(server.url + freshListing())).status);
    });
    await expect.poll(() => statuses.length).toBeGreaterThan(5);
    await servers.standby.kill();
    await expect.poll(() => isRead(server)).toBe(0);
    const before = statuses.length;
    await expect.poll(() => statuses.length).toBeGreaterThan(before + 5);
    await servers.standby.start();
    await expect.poll(() => isRead(server)).toBe(1);
    load.isStopped = true;
    await Promise.all(workers);
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(countLosses()).toBe(lossesBefore + 1);
  });
});

describe("a failover", () => {
  it("needs no restart: instances follow the promoted replica, and lose no acknowledged write", async () => {
    const { primary, standby } = servers;
    await expect.poll(() => isRead(instance(0))).toBe(1);
    // So that an acknowledged write is on both.
    await primary.sql.unsafe(`ALTER SYSTEM SET synchronous_standby_names = '*'`);
    await primary.sql`SELECT pg_reload_conf()`;
    const hosts = `127.0.0.1:${primary.port},127.0.0.1:${standby.port}`;
    const server = await startInstance({
      DATABASE_URL: `postgres://akari@${hosts}/akari?target_session_attrs=read-write`,
      JOBS: "on",
    });
    const acknowledged: string[] = [];
    const load = { isStopped: false, failures: 0 };
    const user = await signUpClient(server.url);
    const worker = (async () => {
      while (!load.isStopped) {
        const name = `studio ${acknowledged.length + load.failures}`;
        const { status } = await user.send("POST", "/api/user/searchHistory", { query: name });
        if (status < 300) acknowledged.push(name);
        else load.failures += 1;
      }
    })();
    await expect.poll(() => acknowledged.length).toBeGreaterThan(5);
    await primary.kill();
    await standby.sql`SELECT pg_promote()`;
    const before = acknowledged.length;
    await expect.poll(() => acknowledged.length).toBeGreaterThan(before + 5);
    // The old primary returns as a standby, and nothing is sent to it.
    primary.follow(standby.port);
    await primary.start();
    const after = acknowledged.length;
    const failures = load.failures;
    await expect.poll(() => acknowledged.length).toBeGreaterThan(after + 5);
    expect(load.failures).toBe(failures);
    load.isStopped = true;
    await worker;
    const rows = await standby.sql<{ name: string }[]>`
      SELECT query AS name FROM search_history WHERE user_id = ${user.userId}`;
    const stored = new Set(rows.map(({ name }) => name));
    // The history has the latest thousand.
    expect(acknowledged.slice(-900).filter((name) => !stored.has(name))).toEqual([]);
    // Notifications of the new primary arrive.
    const page = `${server.url}/anime/${ANIME}`;
    expect((await get(page)).status).toBe(200);
    await standby.sql`UPDATE users SET role = 'owner' WHERE id = ${user.userId}`;
    await postForm(server, `/admin/titles/${ANIME}`, user.cookie, { intent: "hide" });
    await expect.poll(async () => (await get(page)).status).toBe(404);
    await postForm(server, "/admin/jobs", user.cookie, { intent: "run", job: "cleanup" });
    await expect
      .poll(() => standby.sql`SELECT outcome FROM jobs WHERE name = 'cleanup'`)
      .toMatchObject([{ outcome: "succeeded" }]);
    const registered = () =>
      standby.sql`SELECT FROM pg_stat_activity WHERE application_name = 'akari-instance'`;
    await expect.poll(registered).toHaveLength(1);
    expect((await get(`${server.url}/readyz`)).status).toBe(200);
  });

  it("may also move the address: nothing is written to the standby there, and then to the new primary", async () => {
    // The first test's end: the primary's address is a standby's, and the standby was promoted.
    const { primary, standby } = servers;
    const server = instance(0);
    const user = buildUser();
    const signUp = async () =>
      (await createApiClient(server.url).send("POST", "/api/auth/signup", user)).status;
    expect(await signUp()).toBe(500);
    await primary.kill();
    await standby.kill();
    await standby.start(primary.port);
    await expect.poll(signUp).toBe(200);
    const [stored] =
      await standby.sql`SELECT count(*)::int AS users FROM users WHERE email = ${user.email}`;
    expect(stored).toEqual({ users: 1 });
  });
});
