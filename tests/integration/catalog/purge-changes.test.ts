import type { IncomingMessage, ServerResponse } from "node:http";
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import type { KeyHeader } from "~/config/cdn";
import { incrementCatalogVersion } from "~/features/catalog/catalog-version.server";
import {
  purgeChanges,
  recordCatalogChanges,
} from "~/features/catalog/changes/purge-changes.server";
import { sourceInputSchema } from "~/features/playback/sources/source-input";
import { putSource } from "~/features/playback/sources/put-source.server";
import { importCatalog } from "~/features/import/import-catalog.server";
import { createLog } from "~/observability/log.server";
import { createOperatorFetch } from "~/outbound/operator-fetch.server";
import { createPurge } from "~/providers/cdn/purge.server";
import { purge as purgeJob } from "~/jobs/definitions/purge.server";
import { startMediaOrigin } from "../../fakes/media-origin";
import { addAnimes } from "../../factories/anime";
import { testDatabase } from "../../support/database/test-database";
import { createJobParts } from "../../support/jobs/job-parts";
import { chunks, title } from "./import-support";

const database = await testDatabase();
const { db } = database;
const LIMITS = { timeoutMs: 5_000, maxBytes: 1_000 };

beforeEach(async () => {
  await recordCatalogChanges(db, false);
  await database.sql`TRUNCATE animes CASCADE`;
  await recordCatalogChanges(db, true);
});

/** What is due, as one purge. */
async function purgedKeys(repeatMs = 0): Promise<string[]> {
  const purged: string[] = [];
  await purgeChanges(
    db,
    (keys) => {
      purged.push(...keys);
      return Promise.resolve();
    },
    repeatMs,
  );
  return purged.sort();
}

const forget = () => database.sql`DELETE FROM catalog_changes`;

describe("recorded changes", () => {
  it("are those of titles that an import adds or changes, and of lists", async () => {
    await importCatalog(db, chunks([title(1), title(2)]));
    expect(await purgedKeys()).toEqual(["catalog", "title-1", "title-2"]);
    await forget();
    await importCatalog(db, chunks([title(1), title(2, { score: 1.5 })]));
    expect(await purgedKeys()).toEqual(["catalog", "title-2"]);
    await forget();
    await importCatalog(db, chunks([title(1), title(2, { score: 1.5 })]));
    expect(await purgedKeys()).toEqual([]);
  });

  it("are those of episodes, sources, relations and deleted titles", async () => {
    await addAnimes(db, { mal_id: 1 }, { mal_id: 2 }, { mal_id: 3 });
    await forget();
    const url = "https://media.test/1.mp4";
    await putSource(db, sourceInputSchema.parse({ anime: 1, episode: 1, url }), null);
    expect(await purgedKeys()).toEqual(["catalog", "title-1"]);
    await forget();
    await database.sql`UPDATE episode_sources SET checked_at = now()`;
    expect(await purgedKeys()).toEqual([]);
    await database.sql`UPDATE episode_sources SET status = 'dead'`;
    expect(await purgedKeys()).toEqual(["catalog", "title-1"]);
    await forget();
    await database.sql`INSERT INTO anime_relations VALUES (2, 1, 'SEQUEL')`;
    expect(await purgedKeys()).toEqual(["catalog", "title-2"]);
    await forget();
    await database.sql`DELETE FROM animes WHERE mal_id = 3`;
    expect(await purgedKeys()).toEqual(["catalog", "title-3"]);
  });

  it("are none of a change that is rolled back, and one of a new version alone", async () => {
    await importCatalog(db, chunks([title(1)]));
    await forget();
    const failed = db.transaction(async (tx) => {
      await tx.execute(sql`UPDATE animes SET title = 'Another'`);
      await incrementCatalogVersion(tx);
      throw new Error("rolled back");
    });
    await expect(failed).rejects.toThrow("rolled back");
    expect(await purgedKeys()).toEqual([]);
    await db.transaction(incrementCatalogVersion);
    expect(await purgedKeys()).toEqual(["catalog"]);
  });

  it.each([
    [1_000, 1_001, "title-1"],
    [1_001, 2, "titles"],
  ])("of %i titles are purged by %i keys", async (count, keys, one) => {
    await db.execute(
      sql`INSERT INTO catalog_changes (mal_id) SELECT id FROM generate_series(1, ${count}::int4) AS id`,
    );
    const purged = await purgedKeys();
    expect(purged).toHaveLength(keys);
    expect(purged).toContain(one);
  });

  it("are purged twice, the second time later", async () => {
    await db.transaction(incrementCatalogVersion);
    expect(await purgedKeys(60_000)).toEqual(["catalog"]);
    expect(await purgedKeys()).toEqual([]);
    await database.sql`UPDATE catalog_changes SET due_at = now()`;
    expect(await purgedKeys()).toEqual(["catalog"]);
    expect(await database.sql`SELECT 1 FROM catalog_changes`).toHaveLength(0);
  });

  it("stay when the purge fails, and are purged by one instance at a time", async () => {
    await db.transaction(incrementCatalogVersion);
    const failing = purgeChanges(db, () => Promise.reject(new Error("away")));
    await expect(failing).rejects.toThrow("away");
    let inside: string[] = ["not asked"];
    await purgeChanges(db, async () => {
      inside = await purgedKeys();
    });
    expect(inside).toEqual([]);
  });

  it("are none while nothing is to be purged", async () => {
    await recordCatalogChanges(db, false);
    await importCatalog(db, chunks([title(7)]));
    expect(await database.sql`SELECT 1 FROM catalog_changes`).toHaveLength(0);
  });
});

