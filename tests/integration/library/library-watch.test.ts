import { randomUUID } from "node:crypto";
import { appendFileSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { isNull } from "drizzle-orm";
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  onTestFinished,
} from "vitest";
import { listAttachedFiles, listSkippedFiles } from "~/features/library/list-files.server";
import { listFolders } from "~/features/library/list-folders.server";
import { addMediaFolder } from "~/features/playback/media-files/add-media-folder.server";
import { removeMediaFolder } from "~/features/playback/media-files/remove-media-folder.server";
import { scan } from "~/jobs/definitions/scan.server";
import { enqueueScans } from "~/jobs/enqueue-scans.server";
import { createLog } from "~/observability/log.server";
import type { JobRunner } from "~/jobs/job-runner.server";
import { startLibraryWatch } from "~/process/library-watch.server";
import { jobRuns, mediaFolders } from "~db/schema";
import { addAnimes, indexForSearch } from "../../factories/anime";
import { testDatabase } from "../../support/database/test-database";
import { createJobParts, passTime, waitOf } from "../../support/jobs/job-parts";
import { createMediaFolder, type MediaFolder } from "../../support/media/media-folder";

const database = await testDatabase();
const HOUR_MS = 3_600_000;
const parts = createJobParts(database.options);

/** Watches until the test ends. */
function startWatch(): void {
  const watch = startLibraryWatch({
    database,
    log: createLog("silent"),
    intervalMs: HOUR_MS,
    wakeJobs: () => runner.wake(),
    settleMs: 100,
    lookMs: 200,
  });
  onTestFinished(() => watch.stop());
}

let runner: JobRunner;
beforeAll(() => {
  runner = parts.start(null, { jobs: [scan] });
});
afterAll(async () => {
  await runner.stop();
  await parts.close();
});

beforeAll(async () => {
  await addAnimes(database.db, { mal_id: 920_001, title: "Kaze no Tegami" });
  await indexForSearch(database.db);
});

let folder: MediaFolder;
let folderName: string;
beforeEach(async () => {
  await database.db.delete(mediaFolders);
  await database.db.delete(jobRuns).where(isNull(jobRuns.worker));
  folder = createMediaFolder();
  // A new name, as the last test's folder may still be being scanned.
  folderName = `kaze-${randomUUID()}`;
  await addMediaFolder(database.db, folder.path, folderName);
});
afterEach(() => folder.remove());

const attachedPaths = async () =>
  (await listAttachedFiles(database.db, folderName)).map(({ path }) => path).sort();

describe("a running app", () => {
  it("attaches what lies in the folders at its start, and what is added later", async () => {
    folder.add("Kaze/Kaze no Tegami - 01.mkv");
    startWatch();
    const episodes = async () =>
      (await listAttachedFiles(database.db, folderName)).map(({ firstEpisode }) => firstEpisode);
    await expect.poll(episodes).toEqual([1]);
    folder.add("Kaze/Kaze no Tegami - 02.mkv", "h264-flac16.mkv");
    await expect.poll(episodes).toEqual([1, 2]);
  });

  it("watches a folder that another process adds, until it is removed", async () => {
    await removeMediaFolder(database.db, folderName);
    startWatch();
    const name = "Kaze no Tegami - 01.mkv";
    folder.add(name);
    folder.add("Kaze no Tegami - 02.mkv", "h264-flac16.mkv");
    await addMediaFolder(database.db, folder.path, folderName);
    await expect.poll(attachedPaths).toEqual([name, "Kaze no Tegami - 02.mkv"]);
    folder.add("Kaze no Tegami - 03.mkv", "h264-flac24.mkv");
    await expect.poll(attachedPaths).toHaveLength(3);
    rmSync(join(folder.path, name));
    await expect.poll(attachedPaths).not.toContain(name);
    await removeMediaFolder(database.db, folderName);
    expect(await attachedPaths()).toEqual([]);
  });

  it("finds files in folders that appear, are removed and appear again", async () => {
    const known = ["Kaze/Kaze no Tegami - 01.mkv", "Kaze/Kaze no Tegami - 02.mkv"];
    folder.add("Kaze/Kaze no Tegami - 01.mkv");
    folder.add("Kaze/Kaze no Tegami - 02.mkv", "h264-flac16.mkv");
    startWatch();
    await expect.poll(attachedPaths).toEqual(known);
    const season = join(folder.path, "Kaze no Tegami/Season 1");
    const name = "Kaze no Tegami/Season 1/Kaze no Tegami - 07.mkv";
    for (let time = 0; time < 2; time += 1) {
      mkdirSync(season, { recursive: true });
      // The first folder is there before the watch begins, and the second one appears.
      if (time > 0) await setTimeout(1_000);
      folder.add(name, "h264-flac24.mkv");
      await expect.poll(attachedPaths).toEqual([name, ...known]);
      rmSync(join(folder.path, "Kaze no Tegami"), { recursive: true });
      await expect.poll(attachedPaths).toEqual(known);
    }
  });

  it("looks again at a file that was being written", async () => {
    const name = "New/Kaze no Tegami - 05.mkv";
    folder.add(name, "h264-flac24.mkv");
    const grow = () => appendFileSync(join(folder.path, name), Buffer.alloc(16));
    // The file grows before the scan begins, which takes an older file for complete.
    grow();
    const growing = setInterval(grow, 100);
    onTestFinished(() => clearInterval(growing));
    // Nothing watches the folder, whose events would be the reason for the second scan.
    await enqueueScans(database.db);
    const skipped = async () =>
      (await listSkippedFiles(database.db, folderName)).map(({ path }) => path);
    await expect.poll(skipped).toContain(name);
    clearInterval(growing);
    await expect.poll(() => waitOf(database, "scan")).toBeGreaterThan(30_000);
    expect(await waitOf(database, "scan")).toBeLessThanOrEqual(60_000);
    await passTime(database, "scan");
    await expect.poll(attachedPaths).toContain(name);
  });

  it("scans without an interval when that is requested, and matches waiting files again", async () => {
    folder.add("Kaze/Kaze no Tegami - 01.mkv");
    folder.add("Kaze/Kaze no Tegami - 02.mkv", "h264-flac16.mkv");
    folder.add("Umi no Tegami - 03.mkv", "h264-opus.mkv");
    const scans = async () =>
      (await listFolders(database.db)).map(({ attached, waiting }) => [attached, waiting]);
    await enqueueScans(database.db, { rematch: true });
    await expect.poll(scans).toEqual([[2, 1]]);
    await addAnimes(database.db, { mal_id: 920_002, title: "Umi no Tegami" });
    await indexForSearch(database.db);
    await enqueueScans(database.db, { rematch: true });
    await expect.poll(scans).toEqual([[3, 0]]);
  });
});
