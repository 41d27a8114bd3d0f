import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listAttachedFiles } from "~/features/library/list-files.server";
import { addMediaFolder } from "~/features/playback/media-files/add-media-folder.server";
import { createLog } from "~/observability/log.server";
import { startLibraryWatch } from "~/process/library-watch.server";
import { addAnimes, indexForSearch } from "../../factories/anime";
import { testDatabase } from "../../support/database/test-database";
import { createMediaFolder } from "../../support/media/media-folder";

const database = await testDatabase({ patient: true });
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
});
