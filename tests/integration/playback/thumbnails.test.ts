import { cpSync, mkdtempSync, readdirSync, renameSync, rmSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addMediaFolder } from "~/features/playback/media-files/add-media-folder.server";
import { makeAllThumbnails } from "~/features/playback/media-jobs/make-all-thumbnails.server";
import type { PlaybackSource } from "~/features/playback/delivery/playback-schema";
import { putSource } from "~/features/playback/sources/put-source.server";
import { sourceInputSchema } from "~/features/playback/sources/source-input";
import { probeMediaFile } from "~/media/container/probe-media-file.server";
import { fileVersion } from "~/media/playback/open-file.server";
import { createThumbnailStore } from "~/media/playback/thumbnails/thumbnail-store.server";
import { loader } from "~/routes/media/file";
import { createDataDir, removeDataDir } from "../../../scripts/support/data-dir";
import { addAnime, addEpisodes } from "../../factories/anime";
import { testDatabase } from "../../support/database/test-database";
import { createJobParts } from "../../support/jobs/job-parts";
import { FFMPEG, ffmpeg } from "../../support/media/ffmpeg";
import { startProcess } from "../../support/server/process";

const database = await testDatabase();
const { db, sql } = database;
/** 20 seconds at 24 pictures a second, whose numbers are bars; a key frame every 2 seconds. */
const NUMBERED = join(import.meta.dirname, "../../fixtures/numbered/numbered.mkv");
const NO_LIMIT = 1024 * 1024 * 1024;
const running = new AbortController().signal;

let folder: string;
let dataDir: string;
let animeId: number;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "akari-pictures-"));
  cpSync(NUMBERED, join(folder, "short.mkv"));
  // Each picture of a film starts an ffmpeg: two are enough where no test looks at them.
  if (FFMPEG !== undefined)
    ffmpeg(...["-i", NUMBERED, "-t", "4", "-map", "0:v", "-c", "copy"], join(folder, "brief.mkv"));
  await addMediaFolder(db, folder, "pictures");
  ({ mal_id: animeId } = await addAnime(db));
  await addEpisodes(db, animeId, 1, 4);
});
beforeEach(async () => {
  await sql`DELETE FROM episode_sources`;
  dataDir = createDataDir();
  return () => removeDataDir(dataDir);
});
afterAll(() => rmSync(folder, { recursive: true }));

const attach = (number: number, file: string) =>
  putSource(
    db,
    sourceInputSchema.parse({
      anime: animeId,
      episode: number,
      url: `/media/files/pictures/${file}`,
    }),
    null,
  );
const storeIn = (name = "pictures") => createThumbnailStore(join(dataDir, "cache", name));

/** The number that the bars of each picture of a sheet show. */
async function numbersOn(sheet: Buffer, { width, height }: { width: number; height: number }) {
  const { data, info } = await sharp(sheet).greyscale().raw().toBuffer({ resolveWithObject: true });
  const numbers: number[] = [];
  for (let top = 0; top < info.height; top += height)
    for (let left = 0; left < info.width; left += width) {
      let number = 0;
      for (let bar = 0; bar < 10; bar += 1) {
        const x = left + Math.floor(((bar + 0.5) * width) / 10);
        const y = top + Math.floor(height / 6);
        number = number * 2 + ((data[y * info.width + x] ?? 0) > 127 ? 1 : 0);
      }
      numbers.push(number);
    }
  return numbers;
}

