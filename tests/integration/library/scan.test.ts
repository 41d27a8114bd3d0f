import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { decideGroup } from "~/features/library/decide-group.server";
import {
  listAttachedFiles,
  listDoubtfulGroups,
  listUnusedFiles,
} from "~/features/library/list-files.server";
import { reasonText } from "~/features/library/reason-text.server";
import { scanLibrary } from "~/features/library/scan-library.server";
import { addMediaFolder } from "~/features/playback/media-files/add-media-folder.server";
import { listSources } from "~/features/playback/sources/list-sources.server";
import { mediaFiles, mediaFolders } from "~db/schema";
import { addAnimes, addRelation, indexForSearch } from "../../factories/anime";
import { testDatabase } from "../../support/database/test-database";
import { createMediaFolder, type MediaFolder } from "../../support/media/media-folder";

const database = await testDatabase();
const { db } = database;
const LANTERNS = 900_001;
const LANTERNS_2 = 900_002;
const FILM = 900_003;
let folder: MediaFolder;

beforeAll(async () => {
  await addAnimes(
    db,
    { mal_id: LANTERNS, title: "Kami no Tourou", title_english: "Paper Lanterns", episodes: 12 },
    {
      mal_id: LANTERNS_2,
      title: "Kami no Tourou 2nd Season",
      episodes: 13,
      aired_from: "2017-04-05T00:00:00.000Z",
      year: 2017,
    },
    { mal_id: FILM, title: "Umi no Gakudan", type: "Movie", episodes: 1, year: 2019 },
  );
  await addRelation(db, LANTERNS, "SEQUEL", LANTERNS_2);
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

/** Reasons in English. */
async function scan() {
  const [result] = await scanLibrary(database, { names: ["shows"], rematch: true });
  if (result === undefined) throw new Error("there is no folder");
  const { problem, skipped } = result;
  return {
    ...result,
    problem: problem === null ? null : reasonText([problem]),
    skipped: skipped.map(({ path, reason }) => ({ path, reason: reasonText([reason]) })),
  };
}

async function attached(): Promise<[string, number, number][]> {
  return (await listAttachedFiles(db, "shows")).map(({ path, animeId, firstEpisode }) => [
    path,
    animeId,
    firstEpisode,
  ]);
}

const urls = async (anime: number, episode: number) =>
  (await listSources(db, anime, episode)).map(({ url }) => url);

describe("a scan", () => {
  it("attaches what it recognises, by the name's own numbers or through the sequel", async () => {
    folder.add("[Group] Kami no Tourou - 05v2 (1080p) [A1B2C3D4].mkv");
    folder.add("Paper Lanterns/Season 2/03.mkv");
    folder.add("[Group] Kami no Tourou - 14.mkv");
    folder.add("Umi no Gakudan (2019).mp4", "h264-aac.mp4");
    expect(await scan()).toMatchObject({ problem: null, files: 4, added: 4 });
    expect(await attached()).toEqual([
      ["[Group] Kami no Tourou - 05v2 (1080p) [A1B2C3D4].mkv", LANTERNS, 5],
      ["[Group] Kami no Tourou - 14.mkv", LANTERNS_2, 2],
      ["Paper Lanterns/Season 2/03.mkv", LANTERNS_2, 3],
      ["Umi no Gakudan (2019).mp4", FILM, 1],
    ]);
    expect(await urls(FILM, 1)).toEqual(["/media/files/shows/Umi%20no%20Gakudan%20(2019).mp4"]);
  });

  it("changes nothing when nothing has changed", async () => {
    folder.add("Kami no Tourou - 01.mkv");
    await scan();
    const before = await db.select().from(mediaFiles);
    expect(await scan()).toMatchObject({ added: 0, changed: 0, moved: 0, gone: 0 });
    expect(await db.select().from(mediaFiles)).toEqual(before);
  });

  it("encodes names for URLs that hold #, ? and %", async () => {
    folder.add("Kami no Tourou #03 100% ok?.mkv");
    await scan();
    expect(await urls(LANTERNS, 3)).toEqual([
      "/media/files/shows/Kami%20no%20Tourou%20%2303%20100%25%20ok%3F.mkv",
    ]);
  });

  it("leaves unknown names to the operator, whose decision holds for later files", async () => {
    folder.add("Tourou X/Tourou X - 13.mkv");
    await scan();
    expect(await attached()).toEqual([]);
    const [group] = await listDoubtfulGroups(db, "shows");
    expect(group).toMatchObject({ files: 1, example: "Tourou X/Tourou X - 13.mkv" });
    const decision = { folder: "shows", groupKey: group?.groupKey ?? "", animeId: LANTERNS };
    expect(await decideGroup(db, { ...decision, episodeOffset: -12 })).toBe(1);
    folder.add("Tourou X/Tourou X - 14.mkv");
    await scan();
    expect(await attached()).toEqual([
      ["Tourou X/Tourou X - 13.mkv", LANTERNS, 1],
      ["Tourou X/Tourou X - 14.mkv", LANTERNS, 2],
    ]);
    await decideGroup(db, { ...decision, animeId: null, episodeOffset: 0 });
    expect(await attached()).toEqual([]);
    expect(await urls(LANTERNS, 1)).toEqual([]);
  });

  it("refuses decisions about unknown titles and unknown groups", async () => {
    const decision = { folder: "shows", groupKey: "none", episodeOffset: 0 };
    await expect(decideGroup(db, { ...decision, animeId: 1 })).rejects.toThrow("no anime");
    await expect(decideGroup(db, { ...decision, animeId: FILM })).rejects.toThrow("no group");
  });

  it("replaces a version by a later one, and returns to it when that is gone", async () => {
    folder.add("[Group] Kami no Tourou - 05.mkv");
    folder.add("[Group] Kami no Tourou - 05v2.mkv");
    await scan();
    expect(await attached()).toEqual([["[Group] Kami no Tourou - 05v2.mkv", LANTERNS, 5]]);
    unlinkSync(join(folder.path, "[Group] Kami no Tourou - 05v2.mkv"));
    await scan();
    expect(await attached()).toEqual([["[Group] Kami no Tourou - 05.mkv", LANTERNS, 5]]);
  });

  it("attaches a file of two episodes to both", async () => {
    folder.add("Kami no Tourou - S01E05-E06.mkv");
    await scan();
    expect(await urls(LANTERNS, 5)).toEqual(await urls(LANTERNS, 6));
    expect(await urls(LANTERNS, 6)).toHaveLength(1);
  });

  it("lists extras, broken, unfinished and foreign files with a reason", async () => {
    folder.add("Kami no Tourou - NCOP 01.mkv");
    folder.add("Kami no Tourou - 01.mkv", "cut-off.mkv");
    folder.write("Kami no Tourou - 02.mkv", "no video at all");
    folder.write("Kami no Tourou - 03.mkv", "");
    folder.write("Kami no Tourou - 04.mkv.part", "half");
    folder.write("Kami no Tourou - 06.wmv", "other");
    const { skipped } = await scan();
    expect(await attached()).toEqual([]);
    expect([...skipped, ...(await listUnusedFiles(db, "shows"))].map(({ path }) => path)).toEqual([
      "Kami no Tourou - 03.mkv",
      "Kami no Tourou - 04.mkv.part",
      "Kami no Tourou - 06.wmv",
      "Kami no Tourou - 01.mkv",
      "Kami no Tourou - 02.mkv",
      "Kami no Tourou - NCOP 01.mkv",
    ]);
    expect(await listUnusedFiles(db, "shows")).toEqual([
      expect.objectContaining({ reason: expect.stringContaining("is incomplete") as string }),
      expect.objectContaining({ reason: expect.stringContaining("not a Matroska") as string }),
      expect.objectContaining({ reason: expect.stringContaining("extra") as string }),
    ]);
  });

  it("names the codec of what browsers do not play", async () => {
    folder.add("Kami no Tourou - 01.avi", "xvid-mp3.avi");
    await scan();
    expect((await listAttachedFiles(db, "shows"))[0]?.problem).toContain("Xvid");
  });

  it("never follows links, and says where they lead", async () => {
    const outside = createMediaFolder();
    outside.add("Kami no Tourou - 01.mkv");
    folder.add("in/Kami no Tourou - 02.mkv");
    symlinkSync(join(outside.path, "Kami no Tourou - 01.mkv"), join(folder.path, "out.mkv"));
    symlinkSync(outside.path, join(folder.path, "outside"));
    symlinkSync(join(folder.path, "in"), join(folder.path, "again"));
    const { skipped, files } = await scan();
    outside.remove();
    expect(files).toBe(1);
    expect(skipped).toEqual([
      { path: "again", reason: "it is a link to another place in this folder" },
      { path: "out.mkv", reason: "it is a link that leads out of this folder" },
      { path: "outside", reason: "it is a link that leads out of this folder" },
    ]);
  });

  it("uses the ids of names and of .nfo files", async () => {
    folder.add(`Some Show [mal-${LANTERNS}]/04.mkv`);
    folder.add("Another/05.mkv");
    folder.write(
      "Another/tvshow.nfo",
      `<tvshow><title>x</title><uniqueid type="mal">${LANTERNS}</uniqueid></tvshow>`,
    );
    await scan();
    expect(await attached()).toEqual([
      [`Some Show [mal-${LANTERNS}]/04.mkv`, LANTERNS, 4],
      ["Another/05.mkv", LANTERNS, 5],
    ]);
  });
});

describe("files that move and go", () => {
  it("keep their match under a name that says nothing", async () => {
    folder.add("Kami no Tourou - 07.mkv");
    await scan();
    renameSync(join(folder.path, "Kami no Tourou - 07.mkv"), join(folder.path, "video.mkv"));
    expect(await scan()).toMatchObject({ moved: 1, added: 0, gone: 0 });
    expect(await attached()).toEqual([["video.mkv", LANTERNS, 7]]);
    expect(await urls(LANTERNS, 7)).toEqual(["/media/files/shows/video.mkv"]);
  });

  it("take the match of a new name that is certain", async () => {
    folder.add("Kami no Tourou - 07.mkv");
    await scan();
    renameSync(
      join(folder.path, "Kami no Tourou - 07.mkv"),
      join(folder.path, "Kami no Tourou - 08.mkv"),
    );
    await scan();
    expect(await attached()).toEqual([["Kami no Tourou - 08.mkv", LANTERNS, 8]]);
    expect(await urls(LANTERNS, 7)).toEqual([]);
  });

  it("swap their names", async () => {
    folder.add("Kami no Tourou - 01.mkv");
    folder.add("Kami no Tourou - 02.mkv", "h264-flac16.mkv");
    await scan();
    const at = (name: string) => join(folder.path, name);
    renameSync(at("Kami no Tourou - 01.mkv"), at("x"));
    renameSync(at("Kami no Tourou - 02.mkv"), at("Kami no Tourou - 01.mkv"));
    renameSync(at("x"), at("Kami no Tourou - 02.mkv"));
    expect(await scan()).toMatchObject({ changed: 2 });
    expect((await attached()).map(([, , episode]) => episode)).toEqual([1, 2]);
  });

  it("lose their sources when they are deleted, and regain them", async () => {
    folder.add("Kami no Tourou - 01.mkv");
    folder.add("Kami no Tourou - 02.mkv", "h264-flac16.mkv");
    await scan();
    unlinkSync(join(folder.path, "Kami no Tourou - 02.mkv"));
    expect(await scan()).toMatchObject({ gone: 1 });
    expect(await urls(LANTERNS, 2)).toEqual([]);
    folder.add("Kami no Tourou - 02.mkv", "h264-flac16.mkv");
    await scan();
    expect(await urls(LANTERNS, 2)).toHaveLength(1);
  });

  it("stay when the whole folder is away, and play again when it is back", async () => {
    folder.add("Kami no Tourou - 01.mkv");
    await scan();
    renameSync(folder.path, `${folder.path}-away`);
    expect((await scan()).problem).toContain("gone");
    expect(await urls(LANTERNS, 1)).toHaveLength(1);
    mkdirSync(folder.path);
    expect((await scan()).problem).toContain("empty");
    expect(await urls(LANTERNS, 1)).toHaveLength(1);
    rmSync(folder.path, { recursive: true });
    renameSync(`${folder.path}-away`, folder.path);
    expect(await scan()).toMatchObject({ problem: null, added: 0, gone: 0 });
    expect(await attached()).toEqual([["Kami no Tourou - 01.mkv", LANTERNS, 1]]);
  });

  it.skipIf(process.getuid?.() === 0)("stay when a folder inside cannot be listed", async () => {
    folder.add("a/Kami no Tourou - 01.mkv");
    folder.add("Kami no Tourou - 02.mkv");
    await scan();
    chmodSync(join(folder.path, "a"), 0o000);
    const { gone, skipped } = await scan();
    chmodSync(join(folder.path, "a"), 0o755);
    expect(gone).toBe(0);
    expect(skipped).toEqual([{ path: "a", reason: "there is no permission to read it" }]);
  });
});
