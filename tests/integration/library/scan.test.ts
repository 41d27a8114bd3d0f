import {
  chmodSync,
  linkSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
} from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { importIds } from "~/features/import/import-catalog.server";
import { decideGroup } from "~/features/library/decide-group.server";
import {
  listAttachedFiles,
  listDoubtfulGroups,
  listUnusedFiles,
} from "~/features/library/list-files.server";
import { reasonText } from "~/features/library/reason-text.server";
import { scanLibrary } from "~/features/library/scan-library.server";
import { listWatchedFolders } from "~/features/library/watched-folders.server";
import { addMediaFolder } from "~/features/playback/media-files/add-media-folder.server";
import { locateMediaFile } from "~/features/playback/media-files/media-file.server";
import { listSources } from "~/features/playback/sources/list-sources.server";
import { catalogState, episodeSources, mediaFiles, mediaFolders } from "~db/schema";
import { addAnimes, addRelation, indexForSearch } from "../../factories/anime";
import { testDatabase } from "../../support/database/test-database";
import { createMediaFolder, type MediaFolder } from "../../support/media/media-folder";
import { chunks } from "../catalog/import-support";

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
  await db.delete(episodeSources);
  await db.delete(mediaFolders);
  folder.remove();
});

/** Scans, and returns reasons in English. */
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

  it("prefers the file of an episode to one of several, which says which", async () => {
    folder.add("A/Kami no Tourou - S01E01E02.mkv");
    folder.add("B/Kami no Tourou - 01.mkv");
    await scan();
    const sourcesOf = async (episode: number) =>
      (await listSources(db, LANTERNS, episode)).map(({ url, episodes }) => [
        decodeURIComponent(url.split("/").at(-1) ?? ""),
        episodes,
      ]);
    const both = ["Kami no Tourou - S01E01E02.mkv", { first: 1, last: 2 }];
    expect(await sourcesOf(1)).toEqual([["Kami no Tourou - 01.mkv", null], both]);
    expect(await sourcesOf(2)).toEqual([both]);
  });

  it("changes nothing when nothing has changed", async () => {
    folder.add("Kami no Tourou - 01.mkv");
    await scan();
    const before = await db.select().from(mediaFiles);
    expect(await scan()).toMatchObject({ added: 0, changed: 0, moved: 0, gone: 0 });
    expect(await db.select().from(mediaFiles)).toEqual(before);
  });

  it("knows the languages of a file's audio and subtitles", async () => {
    folder.add("Kami no Tourou - 01.mkv", "parts.mkv");
    await scan();
    const [source] = await db.select().from(episodeSources);
    expect(source).toMatchObject({ audio: ["ja", "en"], subtitles: ["en", "es"] });
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

  it("reads numbers from .nfo files for decisions too", async () => {
    for (const number of [3, 4]) {
      folder.add(`Tourou X/part ${"ab".charAt(number - 3)}.mkv`);
      folder.write(
        `Tourou X/part ${"ab".charAt(number - 3)}.nfo`,
        `<episodedetails><title>a\u0000b</title><episode>${number}</episode></episodedetails>`,
      );
    }
    await scan();
    for (const { groupKey } of await listDoubtfulGroups(db, "shows"))
      await decideGroup(db, { folder: "shows", groupKey, animeId: LANTERNS, episodeOffset: 0 });
    expect((await attached()).map(([, , episode]) => episode)).toEqual([3, 4]);
  });

  it("leaves specials below the id of a series to the operator", async () => {
    folder.add(`Kami no Tourou [mal-${LANTERNS}]/Specials/Kami no Tourou - S00E02.mkv`);
    await scan();
    expect(await attached()).toEqual([]);
    const [group] = await listDoubtfulGroups(db, "shows");
    expect(group?.reason).toBe("it is a special, and the id is the series’");
  });

  it("lists hidden folders and videos, but not what macOS leaves beside others", async () => {
    folder.add(".trash/Kami no Tourou - 01.mkv");
    folder.add(".Kami no Tourou - 02.mkv");
    folder.add("._Kami no Tourou - 03.mkv");
    folder.write(".hidden-notes.txt", "nothing");
    const { skipped, files } = await scan();
    expect(files).toBe(0);
    const reason = "its name starts with a dot, so it is hidden";
    expect(skipped).toEqual([
      { path: ".Kami no Tourou - 02.mkv", reason },
      { path: ".trash", reason },
    ]);
  });

  it("takes paths of 2,500 percent-encoded characters, and skips longer ones", async () => {
    // 3 bytes, which are 9 characters when encoded.
    const places = ["灯", "籠", "紙", "海"].map((sign) => sign.repeat(64)).join("/");
    const rest = 2_500 - encodeURIComponent(`${places}/ - 01.mkv`).length;
    folder.add(`${places}/${"a".repeat(rest)} - 01.mkv`);
    folder.add(`${places}/${"a".repeat(rest + 1)} - 01.mkv`);
    const { skipped, files } = await scan();
    expect([files, skipped.map(({ reason }) => reason)]).toEqual([1, ["its path is too long"]]);
  });

  it("attaches only files whose type is served", async () => {
    const extensions = ["mkv", "mk3d", "mp4", "m4v", "mov", "webm", "avi", "ts", "m2ts", "mts"];
    extensions.forEach((extension, index) =>
      folder.add(`Kami no Tourou - ${String(index + 1).padStart(2, "0")}.${extension}`),
    );
    await scan();
    const files = await attached();
    expect(files).toHaveLength(extensions.length);
    for (const [path] of files) expect(await locateMediaFile(db, "shows", [path])).not.toBeNull();
  });
});

