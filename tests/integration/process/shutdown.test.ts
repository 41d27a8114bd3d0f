// @module-tag rest
import { once } from "node:events";
import { Readable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { connect, type Socket } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Endpoint } from "~/http/api/endpoint";
import { streamResponse } from "~/http/response/streamed-response.server";
import { drain } from "~/process/http-server.server";
import { buildUser } from "../../factories/user";
import { createApiClient, type ApiClient } from "../../support/server/api-client";
import { startLinkedServer } from "../../support/database/database-link";
import { startProcess } from "../../support/server/process";
import { signUpClient, type SignedInClient } from "../../support/server/signed-in";
import { testDatabase } from "../../support/database/test-database";

const database = await testDatabase();
const HIGH_LIMITS = {
  RATE_LIMITS: "animesFull=100000/60,signup=100000/60,signin=100000/60",
  LOG_LEVEL: "error",
};

async function running(environment: Record<string, string> = {}) {
  const parts = await startLinkedServer(database, { ...HIGH_LIMITS, ...environment });
  await parts.link.open();
  await parts.server.ready;
  return parts;
}

/** The start of the response, or an error when the socket closes without any. */
async function responseHead(socket: Socket): Promise<string> {
  const closed = once(socket, "close").then(() => {
    throw new Error("The socket was closed.");
  });
  const [chunk] = (await Promise.race([once(socket, "data"), closed])) as [Buffer];
  return chunk.toString("latin1");
}

async function statusLine(socket: Socket): Promise<string> {
  return (await responseHead(socket)).split("\r\n", 1)[0] ?? "";
}

