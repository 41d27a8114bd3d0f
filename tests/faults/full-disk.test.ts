import { existsSync, readdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { noise } from "../factories/image";
import { startMediaOrigin } from "../fakes/media-origin";
import type { ApiClient } from "../support/server/api-client";
import { dataOf, signUpClient } from "../support/server/signed-in";
import { serveImage } from "../support/media/image-service";
import { recordFigure } from "./support/figures";
import { findHalfWritten, listCacheDrafts, listUploadDrafts } from "./support/half-written";
import { createSite } from "./support/site";
import { canMount, mountSmallDisk } from "./support/small-disk";

/** The cluster with the starter catalog, and some space. */
const DISK_MB = 320;
/** Each is larger than the free space in the database's pages. */
const MAX_IMPORTS = 100;
/** The messages fill more than one file of the database's log. */
const LOG_MESSAGES = 100;
const MEGABYTE = 1_000_000;

async function startOnSmallDisk() {
  const disk = mountSmallDisk(DISK_MB);
  const origin = await startMediaOrigin({
    "/image.jpg": serveImage(await noise(), "image/jpeg"),
  });
  const dataDir = join(disk.folder, "data");
  const site = await createSite({ OUTBOUND_ALLOW: origin.host, LOG_LEVEL: "warn" }, dataDir);
  await site.start();
  const client = await signUpClient(site.url);
  let width = 100;
  const source = encodeURIComponent(`${origin.url}/image.jpg`);
  const read = async (path: string) => {
    const response = await fetch(site.url + path);
    await response.arrayBuffer();
    return response.status;
  };
  return {
    disk,
    site,
    client,
    read,
    newImage: () => `/api/proxy?w=${(width += 1)}&url=${source}`,
    newListing: () => `/api/animes/full?score_min=5&limit_count=${(width += 1)}`,
  };
}

async function upload(client: ApiClient): Promise<number> {
  const image = (await noise({ width: 64, height: 64, format: "png" })).toString("base64");
  const { status } = await client.send("POST", "/api/uploadImage", { image, filename: "a.png" });
  return status;
}

async function importList(
  client: ApiClient,
  titles: readonly number[],
  notes: string,
): Promise<number> {
  const list = titles.map((mal_id) => ({ mal_id, type: "Completed", notes }));
  const path = "/api/user/watchList/import?policy=replace";
  return (await client.send("POST", path, list)).status;
}

it.skipIf(!canMount())(
  "UPLOAD-S14 CACHE-S09 reads while the disk is full, and writes when there is space again (needs root and a mount namespace)",
  async () => {
    const { disk, site, client, read, newImage, newListing } = await startOnSmallDisk();
    const titles = dataOf<{ mal_id: number }[]>(
      await client.send("GET", "/api/animes/full?limit_count=300&status_filter=finished_airing"),
    ).map(({ mal_id }) => mal_id);
    const readNotes = async () => {
      const response = await client.send("GET", "/api/user/watchList/export");
      if (response.status !== 200) return null;
      const { entries } = dataOf<{ entries: { notes: string }[] }>(response);
      return [...new Set(entries.map(({ notes }) => notes))];
    };
    const readAll = async () => {
      const statuses: number[] = [];
      for (const path of ["/healthz", "/", "/browse?page=2", newListing(), newImage()])
        statuses.push(await read(path));
      return [...statuses, (await client.send("GET", "/api/user/watchList")).status];
    };
    expect(await upload(client)).toBe(200);
    let acknowledged = "import";
    expect(await importList(client, titles, acknowledged)).toBe(200);

    // A change of the catalog deletes these, and PostgreSQL takes no connection without them.
    const [data] = readdirSync(disk.folder, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith("/PG_VERSION"))
      .map((name) => dirname(join(disk.folder, name)));
    const initFiles = readdirSync(data ?? "", { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith("pg_internal.init"))
      .map((name) => join(data ?? "", name));
    expect(initFiles.length).toBeGreaterThan(1);
    disk.fill();
    for (const file of initFiles) rmSync(file);
    // What they took is filled as well.
    disk.fill();
    await expect
      .poll(() => initFiles.filter((file) => !existsSync(file)), { timeout: 5_000 })
      .toEqual([]);
    disk.fill();
    const pages = Array.from({ length: 12 }, (_, page) => read(`/browse?page=${page + 3}`));
    expect(new Set(await Promise.all(pages))).toEqual(new Set([200]));
    expect(await upload(client)).toBe(500);
    const refused = await client.send("POST", "/api/user/tokens", {
      name: "x",
      scopes: ["list:read"],
    });
    if (refused.status !== 200 && refused.status !== 201) {
      expect(refused.status).toBe(503);
      expect(refused.body).toMatchObject({
        error: expect.stringContaining("The disk is full") as string,
      });
    }
    for (let number = 1; number <= MAX_IMPORTS; number += 1) {
      const notes = `import ${number}`;
      const status = await importList(client, titles, notes);
      expect([200, 500]).toContain(status);
      if (status === 500) break;
      acknowledged = notes;
    }
    expect(await readAll()).toEqual([200, 200, 200, 200, 200, 200]);
    expect(await readNotes()).toEqual([acknowledged]);

    const faults = site.server.output().stdout.match(/^\{"level":[45]0.*$/gm) ?? [];
    expect(faults.filter((line) => line.includes("the disk is full"))).toHaveLength(1);
    expect(faults.filter((line) => line.includes('"stack"'))).toEqual([]);

    disk.free();
    expect(await upload(client)).toBe(200);
    expect(await importList(client, titles, "import again")).toBe(200);
    recordFigure({
      fault: "UPLOAD-S14 CACHE-S09 disk full",
      goal: "reads work, writes fail with a documented 500 or succeed whole, and work with space",
      measured: "all reads 200; upload and import 500; both 200 at once with space",
    });

    disk.fill();
    await site
      .query(async (sql) => {
        for (let count = 0; count < LOG_MESSAGES; count += 1)
          await sql`SELECT pg_logical_emit_message(true, 'fill', repeat('x', ${MEGABYTE}))`;
      })
      .catch(() => undefined);
    // Uncached responses need the database, which cannot run without its log.
    expect(await Promise.all(["/healthz", "/", newImage()].map(read))).toEqual([200, 200, 200]);
    expect([200, 500]).toContain(await read(newListing()));
    disk.free();
    const freed = performance.now();
    await expect.poll(() => read("/readyz"), { interval: 50 }).toBe(200);
    const recovery = performance.now() - freed;
    expect(await readNotes()).toEqual(["import again"]);
    expect(await upload(client)).toBe(200);
    expect(listUploadDrafts(site)).toEqual([]);
    await expect.poll(() => listCacheDrafts(site)).toEqual([]);
    expect(await findHalfWritten(site)).toEqual([]);
    recordFigure({
      fault: "Disk full, and the embedded database has no space for its log",
      goal: "nothing lost, recovers without help",
      measured: `cached pages and images 200, what needs the database 500; ready ${(recovery / 1000).toFixed(1)} s after there was space`,
    });
  },
);
