import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { LISTING, sample, timeOthersRequest } from "./support/sign-in-storm";
import { percentile } from "../../bench/support/percentiles";
import { startMediaOrigin } from "../fakes/media-origin";
import { endless, openStream, take } from "../support/media/stream-viewer";
import { recordFigure } from "./support/figures";
import { createSite, type Site } from "./support/site";

const IDLE_SOCKETS = 10_000;
/** Files that this process opens besides the sockets. */
const SPARE_FILES = 500;
const CONNECTING_AT_ONCE = 200;

async function startSite(environment: Record<string, string> = {}): Promise<Site> {
  const site = await createSite(environment);
  await site.start();
  return site;
}

/** Measures requests of another client until `work` is done. */
async function othersLatency(site: Site, work: Promise<unknown>): Promise<string> {
  const times = await sample(site, LISTING, work);
  await work;
  return `others' listing ${percentile(times, 99).toFixed(0)} ms at p99`;
}

function readRssMb({ server }: Site): number {
  const status = readFileSync(`/proc/${server.pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

/** Resolves when the connection is accepted or refused. */
async function open(site: Site): Promise<Socket> {
  const socket = connect(site.port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  socket.on("error", () => undefined).resume();
  await Promise.race([once(socket, "connect"), once(socket, "close")]);
  return socket;
}

it("serves others while one client opens ten thousand connections and sends nothing", async () => {
  const site = await startSite();
  const limits = readFileSync("/proc/self/limits", "utf8");
  const maxFiles = Number(/Max open files\s+(\d+)/.exec(limits)?.[1] ?? Infinity);
  const count = Math.min(IDLE_SOCKETS, maxFiles - SPARE_FILES);
  const before = readRssMb(site);
  const sockets: Socket[] = [];
  const opening = async () => {
    while (sockets.length < count)
      sockets.push(
        ...(await Promise.all(Array.from({ length: CONNECTING_AT_ONCE }, () => open(site)))),
      );
  };
  const latency = await othersLatency(site, opening());
  const left = () => sockets.filter((socket) => !socket.destroyed).length;
  await expect.poll(left).toBeLessThan(count / 2);
  expect(await timeOthersRequest(`${site.url}/`)).toBeGreaterThan(0);
  recordFigure({
    fault: `${sockets.length} idle connections of one client`,
    goal: "others are served, the client keeps at most its share",
    measured: `${latency}; ${left()} left open; memory +${(readRssMb(site) - before).toFixed(0)} MB`,
  });
});

const SLOW_HEADS = 1_000;
const SLOW_BODIES = 300;
const DRIP_MS = 2_000;

it("LOAD-S04 LOAD-S05 serves others while slow writers send byte by byte, and disconnects them", async () => {
  // The limit exceeds one client's share, as if there were several.
  const site = await startSite({ CLIENT_LIMITS: "connections=5000,api=1000" });
  const drip = async (head: string): Promise<number> => {
    const socket = await open(site);
    const started = performance.now();
    socket.write(head);
    const timer = setInterval(() => socket.write("a"), DRIP_MS);
    if (!socket.destroyed) await once(socket, "close");
    clearInterval(timer);
    return performance.now() - started;
  };
  const heads = Promise.all(
    Array.from({ length: SLOW_HEADS }, () => drip("GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ")),
  );
  const bodies = Promise.all(
    Array.from({ length: SLOW_BODIES }, () =>
      drip(
        "POST /api/auth/signin HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n{",
      ),
    ),
  );
  const latency = await othersLatency(site, Promise.all([heads, bodies]));
  const longest = async (ended: Promise<number[]>) =>
    `${(Math.max(...(await ended)) / 1000).toFixed(0)} s`;
  recordFigure({
    fault: `LOAD-S04 LOAD-S05 ${SLOW_HEADS} heads and ${SLOW_BODIES} bodies, a byte every ${DRIP_MS / 1000} s`,
    goal: "others are served (p99 < 500 ms); heads end within 20 s, bodies within 60 s and a check",
    measured: `${latency}; heads ended after ${await longest(heads)}, bodies after ${await longest(bodies)}`,
  });
});

async function startRelay() {
  const origin = await startMediaOrigin(endless);
  const site = await startSite({ OUTBOUND_ALLOW: origin.host });
  const url = `${site.url}/api/videoProxy?url=${encodeURIComponent(`${origin.url}/film.ts`)}`;
  return { origin, site, url };
}

const SLOW_READERS = 200;
const SLOW_READER_BYTES = 10_000;
const SLOW_READER_SECONDS = 30;

it("LOAD-S01 serves others beside slow readers, without buffering for them", async () => {
  const { origin, site, url } = await startRelay();
  const before = readRssMb(site);
  const readSlowly = async () => {
    const stream = await openStream(url);
    expect(stream.statusCode).toBe(200);
    for (let second = 0; second < SLOW_READER_SECONDS; second += 1) {
      stream.read(SLOW_READER_BYTES);
      await pause(1_000);
    }
    stream.destroy();
  };
  const latency = await othersLatency(
    site,
    Promise.all(Array.from({ length: SLOW_READERS }, readSlowly)),
  );
  const growth = readRssMb(site) - before;
  await origin.waitForConnections(0);
  recordFigure({
    fault: `LOAD-S01 ${SLOW_READERS} viewers who read ${SLOW_READER_BYTES / 1000} kB/s`,
    goal: "others are served, memory +< 200 MB",
    measured: `${latency}; memory +${growth.toFixed(0)} MB`,
  });
  expect(growth).toBeLessThan(400);
});

const VIEWERS = 200;
/** All rounds together exceed the slots of the relay. */
const ROUNDS = 6;
const VIEWED_BYTES = 64 * 1024;

it("LOAD-S02 frees the slots of viewers who vanish", async () => {
  const { origin, site, url } = await startRelay();
  const freed: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const streams = await Promise.all(Array.from({ length: VIEWERS }, () => openStream(url)));
    expect(streams.map(({ statusCode }) => statusCode)).toEqual(streams.map(() => 200));
    await Promise.all(streams.map((stream) => take(stream, VIEWED_BYTES)));
    const started = performance.now();
    for (const stream of streams) stream.destroy();
    await origin.waitForConnections(0);
    freed.push(performance.now() - started);
  }
  const stream = await openStream(url);
  expect(stream.statusCode).toBe(200);
  stream.destroy();
  recordFigure({
    fault: `LOAD-S02 ${VIEWERS} viewers vanish, ${ROUNDS} times`,
    goal: "every slot free again, upstream closed within 1 s",
    measured: `${origin.connections.accepted} streams served; all closed after ${(Math.max(...freed) / 1000).toFixed(1)} s at most; memory ${readRssMb(site).toFixed(0)} MB`,
  });
});