describe.skipIf(FFMPEG === undefined)("thumbnails (needs ffmpeg)", { tags: "rest" }, () => {
  const make = (more: Partial<Parameters<typeof makeAllThumbnails>[1]> = {}) =>
    makeAllThumbnails(db, {
      store: storeIn(),
      maxBytes: NO_LIMIT,
      ffmpeg: FFMPEG ?? null,
      probe: probeMediaFile,
      signal: running,
      ...more,
    });

  it("are made by the job, and sent to the viewer whose URL it is", async () => {
    await attach(1, "short.mkv");
    const jobs = createJobParts(database.options, {
      DATA_DIR: dataDir,
      PATH: process.env["PATH"] ?? "",
    });
    expect(await jobs.run("pictures", running)).toMatchObject({
      outcome: "succeeded",
      result: { pictured: 1, unpicturable: 0, unpictured: 0 },
    });
    expect(await jobs.run("pictures", running)).toMatchObject({
      result: { pictured: 0 },
    });
    await jobs.close();

    const { origin } = await startProcess({
      database,
      environment: { DATA_DIR: dataDir, TRUSTED_PROXIES: "127.0.0.1" },
      pages: (request, context) =>
        loader({ request, context } as unknown as Parameters<typeof loader>[0]),
    });
    const response = await fetch(`${origin}/api/episodes/playback?mal_id=${animeId}&ep=1`);
    const { data } = (await response.json()) as { data: { sources: PlaybackSource[] } };
    const pictures = data.sources[0]?.seek_pictures;
    expect(pictures).toMatchObject({ interval: 2, columns: 5, rows: 5, width: 192, height: 108 });
    expect(pictures?.sheets).toHaveLength(1);
    const url = new URL(pictures?.sheets[0] ?? "", origin);
    const sheet = await fetch(url);
    expect([sheet.status, sheet.headers.get("content-type")]).toEqual([200, "image/webp"]);
    expect(sheet.headers.get("cache-control")).toBe("private, max-age=43200, immutable");
    const numbers = await numbersOn(Buffer.from(await sheet.arrayBuffer()), {
      width: 192,
      height: 108,
    });
    expect(numbers).toEqual([0, 48, 96, 144, 192, 240, 288, 336, 384, 432]);

    const stranger = await fetch(url, { headers: { "x-forwarded-for": "198.51.100.7" } });
    expect(stranger.status).toBe(403);
    for (const path of ["1.webp", "00001.webp", "pictures.json", "0.webp/0.webp"])
      expect([path, (await fetch(url.href.replace(/0\.webp$/, path))).status]).toEqual([path, 404]);
    expect((await fetch(url.href.replace(/\/v[^/]+\/pictures/, "/v0-0/pictures"))).status).toBe(
      404,
    );
  });

  it(
    "continue with the next sheet after an interruption, and are not shown before the last",
    { tags: "nightly" },
    async () => {
      ffmpeg(
        "-stream_loop",
        "2",
        "-i",
        NUMBERED,
        "-map",
        "0:v",
        "-c",
        "copy",
        join(folder, "long.mkv"),
      );
      await attach(1, "long.mkv");
      const stopping = new AbortController();
      const store = storeIn();
      const written: number[] = [];
      const recording = {
        ...store,
        async writeSheet(...[file, sheet, bytes]: Parameters<typeof store.writeSheet>) {
          await store.writeSheet(file, sheet, bytes);
          written.push(sheet);
          stopping.abort();
        },
      };
      await make({ store: recording, signal: stopping.signal });
      const path = join(folder, "long.mkv");
      const file = { path, version: await fileVersion(path) };
      expect([written, await store.find(file)]).toEqual([[0], null]);
      expect(await make({ store: recording })).toMatchObject({ pictured: 1 });
      expect(written).toEqual([0, 1]);
      expect(await store.find(file)).toMatchObject({ interval: 2, count: 30, height: 108 });
      expect(
        await numbersOn((await store.readSheet(file, 1)) ?? Buffer.alloc(0), {
          width: 192,
          height: 108,
        }),
      ).toEqual([240, 288, 336, 384, 432]);
    },
  );

  it("are made anew when the file changes, and deleted with its source", async () => {
    await attach(1, "brief.mkv");
    await make();
    const names = () => readdirSync(join(dataDir, "cache", "pictures"));
    const [before] = names();
    utimesSync(join(folder, "brief.mkv"), 1.7e9, 1.7e9);
    expect(await make()).toMatchObject({ pictured: 1 });
    expect(names()).toHaveLength(1);
    expect(names()).not.toEqual([before]);
    await sql`DELETE FROM episode_sources`;
    await make();
    expect(names()).toEqual([]);
  });

  it("stay while the disk of the file is away", async () => {
    await attach(1, "brief.mkv");
    await make();
    const kept = readdirSync(join(dataDir, "cache", "pictures"));
    renameSync(folder, `${folder}-away`);
    try {
      expect(await make()).toEqual({ pictured: 0, unpicturable: 0, unpictured: 0 });
    } finally {
      renameSync(`${folder}-away`, folder);
    }
    expect(readdirSync(join(dataDir, "cache", "pictures"))).toEqual(kept);
  });

  it("are made while there is room, the newest files first", async () => {
    cpSync(join(folder, "brief.mkv"), join(folder, "second.mkv"));
    await attach(1, "brief.mkv");
    await attach(2, "second.mkv");
    expect(await make({ maxBytes: 1 })).toMatchObject({ pictured: 1, unpictured: 1 });
    const bytes = await storeIn().bytes();
    expect(await make({ maxBytes: bytes })).toMatchObject({ pictured: 0, unpictured: 1 });
    expect(await make({ maxBytes: bytes + 1 })).toMatchObject({ pictured: 1, unpictured: 0 });
  });

  it("are not tried again for files that can have none", async () => {
    cpSync(
      join(import.meta.dirname, "../../fixtures/containers/live.mkv"),
      join(folder, "live.mkv"),
    );
    cpSync(join(import.meta.dirname, "../../fixtures/numbered/make.sh"), join(folder, "text.mkv"));
    await attach(1, "live.mkv");
    await attach(2, "text.mkv");
    expect(await make()).toEqual({ pictured: 0, unpicturable: 2, unpictured: 0 });
    expect(await make()).toEqual({ pictured: 0, unpicturable: 0, unpictured: 0 });
  });
});

it("are not made without an ffmpeg, and the job says so", async () => {
  await attach(1, "short.mkv");
  const jobs = createJobParts(database.options, { DATA_DIR: dataDir, FFMPEG_PATH: "/nowhere" });
  expect(await jobs.run("pictures", running)).toMatchObject({
    outcome: "succeeded",
    result: { pictured: 0, unpictured: 1 },
  });
  await jobs.close();
});
