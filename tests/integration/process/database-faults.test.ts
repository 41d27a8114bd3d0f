// @module-tag nightly
import { connect } from "node:net";
import { randomUUID } from "node:crypto";
import { sql as fragment } from "drizzle-orm";
import postgres from "postgres";
import { describe, expect, it, onTestFinished } from "vitest";
import { signInWithIdentity } from "~/features/accounts/sign-in/sign-in-with-identity.server";
import { openDatabase } from "~db/client.server";
import { identities, users } from "~db/schema";
import { addAnime, addAnimes, addEpisodes } from "../../factories/anime";
import { buildUser } from "../../factories/user";
import { startApi, createApiClient } from "../../support/server/api-client";
import { startLinkedServer } from "../../support/database/database-link";
import { EVERY_REQUEST } from "../../support/server/every-request";
import { createSignedInClient, dataOf, signUpClient } from "../../support/server/signed-in";
import { testDatabase, type TestDatabase } from "../../support/database/test-database";
import { startRunningClock } from "../../support/running-clock";

const database = await testDatabase();
const { db, options } = database;
await addAnimes(db, ...Array.from({ length: 30 }, (_, n) => ({ mal_id: n + 1 })));

const HIGH_LIMITS = { RATE_LIMITS: "animesFull=100000/60,signup=100000/60,signin=100000/60" };
let queryNumber = 0;
const freshListing = () =>
  `/api/animes/full?score_min=${((queryNumber += 1) % 1000) / 100}&limit_count=${1 + Math.floor(queryNumber / 1000)}`;
const documented = {
  error: { message: "Internal server error", type: "database", statusCode: 500 },
};

const busy = {
  error: {
    message: "The database is busy. Try again in a moment.",
    type: "database",
    statusCode: 503,
  },
};

function openConnection(): postgres.Sql {
  const sql = postgres({
    ...options,
    max: 1,
    onnotice: () => undefined,
    connection: { application_name: "outsider" },
  });
  onTestFinished(() => sql.end({ timeout: 1 }));
  return sql;
}

async function whileLocked(lock: string, work: () => Promise<void>): Promise<void> {
  await openConnection().begin(async (tx) => {
    await tx.unsafe(lock);
    await work();
  });
}

/** The test database's own pool is shared with the test. */
function createPool(poolSize: number, name = "akari-faults"): TestDatabase {
  const client = openDatabase(options, { poolSize, applicationName: name });
  onTestFinished(() => client.close());
  return { ...client, options };
}

const statesOf = async (name: string) =>
  (
    await openConnection()<
      { state: string }[]
    >`select state from pg_stat_activity where application_name = ${name}`
  ).map(({ state }) => state);

describe("a database that makes every request wait", () => {
  it("DB-S03 DB-S04 ends every request while the table is still locked, and serves at once afterwards", async () => {
    const api = await startApi(createPool(4), HIGH_LIMITS);
    await whileLocked("lock table animes, listing_entries in access exclusive mode", async () => {
      const responses = await Promise.all(
        Array.from({ length: 60 }, () => api.send("GET", freshListing())),
      );
      for (const { status, body, headers } of responses) {
        expect([
          [500, documented],
          [503, busy],
        ]).toContainEqual([status, body]);
        expect(headers.has("retry-after")).toBe(status === 503);
      }
    });
    expect((await api.send("GET", freshListing())).status).toBe(200);
    expect((await statesOf("akari-faults")).filter((state) => state !== "idle")).toEqual([]);
  });

  it("DB-S11 releases every connection when a thousand clients leave during their query", async () => {
    const api = await startApi(createPool(4, "akari-leavers"), HIGH_LIMITS);
    const port = Number(new URL(api.origin).port);
    const leave = () =>
      new Promise<void>((resolve) => {
        const socket = connect(port, "127.0.0.1", () =>
          socket.write(`GET ${freshListing()} HTTP/1.1\r\nHost: x\r\n\r\n`, () => socket.destroy()),
        );
        socket.on("close", () => resolve());
        socket.on("error", () => resolve());
      });
    for (let round = 0; round < 20; round += 1)
      await Promise.all(Array.from({ length: 50 }, leave));
    expect((await api.send("GET", freshListing())).status).toBe(200);
    await expect
      .poll(() =>
        statesOf("akari-leavers").then((states) => states.filter((state) => state !== "idle")),
      )
      .toEqual([]);
    expect((await statesOf("akari-leavers")).length).toBeLessThanOrEqual(4);
  });
});

