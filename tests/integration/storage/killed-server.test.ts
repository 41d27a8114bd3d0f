// @module-tag nightly
import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import sharp from "sharp";
import { decodeEntry } from "~/media/images/cache/entry-file";
import { contentId } from "~/media/storage/content-id";
import { createDiskStorage, type DiskStorage } from "~/media/storage/disk.server";
import { uploads } from "~db/schema";
import { noise, gradient } from "../../factories/image";
import { buildUser } from "../../factories/user";
import { startMediaOrigin } from "../../fakes/media-origin";
import { createApiClient, type ApiClient } from "../../support/server/api-client";
import { startBuiltServer, type BuiltServer } from "../../../scripts/support/built-server";
import { createDatabaseLink } from "../../support/database/database-link";
import { getFreePort } from "../../../scripts/support/free-port";
import { listStoredFiles, serveImage, createTempFolder } from "../../support/media/image-service";
import { testDatabase } from "../../support/database/test-database";
import { STARTER_TEMPLATE } from "../../support/database/templates";

const database = await testDatabase({ template: STARTER_TEMPLATE });

/** Responses before the server is killed, out of 50 uploads and 50 new images. */
const KILLED_AFTER = [1, 30, 80];
const AT_ONCE = 50;
const SOURCE_WIDTH = 400;

const drafts = (folder: string): string[] =>
  existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];

async function killedServer() {
  const dataDir = createTempFolder();
  const origin = await startMediaOrigin({
    "/a.jpg": serveImage(await noise({ width: SOURCE_WIDTH, height: SOURCE_WIDTH }), "image/jpeg"),
  });
  const link = await createDatabaseLink(database);
  await link.open();
  const port = String(await getFreePort());
  const start = async (): Promise<BuiltServer> => {
    const server = await startBuiltServer({
      PORT: port,
      DATA_DIR: dataDir,
      DATABASE_URL: link.url,
      SESSION_SECRET: "the same for every start of this test",
      OUTBOUND_ALLOW: origin.host,
    });
    onTestFinished(() => server.signal("SIGKILL"));
    await server.ready;
    return server;
  };
  const image = (width: number): string =>
    `/api/proxy?w=${width}&q=90&url=${encodeURIComponent(`${origin.url}/a.jpg`)}`;
  return { dataDir, start, image };
}

interface Load {
  people: readonly ApiClient[];
  pictures: Buffer[];
  images: readonly string[];
}

/**
 * Kills the server under load and returns the acknowledged uploads. Sends as many uploads at once
 * as the server accepts.
 */
async function killInTheMiddle(
  server: BuiltServer,
  after: number,
  { people: clients, pictures, images }: Load,
): Promise<string[]> {
  const promised: string[] = [];
  let responses = 0;
  const count = () => {
    responses += 1;
    if (responses === after) server.signal("SIGKILL");
  };
  const upload = async (user: ApiClient) => {
    for (let bytes = pictures.pop(); bytes !== undefined; bytes = pictures.pop()) {
      const { status, body } = await user.send("POST", "/api/uploadImage", {
        image: bytes.toString("base64"),
        filename: "a.png",
      });
      count();
      if (status === 200) promised.push((body as { data: string }).data);
    }
  };
  const look = async (path: string) => {
    await (await fetch(server.url + path)).arrayBuffer();
    count();
  };
  await Promise.allSettled([
    ...clients.flatMap((user) => [upload(user), upload(user)]),
    ...images.map(look),
  ]);
  expect(responses).toBeGreaterThanOrEqual(after);
  await server.exited;
  return promised;
}

/** Acknowledged uploads exist, and every stored file is complete. */
async function expectWholeUploads(
  server: BuiltServer,
  promised: readonly string[],
  storage: DiskStorage,
  folder: string,
): Promise<void> {
  const served = async (cid: string): Promise<Uint8Array | null> => {
    const response = await fetch(`${server.url}/ipfs/${cid}`);
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (response.status === 200) return bytes;
    expect(response.status).toBe(404);
    return null;
  };
  for (const url of promised) {
    const bytes = await served(basename(url));
    expect(bytes === null ? null : contentId(bytes)).toBe(basename(url));
  }
  for (const { cid } of await database.db.select({ cid: uploads.cid }).from(uploads)) {
    const bytes = await served(cid);
    if (bytes !== null) expect(contentId(bytes)).toBe(cid);
    expect((await storage.read(cid)) === null).toBe(bytes === null);
  }
  for (const path of listStoredFiles(folder))
    expect(contentId(readFileSync(path))).toBe(basename(path));
}

it("UPLOAD-S13 and CACHE-S11 serves nothing half-written after kill -9 during 50 uploads and 50 new images, and leaves no drafts", async () => {
  const { dataDir, start, image } = await killedServer();
  const [cacheFolder, uploadsFolder] = [join(dataDir, "cache"), join(dataDir, "uploads")];
  for (const folder of [cacheFolder, uploadsFolder]) mkdirSync(folder);
  const storage = createDiskStorage(uploadsFolder);
  const promised: string[] = [];
  const widths: number[] = [];
  let next = 20;
  let server = await start();
  const clients = Array.from({ length: 4 }, () => createApiClient(server.url));
  for (const one of clients)
    expect((await one.send("POST", "/api/auth/signup", buildUser())).status).toBe(200);

  for (const after of KILLED_AFTER) {
    const sizes = Array.from({ length: AT_ONCE }, () => (next += 1));
    widths.push(...sizes);
    const pictures = await Promise.all(
      sizes.map((size) => gradient({ width: size, height: size })),
    );
    promised.push(
      ...(await killInTheMiddle(server, after, {
        people: clients,
        pictures,
        images: sizes.map(image),
      })),
    );
    for (const path of listStoredFiles(cacheFolder))
      expect(decodeEntry(readFileSync(path))).not.toBeNull();
    server = await start();
    await expectWholeUploads(server, promised, storage, uploadsFolder);
    await expect.poll(() => drafts(join(cacheFolder, "images", "tmp"))).toEqual([]);
  }
  expect(promised.length).toBeGreaterThan(0);
  expect(listStoredFiles(join(cacheFolder, "images")).length).toBeGreaterThan(0);

  for (const width of widths) {
    const response = await fetch(server.url + image(width));
    expect(response.status).toBe(200);
    const { info } = await sharp(Buffer.from(await response.arrayBuffer()))
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(info.width).toBe(width);
  }

  const left = join(uploadsFolder, "drafts");
  for (const path of drafts(left))
    utimesSync(path, Date.now() / 1000 - 3600, Date.now() / 1000 - 3600);
  server.signal("SIGTERM");
  await server.exited;
  server = await start();
  await expect.poll(() => drafts(left)).toEqual([]);
  server.signal("SIGTERM");
  expect(await server.exited).toBe(0);
}, 300_000);
