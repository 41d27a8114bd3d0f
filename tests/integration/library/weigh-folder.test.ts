import { sql } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  listAttachedFiles,
  listDoubtfulGroups,
  listUnusedFiles,
} from "~/features/library/list-files.server";
import { scanLibrary } from "~/features/library/scan-library.server";
import { addMediaFolder } from "~/features/playback/media-files/add-media-folder.server";
import { episodes, mediaFolders } from "~db/schema";
import { addAnimes, addRelation, indexForSearch } from "../../factories/anime";
import { testDatabase } from "../../support/database/test-database";
import { createMediaFolder, type MediaFolder } from "../../support/media/media-folder";

const database = await testDatabase();
const { db } = database;
const [SERIES, MORNING, NIGHT, OLD, NEW] = [930_001, 930_002, 930_003, 930_004, 930_005];
let folder: MediaFolder;

beforeAll(async () => {
  await addAnimes(
    db,
    { mal_id: SERIES, title: "Hi no Tsubasa", episodes: 2, aired_from: "2010-01-01T00:00:00.000Z" },
    {
      mal_id: MORNING,
      title: "Hi no Tsubasa: Asa-hen",
      episodes: 2,
      aired_from: "2011-01-01T00:00:00.000Z",
    },
    {
      mal_id: NIGHT,
      title: "Hi no Tsubasa: Yoru-hen",
      episodes: 2,
      aired_from: "2012-01-01T00:00:00.000Z",
    },
    { mal_id: OLD, title: "Kaze no Machi", episodes: 12, year: 2001 },
    { mal_id: NEW, title: "Kaze no Machi", episodes: 24, year: 2019 },
  );
  await addRelation(db, SERIES, "SEQUEL", MORNING);
  await addRelation(db, MORNING, "SEQUEL", NIGHT);
  // TheTVDB has both arcs as one season.
  await db.insert(episodes).values(
    [
      [SERIES, 1, 1, 1],
      [SERIES, 2, 1, 2],
      [MORNING, 1, 2, 1],
      [MORNING, 2, 2, 2],
      [NIGHT, 1, 2, 3],
      [NIGHT, 2, 2, 4],
    ].map(([animeMalId = 0, number = 0, tvdbSeason = 0, tvdbEpisode = 0]) => ({
      animeMalId,
      number,
      tvdbSeason,
      tvdbEpisode,
    })),
  );
  await indexForSearch(db);
});
beforeEach(async () => {
  folder = createMediaFolder();
  await addMediaFolder(db, folder.path, "shows");
});
afterEach(async () => {
  await db.delete(mediaFolders);
  folder.remove();
});

const scan = () => scanLibrary(database, { names: ["shows"], rematch: true });
const attached = async () =>
  (await listAttachedFiles(db, "shows"))
    .map(({ path, animeId, firstEpisode }) => [path, animeId, firstEpisode])
    .sort();

describe("the files of a folder", () => {
  it("are found by the seasons of TheTVDB", async () => {
    folder.add("Hi no Tsubasa - S02E02.mkv");
    folder.add("Hi no Tsubasa - S02E04.mkv", "h264-flac16.mkv");
    await scan();
    expect(await attached()).toEqual([
      ["Hi no Tsubasa - S02E02.mkv", MORNING, 2],
      ["Hi no Tsubasa - S02E04.mkv", NIGHT, 2],
    ]);
  });

  it("follow the title that the others of their group surely are", async () => {
    const path = (number: number) => `Kaze no Machi/Kaze no Machi - ${number}.mkv`;
    for (const number of [11, 12]) folder.add(path(number));
    await scan();
    expect(await attached()).toEqual([]);
    for (const number of [13, 14, 15]) folder.add(path(number));
    await scan();
    expect(await attached()).toEqual([11, 12, 13, 14, 15].map((n) => [path(n), NEW, n]));
  });

  it("wait when they are much shorter than the rest", async () => {
    for (const number of [1, 2]) folder.add(`Hi no Tsubasa/Hi no Tsubasa - S01E0${number}.mkv`);
    folder.add("Hi no Tsubasa/Hi no Tsubasa - S02E01.mkv", "h264-flac16.mkv");
    await scan();
    expect(await attached()).toHaveLength(3);
    await db.execute(sql`
      UPDATE media_files SET container = jsonb_set(container, '{duration}',
        CASE WHEN path LIKE '%S02E01%' THEN '60' ELSE '1440' END::jsonb)`);
    await scan();
    expect(await attached()).toHaveLength(2);
    const [group] = await listDoubtfulGroups(db, "shows");
    expect(group?.reason).toBe("it is much shorter than the other files of its folder");
  });

  it("are no episodes when they are commercials, samples, menus or trailers", async () => {
    folder.add("Hi no Tsubasa - S02E01.mkv");
    for (const extra of ["[CM01]", "- Menu 2", "- Sample", "- Trailer 1"])
      folder.add(`Hi no Tsubasa ${extra}.mkv`, "h264-flac16.mkv");
    await scan();
    expect(await attached()).toHaveLength(1);
    expect(await listUnusedFiles(db, "shows")).toHaveLength(4);
  });
});
