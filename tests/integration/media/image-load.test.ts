// @module-tag nightly
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { gradient } from "../../factories/image";
import { startMediaOrigin } from "../../fakes/media-origin";
import { startBuiltServer } from "../../../scripts/support/built-server";
import { createDatabaseLink } from "../../support/database/database-link";
import { getImageProcesses, measurePeakMemory } from "../../../scripts/support/image-processes";
import { createTempFolder } from "../../support/media/image-service";
import { startRunningClock } from "../../support/running-clock";
import { STARTER_TEMPLATE } from "../../support/database/templates";
import { testDatabase } from "../../support/database/test-database";

const database = await testDatabase({ template: STARTER_TEMPLATE });
const GIGABYTE = 1024 ** 3;
/** Niceness; 19 is the lowest priority. */
const BELOW_NORMAL = 10;

async function serverOf12Megapixels() {
  const photo = await gradient({ width: 4000, height: 3000, format: "jpeg", quality: 90 });
  // Trailing bytes after the image make each source distinct.
  const origin = await startMediaOrigin(
    (request, response) =>
      void response
        .writeHead(200, { "content-type": "image/jpeg" })
        .end(Buffer.concat([photo, Buffer.from(request.url ?? "")])),
  );
  const link = await createDatabaseLink(database);
  await link.open();
  const server = await startBuiltServer({
    DATA_DIR: createTempFolder(),
    DATABASE_URL: link.url,
    SESSION_SECRET: "for this test alone, and long enough for it",
    OUTBOUND_ALLOW: origin.host,
    IMAGE_WORKERS: "2",
  });
  onTestFinished(async () => {
    server.signal("SIGKILL");
    await server.exited;
  });
  await server.ready;
  return {
    server,
    photoUrl: (name: number, options = "") =>
      `${server.url}/api/proxy?url=${encodeURIComponent(`${origin.url}/${name}`)}${options}`,
  };
}

function p99(times: readonly number[]): number {
  return times.toSorted((one, other) => one - other)[Math.ceil(times.length * 0.99) - 1] ?? 0;
}

it("LOAD-S06 responds to 64 different images of 12 megapixels with the image or Retry-After, and to other requests meanwhile", async () => {
  const { server, photoUrl } = await serverOf12Megapixels();
  const health: number[] = [];
  let isOver = false;
  const now = startRunningClock();
  const request = async () => {
    const started = now();
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    return now() - started;
  };
  const alone: number[] = [];
  for (let count = 0; count < 100; count += 1) alone.push(await request());

  const watching = (async () => {
    while (!isOver) {
      health.push(await request());
      // The pause leaves the CPU time to the images.
      await pause(20);
    }
  })();
  let most = 0;
  const peak = await measurePeakMemory(server.pid, async () => {
    const responses = await Promise.all(
      Array.from({ length: 64 }, (_, name) => fetch(photoUrl(name, "&w=1600"))),
    );
    most = getImageProcesses(server.pid).workers.length;
    for (const response of responses) {
      await response.arrayBuffer();
      expect([200, 503]).toContain(response.status);
      if (response.status === 503)
        expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
    }
    expect(responses.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
  });
  isOver = true;
  await watching;
  expect(health.length).toBeGreaterThan(20);
  expect(p99(health)).toBeLessThan(Math.max(200, 10 * p99(alone)));
  if (process.platform !== "linux") return;
  expect(peak.together).toBeLessThan(1.5 * GIGABYTE);
  expect(most).toBeLessThanOrEqual(2);
});

it("runs every transform thread at low priority", async () => {
  const { server, photoUrl } = await serverOf12Megapixels();
  expect((await fetch(photoUrl(1, "&w=300"))).status).toBe(200);
  if (process.platform !== "linux") return;
  const { workers } = getImageProcesses(server.pid);
  expect(workers.length).toBeGreaterThan(0);
  for (const worker of workers) {
    const threads = readdirSync(`/proc/${worker}/task`).map(
      (thread) =>
        readFileSync(`/proc/${worker}/task/${thread}/stat`, "utf8")
          .replace(/^.*\) /, "")
          .split(" ")[16],
    );
    expect(new Set(threads.map(Number))).toEqual(new Set([BELOW_NORMAL]));
  }
});