describe("a statement that reaches its time limit", () => {
  it("is a 503 with Retry-After in the API and on pages", async () => {
    const { server, link, sql } = await startLinkedServer(database, {
      ...HIGH_LIMITS,
      LOG_LEVEL: "silent",
    });
    await link.open();
    await server.ready;
    const cancelled = async (path: string): Promise<Response> => {
      const lock = await sql.reserve();
      await lock`BEGIN`;
      await lock`LOCK TABLE animes, listing_entries IN ACCESS EXCLUSIVE MODE`;
      const response = fetch(server.url + path);
      // Simulates the server's own timeout, without the wait.
      await expect
        .poll(async () => {
          const waiting = await sql`
            SELECT pg_cancel_backend(pid) FROM pg_stat_activity
            WHERE datname = current_database() AND application_name = 'akari'
              AND wait_event_type = 'Lock'`;
          return waiting.length;
        })
        .toBeGreaterThan(0);
      const settled = await response;
      await lock`ROLLBACK`;
      lock.release();
      return settled;
    };
    for (const path of [freshListing(), "/browse?score_min=1.5", "/browse.data?score_min=1.6"]) {
      const { status, headers } = await cancelled(path);
      expect([path, status, headers.get("retry-after")]).toEqual([path, 503, "5"]);
    }
  });
});

describe("a statement that fails after its first rows", () => {
  it("leaves the next request on its connection signed in, with the whole list", async () => {
    const pool = createPool(1);
    const { origin } = await startApi(pool, HIGH_LIMITS);
    const client = await signUpClient(origin);
    const path = "/api/user/watchList";
    for (const animeId of [1, 2, 3])
      expect((await client.send("POST", path, { animeId, type: "Watching" })).status).toBe(200);
    const list = dataOf<object[]>(await client.send("GET", path));
    expect(list).toHaveLength(3);
    const failBetweenRows = () =>
      expect(pool.sql`SELECT 1 / (4 - n) FROM generate_series(1, 5) AS n`).rejects.toMatchObject({
        code: "22012",
      });
    await failBetweenRows();
    expect(await client.send("GET", path)).toMatchObject({ status: 200, body: { data: list } });
    await failBetweenRows();
    expect((await client.send("GET", `${path}/export`)).status).toBe(200);
  });
});

describe("statements that all reach their time limit", () => {
  it("are a 503 with Retry-After on every page, endpoint and file, never a 500", async () => {
    const { server, link, sql } = await startLinkedServer(database, {
      ...HIGH_LIMITS,
      LOG_LEVEL: "silent",
    });
    await link.open();
    await server.ready;
    const { cookie } = await signUpClient(server.url);
    const lock = await sql.reserve();
    await lock`BEGIN`;
    const tables = await sql<{ name: string }[]>`
      SELECT quote_ident(tablename) AS name FROM pg_tables
      WHERE schemaname = 'public' AND tablename NOT IN ('users', 'sessions', 'catalog_state')`;
    await lock.unsafe(
      `LOCK TABLE ${tables.map(({ name }) => name).join(", ")} IN ACCESS EXCLUSIVE MODE`,
    );
    let isLocked = true;
    const limits = (async () => {
      while (isLocked)
        await sql`
          SELECT pg_cancel_backend(pid), pg_sleep(0.01) FROM pg_stat_activity
          WHERE datname = current_database() AND application_name = 'akari'
            AND wait_event_type = 'Lock'`;
    })();
    const failures: string[] = [];
    let refused = 0;
    // The messages are a file, which has no page data.
    const requests = EVERY_REQUEST.filter(([, url]) => !/^\/messages\/.*\.data$/.test(url));
    for (const [method, url] of requests) {
      for (const headers of [undefined, { cookie }]) {
        const response = await fetch(server.url + url, { method, headers, redirect: "manual" });
        await response.arrayBuffer();
        const isRefused = response.status === 503 && response.headers.get("retry-after") !== null;
        if (isRefused) refused += 1;
        else if (response.status >= 500) failures.push(`${method} ${url} → ${response.status}`);
      }
    }
    isLocked = false;
    await limits;
    await lock`ROLLBACK`;
    lock.release();
    expect(failures).toEqual([]);
    expect(refused).toBeGreaterThan(50);
  });
});

