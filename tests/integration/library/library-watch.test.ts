import { appendFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createScanRequests } from "~/features/library/scan-requests";
import { listAttachedFiles, listSkippedFiles } from "~/features/library/list-files.server";
import { listFolders } from "~/features/library/list-folders.server";
import { addMediaFolder } from "~/features/playback/media-files/add-media-folder.server";
import { createLog } from "~/observability/log.server";
import { startLibraryWatch } from "~/process/library-watch.server";
import { mediaFolders } from "~db/schema";
import { addAnimes, indexForSearch } from "../../factories/anime";
import { testDatabase } from "../../support/database/test-database";
import { createMediaFolder } from "../../support/media/media-folder";

const database = await testDatabase({ timeouts: null });
const folder = createMediaFolder();
const HOUR_MS = 3_600_000;

beforeAll(async () => {
  await addAnimes(database.db, { mal_id: 920_001, title: "Kaze no Tegami" });
  await indexForSearch(database.db);
});
afterAll(() => folder.remove());

describe("a running app", () => {
  it("attaches what lies in the folders at its start, and what is added later", async () => {
    folder.add("Kaze/Kaze no Tegami - 01.mkv");
    await addMediaFolder(database.db, folder.path, "kaze");
    const watching = startLibraryWatch({
      database,
      log: createLog("silent"),
      requests: createScanRequests(),
      intervalMs: HOUR_MS,
      settleMs: 100,
    });
    const episodes = async () =>
      (await listAttachedFiles(database.db, "kaze")).map(({ firstEpisode }) => firstEpisode);
    await expect.poll(episodes).toEqual([1]);
    folder.add("Kaze/Kaze no Tegami - 02.mkv", "h264-flac16.mkv");
    await expect.poll(episodes).toEqual([1, 2]);
    await watching.stop();
  });

  it("looks again at a file that was being written", async () => {
    await database.db.delete(mediaFolders);
    const name = "New/Kaze no Tegami - 05.mkv";
    folder.add(name, "h264-flac24.mkv");
    await addMediaFolder(database.db, folder.path, "kaze");
    const growing = setInterval(
      () => appendFileSync(join(folder.path, name), Buffer.alloc(16)),
      100,
    );
    const watching = startLibraryWatch({
      database,
      log: createLog("silent"),
      requests: createScanRequests(),
      intervalMs: HOUR_MS,
      settleMs: 100,
      retryMs: 100,
    });
    const skipped = async () =>
      (await listSkippedFiles(database.db, "kaze")).map(({ path }) => path);
    await expect.poll(skipped, { timeout: 20_000 }).toContain(name);
    clearInterval(growing);
    const paths = async () =>
      (await listAttachedFiles(database.db, "kaze")).map(({ path }) => path);
    await expect.poll(paths, { timeout: 20_000 }).toContain(name);
    await watching.stop();
    rmSync(join(folder.path, "New"), { recursive: true });
  });

  it("scans without an interval when that is requested, and matches waiting files again", async () => {
    await database.db.delete(mediaFolders);
    await addMediaFolder(database.db, folder.path, "kaze");
    folder.add("Umi no Tegami - 03.mkv", "h264-opus.mkv");
    const requests = createScanRequests();
    const watching = startLibraryWatch({
      database,
      log: createLog("silent"),
      requests,
      intervalMs: 0,
    });
    const scans = async () =>
      (await listFolders(database.db)).map(({ attached, waiting }) => [attached, waiting]);
    requests.request();
    await expect.poll(scans).toEqual([[2, 1]]);
    await addAnimes(database.db, { mal_id: 920_002, title: "Umi no Tegami" });
    await indexForSearch(database.db);
    requests.request();
    await expect.poll(scans).toEqual([[3, 0]]);
    await watching.stop();
  });
});