describe("a scan that does not end", () => {
  const catalogVersion = async () => (await db.select().from(catalogState))[0]?.version ?? 0;

  it.each(["is stopped", "fails"])("announces what it attached when it %s", async (how) => {
    folder.add("Kami no Tourou - 01.mkv");
    await scan();
    renameSync(
      join(folder.path, "Kami no Tourou - 01.mkv"),
      join(folder.path, "Kami no Tourou - 02.mkv"),
    );
    folder.add("Kami no Tourou - 03.mkv", "h264-flac16.mkv");
    const before = await catalogVersion();
    const stop = new AbortController();
    // The renamed file is done, and the new one is to be read.
    const onProgress = () => {
      if (how === "fails") throw new Error("broken");
      stop.abort();
    };
    const options = { names: ["shows"], signal: stop.signal, onProgress };
    await expect(scanLibrary(database, options)).rejects.toThrow();
    expect(await urls(LANTERNS, 2)).toHaveLength(1);
    expect(await urls(LANTERNS, 3)).toEqual([]);
    expect(await catalogVersion()).toBe(before + 1);
  });
});

describe("files that move and go", () => {
  it("keep the decision about their group when their folder is renamed", async () => {
    folder.add("Tourou X/Tourou X - 13.mkv");
    await scan();
    const groupKey = "Tourou X | touroux";
    await decideGroup(db, { folder: "shows", groupKey, animeId: LANTERNS, episodeOffset: -12 });
    renameSync(join(folder.path, "Tourou X"), join(folder.path, "Lanterns"));
    folder.add("Lanterns/Tourou X - 14.mkv", "h264-flac16.mkv");
    expect(await scan()).toMatchObject({ moved: 1, added: 1 });
    expect(await attached()).toEqual([
      ["Lanterns/Tourou X - 13.mkv", LANTERNS, 1],
      ["Lanterns/Tourou X - 14.mkv", LANTERNS, 2],
    ]);
  });

  it("are one group in a folder whose name has both forms of Unicode", async () => {
    const [composed, decomposed] = ["Caf\u00e9", "Cafe\u0301"];
    folder.add(`${decomposed}/Tourou X - 13.mkv`);
    await scan();
    const groupKey = `${composed} | touroux`;
    await decideGroup(db, { folder: "shows", groupKey, animeId: LANTERNS, episodeOffset: -12 });
    folder.add(`${composed}/Tourou X - 14.MKV`, "h264-flac16.mkv");
    await scan();
    expect(await attached()).toEqual([
      [`${decomposed}/Tourou X - 13.mkv`, LANTERNS, 1],
      [`${composed}/Tourou X - 14.MKV`, LANTERNS, 2],
    ]);
    rmSync(join(folder.path, decomposed), { recursive: true });
    folder.add(`${composed}/Tourou X - 13.mkv`, "h264-flac16.mkv");
    await scan();
    expect(await attached()).toEqual([
      [`${composed}/Tourou X - 13.mkv`, LANTERNS, 1],
      [`${composed}/Tourou X - 14.MKV`, LANTERNS, 2],
    ]);
  });

  it("are attached when they leave a folder of extras", async () => {
    folder.add("Extras/Kami no Tourou - 03.mkv");
    await scan();
    expect(await attached()).toEqual([]);
    renameSync(
      join(folder.path, "Extras/Kami no Tourou - 03.mkv"),
      join(folder.path, "Kami no Tourou - 03.mkv"),
    );
    expect(await scan()).toMatchObject({ moved: 1 });
    expect(await attached()).toEqual([["Kami no Tourou - 03.mkv", LANTERNS, 3]]);
  });

  it("are written in batches, however many they are", async () => {
    folder.add("original.bin");
    mkdirSync(join(folder.path, "many"));
    const names = Array.from({ length: 230 }, (_, index) => `Tourou Y - ${index + 1}.mkv`);
    for (const name of names)
      linkSync(join(folder.path, "original.bin"), join(folder.path, "many", name));
    expect(await scan()).toMatchObject({ added: 230 });
    renameSync(join(folder.path, "many"), join(folder.path, "moved"));
    expect(await scan()).toMatchObject({ added: 0, moved: 230, gone: 0 });
    const rows = await db.select({ path: mediaFiles.path }).from(mediaFiles);
    expect(rows.map(({ path }) => path).sort()).toEqual(
      names.map((name) => `moved/${name}`).sort(),
    );
    const [group, ...others] = await listDoubtfulGroups(db, "shows");
    expect([group?.files, others]).toEqual([230, []]);
  });

  it("stay when a disk inside the folder is not mounted", async () => {
    folder.add("disk/Kami no Tourou - 01.mkv");
    folder.add("Kami no Tourou - 02.mkv", "h264-flac16.mkv");
    await scan();
    const other = sql`'1' || ${mediaFiles.fileId}`;
    await db.update(mediaFiles).set({ fileId: other });
    const file = join(folder.path, "disk/Kami no Tourou - 01.mkv");
    renameSync(file, join(folder.path, "away.bin"));
    const { gone, skipped } = await scan();
    expect(gone).toBe(0);
    expect(skipped).toEqual([
      { path: "disk", reason: "disk is empty; if its disk is not mounted, nothing is lost" },
    ]);
    expect(await urls(LANTERNS, 1)).toHaveLength(1);
  });

  it("keep their match under a name that says nothing", async () => {
    folder.add("Kami no Tourou - 07.mkv");
    await scan();
    renameSync(join(folder.path, "Kami no Tourou - 07.mkv"), join(folder.path, "video.mkv"));
    expect(await scan()).toMatchObject({ moved: 1, added: 0, gone: 0 });
    expect(await attached()).toEqual([["video.mkv", LANTERNS, 7]]);
    expect(await urls(LANTERNS, 7)).toEqual(["/media/files/shows/video.mkv"]);
  });

  it("keep when they were added, their order and their marks under a new name", async () => {
    folder.add("Kami no Tourou - 07.mkv");
    await scan();
    const [source] = await db
      .update(episodeSources)
      .set({
        addedAt: new Date("2020-01-01T00:00:00Z"),
        position: 3,
        introStart: 10,
        introEnd: 100,
      })
      .returning();
    renameSync(
      join(folder.path, "Kami no Tourou - 07.mkv"),
      join(folder.path, "Kami no Tourou - 07 (1080p).mkv"),
    );
    await scan();
    const url = "/media/files/shows/Kami%20no%20Tourou%20-%2007%20(1080p).mkv";
    expect(await db.select().from(episodeSources)).toEqual([{ ...source, url }]);
  });

  it("leave a URL under which the operator attached them before", async () => {
    folder.add("Kami no Tourou - 07.mkv");
    await scan();
    const own = {
      animeMalId: LANTERNS,
      number: 7,
      kind: "dub",
      url: "/media/files/shows/video.mkv",
    };
    await db.insert(episodeSources).values(own);
    renameSync(join(folder.path, "Kami no Tourou - 07.mkv"), join(folder.path, "video.mkv"));
    await scan();
    expect(await db.select().from(episodeSources)).toMatchObject([{ ...own, mediaFileId: null }]);
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

  it.skipIf(process.getuid?.() === 0)(
    "stay when a folder inside cannot be listed (needs a user other than root)",
    async () => {
      folder.add("a/Kami no Tourou - 01.mkv");
      folder.add("Kami no Tourou - 02.mkv");
      await scan();
      chmodSync(join(folder.path, "a"), 0o000);
      const { gone, skipped } = await scan();
      chmodSync(join(folder.path, "a"), 0o755);
      expect(gone).toBe(0);
      expect(skipped).toEqual([{ path: "a", reason: "there is no permission to read it" }]);
    },
  );
});

describe("the folders to watch", () => {
  it("are those with videos and those above, the newest first", async () => {
    folder.add("a/b/Kami no Tourou - 01.mkv");
    folder.add("c/Kami no Tourou - 02.mkv", "h264-flac16.mkv");
    await scan();
    const at = (path: string) => ({ name: "shows", path: join(folder.path, path) });
    expect(await listWatchedFolders(db)).toEqual([
      { name: "shows", path: folder.path },
      at("c"),
      at("a/b"),
      at("a"),
    ]);
  });
});

describe("ids of other sites in names", () => {
  beforeAll(async () => {
    const rows = [
      { mal_id: LANTERNS, anidb_id: 11, tvdb_id: 500, season: { tvdb: 1 } },
      { mal_id: LANTERNS_2, anidb_id: 12, anilist_id: 77, tvdb_id: 500, season: { tvdb: 2 } },
      { mal_id: FILM, themoviedb_id: { movie: 900 } },
    ];
    await importIds(db, chunks(rows));
  });

  it.each([
    ["Whatever [anidb-12]/01.mkv", LANTERNS_2, 1],
    ["Whatever [anidbid-11]/03.mkv", LANTERNS, 3],
    ["Whatever {anilist-77}/02.mkv", LANTERNS_2, 2],
    ["Whatever [tvdbid-500]/Season 1/Whatever S01E04.mkv", LANTERNS, 4],
    ["Whatever [tvdb-500]/Season 2/Whatever S02E04.mkv", LANTERNS_2, 4],
    ["Whatever {tmdb-900}/Whatever.mp4", FILM, 1],
  ])("decide %s", async (path, anime, episode) => {
    folder.add(path, path.endsWith(".mp4") ? "h264-aac.mp4" : undefined);
    await scan();
    expect(await attached()).toEqual([[path, anime, episode]]);
  });

  it("decide by the uniqueid of a tvshow.nfo", async () => {
    folder.add("Whatever/Season 2/05.mkv");
    folder.write("Whatever/tvshow.nfo", '<tvshow><uniqueid type="tvdb">500</uniqueid></tvshow>');
    await scan();
    expect(await attached()).toEqual([["Whatever/Season 2/05.mkv", LANTERNS_2, 5]]);
  });

  it.each([
    // A season that no title has, a special, an episode past the season, an id of no title.
    "Whatever [tvdb-500]/Season 3/Whatever S03E01.mkv",
    "Whatever [tvdb-500]/Specials/Whatever S00E01.mkv",
    "Whatever [tvdb-500]/Season 2/Whatever S02E14.mkv",
    "Whatever [anidb-13]/01.mkv",
  ])("leave %s to the names", async (path) => {
    folder.add(path);
    await scan();
    expect(await attached()).toEqual([]);
  });
});