describe("a database whose connections end", () => {
  it("DB-S02 fails at most as many requests as there were connections", async () => {
    const poolSize = 4;
    const api = await startApi(createPool(poolSize, "akari-ended"), HIGH_LIMITS);
    const statuses: number[] = [];
    const load = async () => {
      for (let n = 0; n < 60; n += 1) statuses.push((await api.send("GET", freshListing())).status);
    };
    const loads = Promise.all(Array.from({ length: 6 }, load));
    await expect.poll(() => statuses.length).toBeGreaterThan(30);
    await openConnection()`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'akari-ended'`;
    await loads;
    expect(statuses.filter((status) => status === 500).length).toBeLessThanOrEqual(poolSize);
    expect(statuses.every((status) => status === 200 || status === 500)).toBe(true);
  });

  it("DB-S06 leaves nothing of a first sign-in with a provider that is cut between its statements", async () => {
    const { db: doomedClient } = createPool(1, "akari-doomed");
    const subject = randomUUID();
    const email = `${subject}@example.org`;
    const identity = {
      issuer: "https://id.example",
      subject,
      email,
      emailVerified: true,
      emailVerifiedSent: "true",
      trustsEmail: true,
      name: "Half Made",
      givenName: "Half",
      familyName: "Made",
      avatarUrl: null,
    };
    const client = { device: "Firefox on Linux", address: "203.0.113.1" };
    await whileLocked("lock table identities in share mode", async () => {
      const failed = expect(
        signInWithIdentity(doomedClient, identity, client as never, {
          mode: "open",
          invitation: undefined,
        }),
      ).rejects.toThrow();
      const isWaiting = async () =>
        (
          await openConnection()`select 1 from pg_stat_activity where application_name = 'akari-doomed' and wait_event_type = 'Lock'`
        ).length;
      await expect.poll(isWaiting).toBe(1);
      await openConnection()`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'akari-doomed'`;
      await failed;
    });
    expect(
      await db
        .select()
        .from(users)
        .where(fragment`${users.emailKey} = ${email}`),
    ).toEqual([]);
    expect(
      await db
        .select()
        .from(identities)
        .where(fragment`${identities.subject} = ${subject}`),
    ).toEqual([]);
  });
});

describe("a first play that is cut between its statements", () => {
  it("DB-S06 leaves no position without the title on the list", async () => {
    const name = "akari-cut";
    const api = await createSignedInClient(createPool(1, name), HIGH_LIMITS);
    const { mal_id: animeId } = await addAnime(db, { episodes: 1 });
    await addEpisodes(db, animeId, 1, 1);
    const play = () =>
      api.send("POST", "/api/user/progress", { animeId, episode: 1, position: 30, duration: 1400 });
    await whileLocked("lock table watch_list_entries in share mode", async () => {
      const cut = play();
      await expect
        .poll(
          () => openConnection()`
            select pg_terminate_backend(pid) from pg_stat_activity
            where application_name = ${name} and wait_event_type = 'Lock'`,
        )
        .toHaveLength(1);
      expect((await cut).status).toBe(500);
    });
    expect((await api.send("GET", "/api/user/progress")).body).toMatchObject({ data: [] });
    expect((await play()).body).toMatchObject({ data: { watching: [String(animeId)] } });
  });
});

