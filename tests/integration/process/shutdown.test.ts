import { once } from "node:events";
import { Readable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { connect, type Socket } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Endpoint } from "~/http/api/endpoint";
import { streamedResponse } from "~/http/response/streamed-response.server";
import { drain } from "~/process/http-server.server";
import { person } from "../../factories/person";
import { clientOf, type ApiClient } from "../../support/server/api-client";
import { linkedServer } from "../../support/database/database-link";
import { listeningProcess } from "../../support/server/process";
import { signUpAt, type SignedIn } from "../../support/server/signed-in";
import { testDatabase } from "../../support/database/test-database";

const database = await testDatabase();
const plenty = {
  RATE_LIMITS: "animesFull=100000/60,signup=100000/60,signin=100000/60",
  LOG_LEVEL: "error",
};

async function running() {
  const parts = await linkedServer(database, plenty);
  await parts.link.open();
  await parts.server.ready;
  return parts;
}

/** A hundred titles of the starter catalog. */
async function someTitles(api: ApiClient): Promise<number[]> {
  const { body } = await api.send("GET", "/api/animes/full?limit_count=100");
  return (body as { data: { mal_id: number }[] }).data.map(({ mal_id }) => mal_id);
}

describe("SIGTERM", () => {
  it("SHUTDOWN-S01 lets fifty requests finish that wait for the database, then the process ends with 0", async () => {
    const { server, sql } = await running();
    let answers: Promise<number[]> = Promise.resolve([]);
    await sql.begin(async (tx) => {
      await tx`lock table listing_entries in access exclusive mode`;
      answers = Promise.all(
        Array.from({ length: 50 }, (_, n) =>
          fetch(`${server.url}/api/animes/full?score_min=${n / 10}`).then(
            async (answer) => (await answer.arrayBuffer(), answer.status),
          ),
        ),
      );
      const waiting = () =>
        sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
      await expect.poll(async () => (await waiting()).length).toBeGreaterThan(5);
      server.signal("SIGTERM");
    });
    expect(await answers).toEqual(Array.from({ length: 50 }, () => 200));
    expect(await server.ended).toBe(0);
  });

  it("SHUTDOWN-S02 does not wait for a hundred connections on which nothing is asked", async () => {
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
    expect(await server.ended).toBe(0);
    await closed;
  });

  it("SHUTDOWN-S03 cuts an endless stream at the deadline", async () => {
    const endless = Readable.from(
      (async function* () {
        for (;;) yield await pause(1, Buffer.alloc(1024));
      })(),
    );
    const handle = () =>
      streamedResponse(endless, { status: 200, headers: { "content-type": "video/mp2t" } });
    const stream: Endpoint = {
      path: "/api/stream",
      methods: { GET: { summary: "", tags: [], answers: {}, handle } },
    };
    const { origin, server } = await listeningProcess({ endpoints: [stream] });
    const answer = await fetch(`${origin}/api/stream`);
    const cut = expect(answer.text()).rejects.toThrow();
    await drain(server, 50);
    await cut;
  });

  it("SHUTDOWN-S04 keeps every write that was acknowledged, and only whole ones", async () => {
    const { server, sql } = await running();
    const api = await signUpAt(server.url);
    const titles = await someTitles(api);
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
    expect(await server.ended).toBe(0);
    const kept = await sql<
      { anime_id: number }[]
    >`select anime_mal_id as anime_id from watch_list_entries where user_id = ${api.userId}`;
    const ids = new Set(kept.map(({ anime_id }) => anime_id));
    expect(acknowledged.filter((id) => !ids.has(id))).toEqual([]);
  });
});

describe("kill -9", () => {
  it("SHUTDOWN-S06 again and again loses no acknowledged write and no session", async () => {
    const { server: first, restart } = await running();
    let server = first;
    const people: SignedIn[] = [];
    const acknowledged = new Map<SignedIn, number[]>();
    const titles = await someTitles(clientOf(server.url));
    for (let round = 0; round < 5; round += 1) {
      const member = await signUpAt(server.url);
      people.push(member);
      acknowledged.set(member, []);
      const load = people.flatMap((who) =>
        titles.slice(round * 5, round * 5 + 5).map((animeId) =>
          who.send("POST", "/api/user/watchList", { animeId, type: "Watching" }).then(
            ({ status }) => status < 300 && acknowledged.get(who)?.push(animeId),
            () => undefined,
          ),
        ),
      );
      const half = clientOf(server.url)
        .send("POST", "/api/auth/signup", person())
        .catch(() => undefined);
      await Promise.race(load);
      server.signal("SIGKILL");
      await Promise.all([...load, half]);
      await server.ended;
      server = await restart();
      await server.ready;
      for (const who of people) {
        const answer = await who.send("GET", "/api/user/watchList?limit=100");
        expect(answer.status).toBe(200);
        const text = JSON.stringify(answer.body);
        for (const id of acknowledged.get(who) ?? [])
          expect(text).toMatch(new RegExp(`"(animeId|mal_id)":${id}\\b`));
      }
    }
    expect([...acknowledged.values()].flat().length).toBeGreaterThanOrEqual(5);
  });
});