describe("the purge of a cache in front", () => {
  async function startCache(
    keyHeader: KeyHeader,
    respond: (request: IncomingMessage, response: ServerResponse) => void,
  ) {
    const received: { headers: IncomingMessage["headers"]; body: unknown }[] = [];
    const cache = await startMediaOrigin((request, response) => {
      let text = "";
      request.on("data", (chunk: Buffer) => (text += chunk.toString()));
      request.on("end", () => {
        received.push({ headers: request.headers, body: JSON.parse(text) });
        respond(request, response);
      });
    });
    const settings = { url: new URL(`${cache.url}/purge`), token: "secret", keyHeader };
    return { received, purge: createPurge(settings, createOperatorFetch(LIMITS)) };
  }

  it("sends a hundred keys at most per request, in a header and as JSON", async () => {
    const { received, purge } = await startCache("Surrogate-Key", (_, response) => response.end());
    const keys = Array.from({ length: 101 }, (_, id) => `title-${id}` as const);
    await purge(keys);
    expect(received.map(({ body }) => body)).toEqual([
      { surrogate_keys: keys.slice(0, 100) },
      { surrogate_keys: keys.slice(100) },
    ]);
    expect(received[0]?.headers).toMatchObject({
      "content-type": "application/json",
      "surrogate-key": keys.slice(0, 100).join(" "),
      authorization: "Bearer secret",
      "fastly-key": "secret",
    });
  });

  it("sends tags to a cache that reads them", async () => {
    const { received, purge } = await startCache("Cache-Tag", (_, response) => response.end());
    await purge(["catalog", "title-1"]);
    expect(received[0]?.body).toEqual({ tags: ["catalog", "title-1"] });
    expect(received[0]?.headers["cache-tag"]).toBe("catalog,title-1");
  });

  it.each([302, 403, 500])("fails with a status of %i", async (status) => {
    const { purge } = await startCache("xkey", (_, response) => response.writeHead(status).end());
    await expect(purge(["catalog"])).rejects.toThrow(`responded to a purge with ${status}`);
  });

  it("is repeated until it succeeds, with one warning, and follows a change at once", async () => {
    let failures = 3;
    const { received, purge } = await startCache("Surrogate-Key", (_, response) => {
      failures -= 1;
      response.writeHead(failures >= 0 ? 503 : 200).end();
    });
    const lines: string[] = [];
    const parts = createJobParts(database.options);
    const running = parts.start(null, {
      context: { ...parts.context, purgeCache: purge },
      jobs: [{ ...purgeJob, plan: { ...purgeJob.plan, retrySeconds: 0.001 } }],
      log: createLog("warn", { write: (line: string) => void lines.push(line) }),
      lookMs: 600_000,
    });
    onTestFinished(async () => {
      await running.stop();
      await parts.close();
    });
    await importCatalog(db, chunks([title(5)]));
    running.wake();
    await expect.poll(() => received.length).toBe(4);
    expect(received.map(({ body }) => body)).toEqual(
      received.map(() => ({ surrogate_keys: ["catalog", "title-5"] })),
    );
    expect(lines).toHaveLength(1);
    await importCatalog(db, chunks([title(6)]));
    running.wake();
    await expect
      .poll(() => received.at(-1)?.body)
      .toEqual({ surrogate_keys: ["catalog", "title-6"] });
  });
});