describe("concurrent writes", () => {
  it("DB-S07 are settled by the database: one wins, the others get a 4xx or the same entry, never a 500", async () => {
    const api = await createSignedInClient(database, HIGH_LIMITS);
    const user = buildUser();
    const signUps = await Promise.all(
      Array.from({ length: 30 }, () =>
        createApiClient(api.origin).send("POST", "/api/auth/signup", user),
      ),
    );
    expect(signUps.filter(({ status }) => status === 201 || status === 200)).toHaveLength(1);
    expect(signUps.every(({ status }) => status < 500)).toBe(true);
    const writes = await Promise.all(
      Array.from({ length: 30 }, () =>
        api.send("POST", "/api/user/watchList", { animeId: 1, type: "Watching" }),
      ),
    );
    expect(writes.every(({ status }) => status < 300 || status === 409)).toBe(true);
    const [saved] = await db.execute<{ entries: number }>(
      fragment`select count(*)::int as entries from watch_list_entries where user_id = ${api.userId}`,
    );
    expect(saved?.entries).toBe(1);
  });
});

describe("a response about a failed database", () => {
  it("DB-S08 DB-S09 has the documented message, without statement, table, host or stack", async () => {
    const offline = { ...database, ...openDatabase("postgres://somebody:hidden@127.0.0.1:1/none") };
    const api = await startApi(offline, HIGH_LIMITS);
    const listing = await api.send("GET", "/api/animes/full?search_query=naruto");
    expect([listing.status, listing.body]).toEqual([500, documented]);
    for (const [method, path, body] of [
      ["GET", "/api/animes/suggest?q=naruto", undefined],
      ["GET", "/api/animes/facets", undefined],
      ["POST", "/api/auth/signin", { email: "a@example.org", password: "Str0ng!pass" }],
      ["POST", "/api/auth/signup", buildUser()],
    ] as const) {
      const response = await api.send(method, path, body);
      expect(response.status).toBe(500);
      expect(JSON.stringify(response.body)).not.toMatch(
        /select|insert|animes|users|127\.0\.0\.1|somebody|hidden|ECONN|postgres|\bat /i,
      );
    }
  });
});