/** The server has sent a response on it. */
async function openAccepted(url: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  socket.write("HEAD /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
  await once(socket, "data");
  return socket;
}

async function listAnimeIds(api: ApiClient): Promise<number[]> {
  const { body } = await api.send("GET", "/api/animes/full?limit_count=100");
  return (body as { data: { mal_id: number }[] }).data.map(({ mal_id }) => mal_id);
}

describe("SIGTERM", () => {
  it("SHUTDOWN-S01 finishes fifty requests that wait for the database, then exits with 0", async () => {
    const { server, sql } = await running();
    const sockets = await Promise.all(Array.from({ length: 50 }, () => openAccepted(server.url)));
    let statusLines: Promise<string[]> = Promise.resolve([]);
    await sql.begin(async (tx) => {
      await tx`LOCK TABLE listing_entries IN ACCESS EXCLUSIVE MODE`;
      for (const [n, socket] of sockets.entries())
        socket.write(`GET /api/animes/full?score_min=${n / 10} HTTP/1.1\r\nHost: x\r\n\r\n`);
      statusLines = Promise.all(sockets.map(statusLine));
      const waiting = () =>
        sql`SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
      await expect.poll(async () => (await waiting()).length).toBeGreaterThan(5);
      // A response to a later request means that the server has read the fifty before.
      for (let round = 0; round < 2; round++) await fetch(`${server.url}/healthz`);
      server.signal("SIGTERM");
    });
    expect(await statusLines).toEqual(Array.from({ length: 50 }, () => "HTTP/1.1 200 OK"));
    expect(await server.exited).toBe(0);
  });

  it(
    "SHUTDOWN-S07 responds to requests that wait for those that wait for the database",
    { tags: "nightly" },
    async () => {
      const { server, sql } = await running({ CLIENT_LIMITS: "api=1,pages=1" });
      const paths = Array.from({ length: 10 }, (_, index) => [
        `/api/animes/full?score_min=${index / 10}`,
        `/browse?score_min=${index / 10}`,
      ]).flat();
      const sockets = await Promise.all(paths.map(() => openAccepted(server.url)));
      const heads = await sql.begin(async (tx) => {
        await tx`LOCK TABLE listing_entries IN ACCESS EXCLUSIVE MODE`;
        for (const [n, socket] of sockets.entries())
          socket.write(`GET ${paths[n]} HTTP/1.1\r\nHost: x\r\nAccept: text/html\r\n\r\n`);
        const responses = Promise.all(sockets.map(responseHead));
        const waiting = () =>
          sql`SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
        await expect.poll(async () => (await waiting()).length).toBeGreaterThan(0);
        for (let round = 0; round < 2; round++) await fetch(`${server.url}/healthz`);
        server.signal("SIGTERM");
        return responses;
      });
      const refused = heads.filter((head) => head.startsWith("HTTP/1.1 503 "));
      // Requests at work fail by themselves when they have waited for the lock too long.
      expect(refused.length).toBeGreaterThan(heads.length / 2);
      for (const head of refused) expect(head).toMatch(/^retry-after: [1-9]\d*\r$/im);
      expect(await server.exited).toBe(0);
    },
  );

  it("SHUTDOWN-S02 does not wait for a hundred idle connections", { tags: "nightly" }, async () => {
    const { server } = await running();
    const port = Number(new URL(server.url).port);
    const idle = await Promise.all(
      Array.from({ length: 100 }, async () => {
        const socket: Socket = connect(port, "127.0.0.1").on("error", () => undefined);
        onTestFinished(() => void socket.destroy());
        socket.write("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
        await once(socket, "data");
        return socket;
      }),
    );
    const closed = Promise.all(idle.map((socket) => once(socket, "close")));
    server.signal("SIGTERM");
    expect(await server.exited).toBe(0);
    await closed;
  });

  it("SHUTDOWN-S03 cuts an endless stream at the deadline", async () => {
    const endless = Readable.from(
      (async function* () {
        for (;;) yield await pause(1, Buffer.alloc(1024));
      })(),
    );
    const handle = () =>
      streamResponse(endless, { status: 200, headers: { "content-type": "video/mp2t" } });
    const stream: Endpoint = {
      methods: { GET: { summary: "", tags: [], responses: {}, handle } },
    };
    const { origin, server } = await startProcess({ endpoints: { "/api/stream": stream } });
    const response = await fetch(`${origin}/api/stream`);
    const cut = expect(response.text()).rejects.toThrow();
    await drain(server, 50);
    await cut;
  });

  it("SHUTDOWN-S04 loses no acknowledged write, and stores only whole ones", async () => {
    const { server, sql } = await running();
    const api = await signUpClient(server.url);
    const titles = await listAnimeIds(api);
    const acknowledged: number[] = [];
    const writes = titles.map((animeId) =>
      api.send("POST", "/api/user/watchList", { animeId, type: "Completed" }).then(
        ({ status }) => status < 300 && acknowledged.push(animeId),
        () => undefined,
      ),
    );
    await expect.poll(() => acknowledged.length).toBeGreaterThan(0);
    server.signal("SIGTERM");
    await Promise.all(writes);
    expect(await server.exited).toBe(0);
    const saved = await sql<
      { anime_id: number }[]
    >`SELECT anime_mal_id AS anime_id FROM watch_list_entries WHERE user_id = ${api.userId}`;
    const ids = new Set(saved.map(({ anime_id }) => anime_id));
    expect(acknowledged.filter((id) => !ids.has(id))).toEqual([]);
  });
});

describe("kill -9", () => {
  it(
    "SHUTDOWN-S06 loses no acknowledged write and no session, repeatedly",
    { tags: ["nightly"] },
    async () => {
      const { server: first, restart } = await running();
      let server = first;
      const clients: SignedInClient[] = [];
      const acknowledged = new Map<SignedInClient, number[]>();
      const titles = await listAnimeIds(createApiClient(server.url));
      for (let round = 0; round < 5; round += 1) {
        const member = await signUpClient(server.url);
        clients.push(member);
        acknowledged.set(member, []);
        const load = clients.flatMap((user) =>
          titles.slice(round * 5, round * 5 + 5).map((animeId) =>
            user.send("POST", "/api/user/watchList", { animeId, type: "Watching" }).then(
              ({ status }) => status < 300 && acknowledged.get(user)?.push(animeId),
              () => undefined,
            ),
          ),
        );
        const half = createApiClient(server.url)
          .send("POST", "/api/auth/signup", buildUser())
          .catch(() => undefined);
        await Promise.race(load);
        server.signal("SIGKILL");
        await Promise.all([...load, half]);
        await server.exited;
        server = await restart();
        await server.ready;
        for (const user of clients) {
          const response = await user.send("GET", "/api/user/watchList?limit=100");
          expect(response.status).toBe(200);
          const text = JSON.stringify(response.body);
          for (const id of acknowledged.get(user) ?? [])
            expect(text).toMatch(new RegExp(`"(animeId|mal_id)":${id}\\b`));
        }
      }
      expect([...acknowledged.values()].flat().length).toBeGreaterThanOrEqual(5);
    },
  );
});
