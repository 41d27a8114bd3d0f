// @module-tag nightly
import { rmSync } from "node:fs";
import { eq, sql as drizzleSql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { mapLimited } from "~/concurrency/map-limited";
import {
  incrementCatalogVersion,
  notifyCatalogVersion,
} from "~/features/catalog/catalog-version.server";
import { listJobs } from "~/jobs/job-status.server";
import { animes } from "~db/schema";
import { addAnime, addEpisodes } from "../../factories/anime";
import { listContracting, listCreatedTables } from "../../support/contracting-statements";
import { STARTER_TEMPLATE } from "../../support/database/templates";
import { databaseEnvironment, testDatabase } from "../../support/database/test-database";
import { createNextVersion } from "../../support/fleet/next-version";
import { launchValkey, VALKEY } from "../../support/fleet/valkey-process";
import { createJobParts } from "../../support/jobs/job-parts";
import { createApiClient } from "../../support/server/api-client";
import { EVERY_REQUEST } from "../../support/server/every-request";
import { createRoomClient } from "../../support/server/room-client";
import { dataOf, signUpClient, type SignedInClient } from "../../support/server/signed-in";
import { startSite, type Site } from "../../support/server/site";

const database = await testDatabase({ template: STARTER_TEMPLATE });
const { db, sql } = database;
/** An id above those of the starter catalog. */
const ANIME = 1_900_000_001;
const SIGN_INS = 10;
const CONCURRENT = 8;
const URLS = EVERY_REQUEST.filter(([method]) => method === "GET").map(([, url]) => url);
const stops: (() => unknown)[] = [];
const environment: Record<string, string> = {
  ...databaseEnvironment(database.options),
  RATE_LIMITS: `signin=${SIGN_INS}/600,signup=100000/60,animesFull=100000/60,videoProxy=100000/60`,
  LOG_LEVEL: "info",
  JOBS: "on",
  JIKAN_BASE_URL: "http://127.0.0.1:9/v4",
};

/** What an update may do beside the version before it: columns with defaults, a table, an index. */
const MIGRATION = [
  ...["sessions", "users", "preferences", "animes", "watch_list_entries", "list_events"].map(
    (table) => `ALTER TABLE "${table}" ADD COLUMN "of_next_version" text DEFAULT 'new' NOT NULL;`,
  ),
  `CREATE TABLE "shelves" ("user_id" uuid NOT NULL REFERENCES "users"("id") ON DELETE CASCADE, "name" text NOT NULL, PRIMARY KEY ("user_id", "name"));`,
  `CREATE INDEX "watch_list_entries_next_idx" ON "watch_list_entries" ("user_id", "of_next_version");`,
].join("--> statement-breakpoint\n");

async function listTablesWithout(column: string): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.tables t
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND NOT EXISTS (
      SELECT 1 FROM information_schema.columns c WHERE c.table_schema = t.table_schema
        AND c.table_name = t.table_name AND c.column_name = ${column})
    ORDER BY 1`;
  return rows.map(({ name }) => name);
}

async function statusesOf(site: Site, cookie: string): Promise<Record<string, number>> {
  const entries = await mapLimited(URLS, CONCURRENT, async (url) => {
    const response = await fetch(site.url + url, { headers: { cookie }, redirect: "manual" });
    await response.arrayBuffer();
    return [url, response.status] as const;
  });
  return Object.fromEntries(entries);
}

let older: Site;
let newer: Site;
let faye: SignedInClient;
let before: Record<string, number>;
/** What writes and checks at the older instance returned while the newer one started. */
const meanwhile = { writes: [] as number[], readiness: [] as number[] };

beforeAll(async () => {
  await addAnime(db, { mal_id: ANIME, title: "Cowboy Bebop", episodes: 26 });
  await addEpisodes(db, ANIME, 1, 3);
  if (VALKEY !== undefined) {
    const valkey = await launchValkey();
    stops.push(() => valkey.kill());
    environment["LIMITS_URL"] = valkey.url;
  }
  // It builds when sources have changed.
  older = await startSite(environment);
  stops.push(() => older.stop());
  faye = await signUpClient(older.url);
  const setScore = (score: number) =>
    faye.send("PATCH", "/api/user/watchlist/entry", { animeId: ANIME, score });
  await setScore(0);
  before = await statusesOf(older, faye.cookie);
  const folder = createNextVersion(MIGRATION);
  stops.push(() => rmSync(folder, { recursive: true }));
  const starting = startSite(environment, { folder });
  const started = { isReady: false };
  const writing = (async () => {
    while (!started.isReady) {
      meanwhile.writes.push((await setScore((meanwhile.writes.length % 100) + 1)).status);
      meanwhile.readiness.push((await fetch(`${older.url}/readyz`)).status);
    }
  })();
  newer = await starting.finally(() => (started.isReady = true));
  stops.push(() => newer.stop());
  await writing;
});
afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
});

const readEntry = async (client: { send: SignedInClient["send"] }) =>
  dataOf<{ score: number; progress: number } | null>(
    await client.send("GET", `/api/user/watchlist/entry?animeId=${ANIME}`),
  );

/** The same browser at the other instance. */
function atNewer(client: SignedInClient) {
  return Object.assign(createApiClient(newer.url), { cookie: client.cookie });
}

describe("a newer version that starts beside an older one", () => {
  it("has a migration that only adds, as the check of migrations understands it", () => {
    expect(listContracting(MIGRATION, listCreatedTables(MIGRATION))).toEqual([]);
  });

  it("migrates while the older one takes writes: none fails, none is lost, and it stays ready", async () => {
    expect(await listTablesWithout("of_next_version")).not.toContain("users");
    expect(meanwhile.writes.length).toBeGreaterThan(0);
    expect(new Set([...meanwhile.writes, ...meanwhile.readiness])).toEqual(new Set([200]));
    expect((await readEntry(faye))?.score).toBe(((meanwhile.writes.length - 1) % 100) + 1);
  });

  it("leaves every response of the older one as it was, also with a column more in every table", async () => {
    const tables = await listTablesWithout("of_next_version");
    expect(tables.length).toBeGreaterThan(40);
    // Statements that the older one has prepared would fail if they read all columns.
    for (const table of tables)
      await db.execute(
        drizzleSql`ALTER TABLE ${drizzleSql.identifier(table)} ADD COLUMN of_next_version text DEFAULT 'new' NOT NULL`,
      );
    const after = await statusesOf(older, faye.cookie);
    expect(after).toEqual(before);
    expect(Object.values(after).filter((status) => status === 200).length).toBeGreaterThan(60);
  });

  it("knows the older one's sessions, and each reads what the other wrote", async () => {
    const there = atNewer(faye);
    await there.send("PATCH", "/api/user/watchlist/entry", { animeId: ANIME, score: 81 });
    expect((await readEntry(faye))?.score).toBe(81);
    await faye.send("PATCH", "/api/user/watchlist/entry", { animeId: ANIME, score: 82 });
    expect((await readEntry(there))?.score).toBe(82);
    const spike = await signUpClient(newer.url);
    const here = Object.assign(createApiClient(older.url), { cookie: spike.cookie });
    expect((await here.send("GET", "/api/user/profile")).status).toBe(200);
  });

  it("keeps in its new columns what the older one does not know", async () => {
    await sql`UPDATE watch_list_entries SET of_next_version = 'kept' WHERE user_id = ${faye.userId}`;
    await faye.send("PATCH", "/api/user/watchlist/entry", { animeId: ANIME, score: 83 });
    const rows = await sql`
      SELECT score, of_next_version AS value FROM watch_list_entries WHERE user_id = ${faye.userId}`;
    expect([...rows]).toEqual([{ score: 83, value: "kept" }]);
  });
});

describe("an older and a newer instance together", () => {
  it("offer and take an Undo for each other", async () => {
    const jet = await signUpClient(older.url);
    const send = async (site: Site, fields: Record<string, string>) => {
      const response = await fetch(`${site.url}/list`, {
        method: "POST",
        headers: { cookie: jet.cookie, origin: site.url },
        body: new URLSearchParams(fields),
        redirect: "manual",
      });
      expect([response.status, response.headers.get("location")]).toEqual([303, "/list"]);
    };
    const offeredBy = async (site: Site) => {
      const page = await fetch(`${site.url}/list`, { headers: { cookie: jet.cookie } });
      const found = /name="eventId"[^>]* value="([0-9a-f-]{36})"/.exec(await page.text());
      return found?.[1] ?? "";
    };
    for (const [one, other] of [
      [older, newer],
      [newer, older],
    ] as const) {
      await send(one, { animeId: String(ANIME), type: "Watching" });
      expect(await readEntry(jet)).not.toBeNull();
      await send(other, { intent: "undo", eventId: await offeredBy(other) });
      expect(await readEntry(jet)).toBeNull();
    }
  });

  it("tell each other of changes of the catalog and of rooms", async () => {
    const titles = () =>
      Promise.all(
        [older, newer].map(async ({ url }) =>
          (await fetch(`${url}/anime/${ANIME}`))
            .text()
            .then((text) => /<h1[^>]*>(.*?)</.exec(text)?.[1]),
        ),
      );
    expect(await titles()).toEqual(["Cowboy Bebop", "Cowboy Bebop"]);
    await db.transaction(async (tx) => {
      await tx.update(animes).set({ title: "Samurai Champloo" }).where(eq(animes.malId, ANIME));
      await incrementCatalogVersion(tx);
    });
    await notifyCatalogVersion(db);
    await expect.poll(titles).toEqual(["Samurai Champloo", "Samurai Champloo"]);

    const [ana, ben] = [createRoomClient(older.url), createRoomClient(newer.url)];
    const id = await ana.createRoom(ANIME, 1);
    const [atOlder, atNewerOne] = [await ana.open(id), await ben.open(id)];
    await expect.poll(() => atOlder.latest()?.members.length).toBe(2);
    await ben.change(id, { do: "seek", position: 700.25 });
    await expect.poll(() => atOlder.latest()?.position).toBe(700.25);
    await ana.change(id, { do: "seek", position: 12.5 });
    await expect.poll(() => atNewerOne.latest()?.position).toBe(12.5);
  });

  it("run each requested job once", async () => {
    const parts = createJobParts(database.options);
    onTestFinished(() => parts.close());
    const countRuns = () =>
      [older, newer]
        .flatMap((site) => site.output().stdout.split("\n"))
        .filter((line) => line.includes('"job":"cleanup"') && line.includes('"msg":"job done"'))
        .length;
    const isRunning = async () =>
      (await listJobs(db)).find(({ name }) => name === "cleanup")?.running;
    const already = countRuns();
    for (let round = 1; round <= 2; round += 1) {
      await parts.request("cleanup");
      await expect.poll(countRuns).toBe(already + round);
      await expect.poll(isRunning).toBe(false);
    }
    expect(await parts.listWaiting("cleanup")).toHaveLength(1);
    expect(countRuns()).toBe(already + 2);
  });

  it.skipIf(VALKEY === undefined)("count requests together (needs Redis or Valkey)", async () => {
    const statuses: number[] = [];
    for (let count = 0; count < SIGN_INS + 5; count += 1) {
      const { url } = count % 2 === 0 ? older : newer;
      const response = await fetch(`${url}/api/auth/signin`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: "{}",
      });
      statuses.push(response.status);
    }
    expect(statuses).toEqual([
      ...Array.from({ length: SIGN_INS }, () => 400),
      ...Array.from({ length: 5 }, () => 429),
    ]);
  });

  it("let the older version start again on the newer schema, for a way back", async () => {
    const again = await startSite({ ...environment, JOBS: "off" });
    onTestFinished(() => again.stop());
    const client = Object.assign(createApiClient(again.url), { cookie: faye.cookie });
    await client.send("PATCH", "/api/user/watchlist/entry", { animeId: ANIME, score: 84 });
    expect((await readEntry(atNewer(faye)))?.score).toBe(84);
  });
});