describe("the built server with a database that fails under load", () => {
  it("survives rounds of terminated connections, and recovers", async () => {
    const { server, link, sql } = await startLinkedServer(database, {
      ...HIGH_LIMITS,
      LOG_LEVEL: "silent",
    });
    await link.open();
    await server.ready;
    const statusOf = (path: string) =>
      fetch(server.url + path).then(
        async (response) => (await response.arrayBuffer(), response.status),
      );
    let isRunning = true;
    const statuses: number[] = [];
    const load = async () => {
      while (isRunning) statuses.push(await statusOf(freshListing()));
    };
    const loads = Promise.all(Array.from({ length: 8 }, load));
    for (let round = 0; round < 10; round += 1) {
      const { length } = statuses;
      await sql`
        SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'akari'`;
      await expect.poll(() => statuses.length, { interval: 5 }).toBeGreaterThan(length + 10);
    }
    isRunning = false;
    await loads;
    expect(statuses.every((status) => status === 200 || status === 500)).toBe(true);
    const after = await Promise.all(Array.from({ length: 20 }, () => statusOf(freshListing())));
    expect(after.filter((status) => status !== 200)).toEqual([]);
  });

  it(
    "ends every request within 5 s in ten rounds of restarts, and recovers within 5 s more",
    { tags: "nightly" },
    async () => {
      const { server, link } = await startLinkedServer(database, {
        ...HIGH_LIMITS,
        LOG_LEVEL: "silent",
      });
      await link.open();
      await server.ready;
      const statusOf = async (path: string) => {
        const start = runningMs();
        const response = await fetch(server.url + path);
        await response.arrayBuffer();
        longest = Math.max(longest, runningMs() - start);
        return response.status;
      };
      const runningMs = startRunningClock();
      let longest = 0;
      let isRunning = true;
      const statuses: number[] = [];
      const load = async () => {
        while (isRunning) statuses.push(await statusOf(freshListing()));
      };
      const loads = Promise.all(Array.from({ length: 10 }, load));
      for (let round = 0; round < 10; round += 1) {
        const served = () => statuses.filter((status) => status === 200).length;
        const failed = () => statuses.filter((status) => status === 500).length;
        const [servedBefore, failedBefore] = [served(), failed()];
        await link.cut();
        await expect.poll(failed, { interval: 5 }).toBeGreaterThan(failedBefore);
        await link.open();
        const recovery = runningMs();
        await expect.poll(served, { interval: 5 }).toBeGreaterThan(servedBefore);
        expect(runningMs() - recovery).toBeLessThan(5_000);
      }
      isRunning = false;
      await loads;
      expect(longest).toBeLessThan(5_000);
      expect(new Set(statuses)).toEqual(new Set([200, 500]));
      expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    },
  );

  it.each([
    ["", "within the limits of a client"],
    ["api=8", "most of which wait for their client's share"],
  ])(
    'ends every request within 5 s while the network is silent, and recovers within 5 s more (CLIENT_LIMITS="%s": %s)',
    { tags: "nightly" },
    async (limits) => {
      const { server, link } = await startLinkedServer(database, {
        ...HIGH_LIMITS,
        CLIENT_LIMITS: limits,
        LOG_LEVEL: "silent",
      });
      await link.open();
      await server.ready;
      const timedRequest = async (path: string) => {
        const start = runningMs();
        const response = await fetch(server.url + path);
        await response.arrayBuffer();
        return { status: response.status, ms: runningMs() - start };
      };
      const runningMs = startRunningClock();
      await Promise.all(Array.from({ length: 20 }, () => timedRequest(freshListing())));

      link.silence();
      const silenced = Array.from({ length: 60 }, () => timedRequest(freshListing()));
      const later = new Promise((resolve) => setTimeout(resolve, 2_000)).then(() =>
        Promise.all(Array.from({ length: 30 }, () => timedRequest(freshListing()))),
      );
      const settled = [...(await Promise.all(silenced)), ...(await later)];
      expect(settled.map(({ status }) => status)).toEqual(settled.map(() => 500));
      expect(Math.max(...settled.map(({ ms }) => ms))).toBeLessThan(5_000);

      link.resume();
      const start = runningMs();
      await expect
        .poll(async () => (await timedRequest(freshListing())).status, { interval: 50 })
        .toBe(200);
      expect(runningMs() - start).toBeLessThan(5_000);
      expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    },
  );
});

describe("the built server with a database that stops and starts", () => {
  it("DB-S01 DB-S05 starts before it, is ready when it comes, responds 500 while it is away, and recovers in the same process", async () => {
    const { server, link } = await startLinkedServer(database, {
      ...HIGH_LIMITS,
      LOG_LEVEL: "fatal",
    });
    const statusOf = (path: string) =>
      fetch(server.url + path).then(
        async (response) => (await response.arrayBuffer(), response.status),
      );

    await server.listening();
    expect(await statusOf("/healthz")).toBe(200);
    expect(await statusOf("/readyz")).toBe(503);
    await link.open();
    await server.ready;
    expect(await statusOf(freshListing())).toBe(200);

    let isRunning = true;
    const statuses: number[] = [];
    const load = async () => {
      while (isRunning) statuses.push(await statusOf(freshListing()));
    };
    const loads = Promise.all([load(), load(), load(), load()]);
    await expect.poll(() => statuses.length).toBeGreaterThan(20);
    await link.cut();
    await expect.poll(() => statuses.filter((status) => status === 500).length).toBeGreaterThan(20);
    expect(await statusOf("/healthz")).toBe(200);
    expect(await statusOf("/readyz")).toBe(503);
    const offline = await fetch(server.url + freshListing());
    expect([offline.status, await offline.json()]).toEqual([500, documented]);

    await link.open();
    await expect.poll(() => statusOf("/readyz")).toBe(200);
    isRunning = false;
    await loads;
    expect(new Set(statuses)).toEqual(new Set([200, 500]));
    const after = await Promise.all(Array.from({ length: 50 }, () => statusOf(freshListing())));
    expect(after.filter((status) => status !== 200)).toEqual([]);
    server.signal("SIGTERM");
    expect(await server.exited).toBe(0);
  });
});
