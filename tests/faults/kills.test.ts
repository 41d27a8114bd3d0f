import { utimesSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import { runningDatabases } from "../../scripts/support/data-dir";
import { noise } from "../factories/image";
import { startMediaOrigin } from "../fakes/media-origin";
import { serveImage } from "../support/media/image-service";
import type { Random } from "../support/random";
import { kills, recordFigure, seconds, testRandom } from "./support/figures";
import { findHalfWritten, listCacheDrafts, listUploadDrafts } from "./support/half-written";
import { runCleanup } from "./support/run-cleanup";
import { createSite, type Site } from "./support/site";
import { createWorkload, type Workload } from "./support/workload";

const MAX_LOAD_MS = 1_200;
/** How many writes have to show that the site works again. */
const WRITES_AFTERWARDS = 20;

interface Rounds {
  site: Site;
  workload: Workload;
  random: Random;
}

async function startSiteUnderLoad(name: string): Promise<Rounds> {
  const random = testRandom(name);
  const origin = await startMediaOrigin({
    "/image.jpg": serveImage(await noise({ width: 320, height: 320 }), "image/jpeg"),
  });
  const site = await createSite({ OUTBOUND_ALLOW: origin.host, UPLOAD_QUOTA_MB: "100" });
  await site.start();
  return { site, random, workload: await createWorkload(site, origin, random) };
}

/**
 * Injects the fault at a random moment under load, waits until writes are acknowledged again, and
 * compares. Returns the milliseconds of each recovery.
 */
async function injectRepeatedly(
  { site, workload, random }: Rounds,
  fault: (round: number) => Promise<void>,
): Promise<number[]> {
  const recoveries: number[] = [];
  for (let round = 1; round <= kills(); round += 1) {
    workload.start();
    await pause(random.below(MAX_LOAD_MS));
    const started = performance.now();
    await fault(round);
    await waitUntilReady(site);
    recoveries.push(performance.now() - started);
    const acknowledged = workload.acknowledged();
    while (workload.acknowledged() < acknowledged + WRITES_AFTERWARDS) await pause(5);
    await workload.stop();
    expect([round, await workload.verify()]).toEqual([round, []]);
    // The image cache writes behind its responses.
    await expect.poll(() => listCacheDrafts(site)).toEqual([]);
    expect([round, await findHalfWritten(site)]).toEqual([round, []]);
  }
  expect(await workload.verify(true)).toEqual([]);
  return recoveries;
}

async function waitUntilReady(site: Site): Promise<void> {
  for (;;) {
    const response = await fetch(`${site.url}/readyz`);
    await response.arrayBuffer();
    if (response.ok) return;
    await pause(5);
  }
}

function recordRounds(fault: string, workload: Workload, recoveries: readonly number[]): void {
  const counts = Object.entries(workload.counts()).map(([kind, count]) => `${count} ${kind}`);
  recordFigure({
    fault: `${fault}, ${recoveries.length} times`,
    goal: "no acknowledged write lost, nothing half-written",
    measured: `0 lost, 0 half-written of ${counts.join(", ")}; ${workload.failed()} writes failed`,
  });
  recordFigure({
    fault: `${fault}: ready again`,
    goal: "always, without help",
    measured: seconds(recoveries),
  });
}

it("DB-S02 loses nothing when all connections of the database are terminated", async () => {
  const parts = await startSiteUnderLoad("terminated");
  const { site, workload } = parts;
  const { pid } = site.server;
  const recoveries = await injectRepeatedly(parts, () =>
    site.query(async (sql) => {
      await sql`
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND backend_type = 'client backend'
          AND pid <> pg_backend_pid()`;
    }),
  );
  expect(site.server.pid).toBe(pid);
  recordRounds("DB-S02 connections terminated", workload, recoveries);
});

it("DB-S01 loses nothing when the database is killed", async () => {
  const parts = await startSiteUnderLoad("database killed");
  const { site, workload } = parts;
  const databasePid = () => runningDatabases(site.dataDir)[0]?.pid;
  const recoveries = await injectRepeatedly(parts, async () => {
    const killed = databasePid();
    site.killDatabase();
    while (databasePid() === undefined || databasePid() === killed) await pause(5);
  });
  recordRounds("DB-S01 database killed", workload, recoveries);
});

it("SHUTDOWN-S06 DB-S06 UPLOAD-S13 CACHE-S11 loses nothing when the process is killed, and starts again", async () => {
  const parts = await startSiteUnderLoad("process killed");
  const { site, random, workload } = parts;
  await site.kill();
  const usualStart = await site.start();
  const recoveries = await injectRepeatedly(parts, async (round) => {
    if (round % 5 === 0) site.killDatabase();
    await site.kill();
    if (round % 4 === 0) {
      await site.launch();
      await pause(random.below(usualStart));
      await site.kill();
    }
    await site.start();
  });
  recordRounds("SHUTDOWN-S06 process killed", workload, recoveries);

  const drafts = listUploadDrafts(site);
  for (const path of drafts) utimesSync(path, 0, 0);
  const [claims] = await site.query(
    (sql) => sql<{ count: number }[]>`
      WITH aged AS (UPDATE uploads SET created_at = created_at - interval '2 days' RETURNING url)
      SELECT count(*)::int AS count FROM aged WHERE url IS NULL`,
  );
  await runCleanup(site);
  expect(listUploadDrafts(site)).toEqual([]);
  expect(await site.query((sql) => sql`SELECT 1 FROM uploads`)).toEqual([]);
  recordFigure({
    fault: "UPLOAD-S13 leftovers of uploads that were killed",
    goal: "removed by the next cleanup",
    measured: `${drafts.length} drafts and ${claims?.count ?? 0} rows, all removed`,
  });
});

it("finishes a first start that was killed again and again", async () => {
  const random = testRandom("first start");
  const whole = await createSite();
  const usualStart = await whole.start();
  const countTitles = (site: Site) =>
    site.query((sql) => sql`SELECT count(*)::int AS titles FROM animes`);
  const site = await createSite();
  const rounds = Math.ceil(kills() / 5);
  for (let round = 0; round < rounds; round += 1) {
    await site.launch();
    await pause(random.below(usualStart));
    await site.kill();
  }
  const last = await site.start();
  expect(await countTitles(site)).toEqual(await countTitles(whole));
  recordFigure({
    fault: `First start killed, ${rounds} times`,
    goal: "the next start finishes it",
    measured: `complete, after ${(last / 1000).toFixed(1)} s`,
  });
});
