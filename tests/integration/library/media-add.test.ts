// @module-tag rest
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { scanLibrary } from "~/features/library/scan-library.server";
import { addMediaFolder } from "~/features/playback/media-files/add-media-folder.server";
import { listSources } from "~/features/playback/sources/list-sources.server";
import { animes, mediaFolders } from "~db/schema";
import { addAnimes, indexForSearch } from "../../factories/anime";
import { testDatabase } from "../../support/database/test-database";
import { createMediaFolder } from "../../support/media/media-folder";
import { createCommandRunner } from "../../support/server/operator-commands";

const database = await testDatabase();
const { db, sql, options } = database;
const folder = createMediaFolder();
const work = mkdtempSync(join(tmpdir(), "akari-media-add-"));
const command = createCommandRunner(options, work);
const ID = 910_001;

beforeAll(() => {
  folder.add("Hoshi no Tegami - 01.mkv");
  folder.add("Hoshi no Tegami - 02.mkv", "h264-flac16.mkv");
  folder.add("Nani Ka Betsu/Nani Ka Betsu - 01.mkv", "h264-opus.mkv");
  folder.write("Hoshi no Tegami - 03.mkv", "broken");
});
beforeEach(async () => {
  await sql`TRUNCATE animes, media_folders CASCADE`;
  await addAnimes(db, { mal_id: ID, title: "Hoshi no Tegami" });
  await indexForSearch(db);
});
afterAll(() => {
  folder.remove();
  rmSync(work, { recursive: true });
});

interface Report {
  folder: string;
  files: number;
  changes: Record<string, number>;
  attached: {
    path: string;
    url: string;
    group: string;
    anime: number;
    episodes: { first: number };
  }[];
  doubtful: { group: string; suggestions: unknown[] }[];
  skipped: { path: string; reason: string }[];
}

describe("npm run media:add", () => {
  it("prints what a dry run would attach, and changes nothing", async () => {
    const { code, out } = await command("media-add", [folder.path, "--name", "hoshi", "--dry-run"]);
    expect(code).toBe(0);
    expect(out).toContain("Hoshi no Tegami (910001)  episodes 1–2");
    expect(await db.select().from(mediaFolders)).toEqual([]);
  });

  it("attaches, reports and skips files, and changes nothing the second time", async () => {
    const first = await command("media-add", [folder.path, "--name", "hoshi"]);
    expect(first.code).toBe(0);
    expect(first.out).toContain("hoshi: 4 video files, 4 new, 0 changed, 0 moved, 0 gone");
    expect(first.out).toContain("Doubtful: 1 group");
    expect(first.out).toContain("Hoshi no Tegami - 03.mkv: This file is not a Matroska");
    expect(await listSources(db, ID, 2)).toMatchObject([
      { url: "/media/files/hoshi/Hoshi%20no%20Tegami%20-%2002.mkv", isFile: true },
    ]);
    const { code, out } = await command("media-add", [folder.path, "--name", "hoshi", "--json"]);
    const report = JSON.parse(out) as Report;
    expect(code).toBe(0);
    expect(report).toMatchObject({
      folder: "hoshi",
      files: 4,
      changes: { added: 0, changed: 0, moved: 0, gone: 0 },
      attached: [
        { path: "Hoshi no Tegami - 01.mkv", anime: ID, episodes: { first: 1 } },
        { path: "Hoshi no Tegami - 02.mkv", anime: ID, episodes: { first: 2 } },
      ],
      skipped: [{ path: "Hoshi no Tegami - 03.mkv" }],
    });
    expect(report.doubtful).toHaveLength(1);
  });

  it("takes decisions and rescans by name", async () => {
    await addMediaFolder(db, folder.path, "hoshi");
    await scanLibrary(database, { names: ["hoshi"], rematch: true });
    const group = "Nani Ka Betsu | nanikabetsu";
    const decided = await command("media-match", [
      "hoshi",
      "--group",
      group,
      "--anime",
      String(ID),
      "--offset",
      "4",
    ]);
    expect(decided).toMatchObject({ code: 0, out: "Decided for 1 file.\n" });
    const { code, out } = await command("media-scan", ["hoshi", "--json"]);
    expect(code).toBe(0);
    const [report] = JSON.parse(out) as Report[];
    expect(report?.attached.map(({ episodes }) => episodes.first)).toEqual([1, 2, 5]);
    expect(report?.attached.at(-1)?.group).toBe(group);
    const OTHER = ID + 1;
    await addAnimes(db, { mal_id: OTHER, title: "Umi no Tegami" });
    for (const [anime, offset] of [
      [ID, ["--offset", "-1"]],
      [OTHER, ["--offset=-1"]],
    ] as const) {
      const change = ["hoshi", "--group", group, "--anime", String(anime), ...offset];
      expect(await command("media-match", change)).toMatchObject({ code: 0 });
      const [changed] = JSON.parse(
        (await command("media-scan", ["hoshi", "--json"])).out,
      ) as Report[];
      expect(changed?.attached.find((file) => file.group === group)).toMatchObject({
        anime,
        episodes: { first: 0 },
      });
    }
    expect((await command("media-scan", ["nowhere"])).err).toContain("No folder is registered");
  });

  it("exits with 1 when nothing could be attached", async () => {
    const empty = createMediaFolder();
    empty.write("notes.txt", "nothing");
    const { code, out } = await command("media-add", [empty.path, "--name", "empty"]);
    empty.remove();
    expect([code, out]).toEqual([1, "empty: 0 video files, nothing new\n"]);
  });

  it("prints hostile names so that neither a terminal nor a shell obeys them", async () => {
    const strange = createMediaFolder();
    strange.add("It's $(touch pwned)/It's $(touch pwned) - 01.mkv");
    strange.add("Red \u001b[31m/Red \u001b[31m - 01.mkv", "h264-opus.mkv");
    const { out } = await command("media-add", [strange.path, "--name", "strange"]);
    strange.remove();
    expect(out).toContain("--group 'It'\\''s $(touch pwned) | its' ");
    expect(out).toContain("--group $'Red \\x1b[31m | red31m' ");
    expect(out).toContain("Red \\u{1b}[31m - 01.mkv");
    expect(out).not.toContain("\u001b");
  });

  it("says so when the catalog has no titles", async () => {
    await addMediaFolder(db, folder.path, "hoshi");
    await db.delete(animes);
    const { err } = await command("media-scan", ["hoshi"]);
    expect(err).toContain("The catalog has no titles yet");
  });
});
