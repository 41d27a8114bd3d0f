import { unlinkSync } from "node:fs";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { listAudit } from "~/features/accounts/audit/audit-log.server";
import { MAX_EPISODE_OFFSET } from "~/features/library/group-input";
import { listAttachedFiles, listDoubtfulGroups } from "~/features/library/list-files.server";
import { ADVISORY_LOCK_CLASSES } from "~db/advisory-lock.server";
import { scanLibrary } from "~/features/library/scan-library.server";
import { addMediaFolder } from "~/features/playback/media-files/add-media-folder.server";
import { action as libraryAction, loader as libraryLoader } from "~/routes/admin/library";
import { loader as filesLoader } from "~/routes/admin/library-files";
import { action as groupAction, loader as groupLoader } from "~/routes/admin/library-group";
import { mediaFolders, preferences } from "~db/schema";
import { addAnimes, indexForSearch } from "../../factories/anime";
import { testDatabase } from "../../support/database/test-database";
import { createMediaFolder, type MediaFolder } from "../../support/media/media-folder";
import { createAccount, type TestAccount } from "../../support/server/account";
import type { FormFailure } from "~/ui/forms/form-failure";
import { catchPageError, createPageCaller, readOutcome } from "../../support/server/call-page";
import { createTestServices } from "../../support/server/context";

const database = await testDatabase();
const { db } = database;
const callPage = createPageCaller(database);
const TOURO = 930_001;
const MATURE = 930_002;
let account: TestAccount;
let folder: MediaFolder;

beforeAll(async () => {
  await addAnimes(
    db,
    { mal_id: TOURO, title: "Kami no Tourou" },
    { mal_id: MATURE, title: "Kami no Tourou Yoru", rating: "Rx - Hentai" },
  );
  await indexForSearch(db);
  account = await createAccount(createTestServices({}, database), "moderator");
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

const load = <Result>(loader: (args: never) => Result | Promise<Result>, path: string) =>
  callPage(loader, path, { init: { headers: { cookie: account.cookie } } });

/** The status, where it leads and the form's messages. */
async function submit(
  action: (args: never) => unknown,
  path: string,
  fields: Record<string, string>,
) {
  const result = callPage(action, path, {
    init: {
      method: "POST",
      headers: { cookie: account.cookie },
      body: new URLSearchParams(fields),
    },
  });
  const { status, location, data } = await readOutcome<{ failure?: FormFailure }>(result);
  return { status, location, fields: {}, ...data.failure };
}

const groupPath = (groupKey: string, query = {}) =>
  `/admin/library/group?${new URLSearchParams({ folder: "shows", group: groupKey, ...query }).toString()}`;

async function onlyGroup(): Promise<string> {
  const [group, ...others] = await listDoubtfulGroups(db, "shows");
  expect(others).toEqual([]);
  return group?.groupKey ?? "";
}

const attached = async () =>
  (await listAttachedFiles(db, "shows")).map(({ path, animeId, firstEpisode }) => [
    path,
    animeId,
    firstEpisode,
  ]);

describe("the library page", () => {
  it("shows what the last scan did, and what waits with its suggestions", async () => {
    folder.add("Kami no Tourou - 01.mkv");
    folder.add("Kami no Touro - 13.mkv", "h264-opus.mkv");
    folder.write("Kami no Tourou - 02.wmv", "other");
    // Responses name times in whole seconds.
    const before = Math.floor(Date.now() / 1000) * 1000;
    await scan();
    const { folders, groups } = await load(libraryLoader, "/admin/library");
    expect(folders).toMatchObject([
      {
        name: "shows",
        path: folder.path,
        problem: null,
        isScanning: false,
        lastScan: { files: 2, added: 2, changed: 0, moved: 0, gone: 0 },
        attached: 1,
        waiting: 1,
        unused: 0,
        missing: 0,
        skipped: 1,
        decided: 0,
      },
    ]);
    expect(folders[0]?.lastScan?.ms).toBeGreaterThan(0);
    expect(folders[0]?.scannedAt?.getTime()).toBeGreaterThanOrEqual(before);
    expect(groups).toMatchObject([
      { folder: "shows", files: 1, example: "Kami no Touro - 13.mkv" },
    ]);
    expect(groups[0]?.suggestions[0]).toMatchObject({ malId: TOURO, title: "Kami no Tourou" });
    const { group } = await load(groupLoader, groupPath(groups[0]?.groupKey ?? ""));
    expect(group).toMatchObject({
      count: 1,
      files: [{ path: "Kami no Touro - 13.mkv", episode: { first: 13, last: 13 } }],
      decision: null,
    });
  });

  it("hides mature titles while the moderator's parental control is on", async () => {
    // The number exceeds the episodes of each title.
    folder.add("Kami no Tourou Yoru - 13.mkv");
    await scan();
    const groupKey = await onlyGroup();
    const titles = async () => {
      const { group, found } = await load(
        groupLoader,
        groupPath(groupKey, { q: "Kami no Tourou" }),
      );
      return [...group.suggestions, ...found].map(({ title }) => title);
    };
    const setControl = (parentalControl: boolean) =>
      db.update(preferences).set({ parentalControl }).where(eq(preferences.userId, account.userId));
    await setControl(false);
    expect(await titles()).toContain("Kami no Tourou Yoru");
    await setControl(true);
    expect(await titles()).not.toContain("Kami no Tourou Yoru");
    expect(await titles()).toContain("Kami no Tourou");
  });

  it("puts 20 groups on a page, and the next on the second", async () => {
    for (let number = 1; number <= 21; number += 1) {
      const name = `Nani ${String.fromCharCode(64 + number).repeat(5)}`;
      folder.add(`${name}/${name} - 01.mkv`);
    }
    await scan();
    expect(await load(libraryLoader, "/admin/library")).toMatchObject({
      lastPage: 2,
      groups: { length: 20 },
    });
    expect(await load(libraryLoader, "/admin/library?page=2")).toMatchObject({
      groups: { length: 1 },
    });
  });

  it("tells reasons in the reader's language", async () => {
    folder.add("Nani Ka Betsu - 01.mkv");
    await scan();
    const [english] = await listDoubtfulGroups(db, "shows");
    const [spanish] = await listDoubtfulGroups(db, "shows", { locale: "es" });
    expect(english?.reason).toBe("no title of the catalog has such a name");
    expect(spanish?.reason).toBe("ningún título del catálogo se llama así");
  });
});

describe("a decision about a group", () => {
  beforeEach(async () => {
    folder.add("Tourou X - 13.mkv");
    await scan();
  });

  it("attaches its files with the offset, and is in the audit log", async () => {
    const path = groupPath(await onlyGroup());
    expect(
      await submit(groupAction, path, { intent: "attach", anime: String(TOURO), offset: "-12" }),
    ).toMatchObject({ status: 302, location: "/admin/library?done=attached" });
    expect(await attached()).toEqual([["Tourou X - 13.mkv", TOURO, 1]]);
    const { entries } = await listAudit(db, { page: 1 });
    expect(entries[0]).toMatchObject({
      action: "library.attached",
      actorId: account.userId,
      details: { folder: "shows", anime: TOURO, offset: -12, files: 1 },
    });
    const { group } = await load(groupLoader, path);
    expect(group.decision).toEqual({
      animeId: TOURO,
      title: "Kami no Tourou",
      isAnime: true,
      episodeOffset: -12,
    });
  });

  it.each([
    ["ignore", "it was set to be ignored"],
    ["not-anime", "it is not anime"],
  ])("that says %s keeps its files and later ones out", async (intent, reason) => {
    const path = groupPath(await onlyGroup());
    expect(await submit(groupAction, path, { intent })).toMatchObject({
      location: "/admin/library?done=ignored",
    });
    folder.add("Tourou X - 14.mkv", "h264-opus.mkv");
    await scan();
    expect(await listDoubtfulGroups(db, "shows")).toEqual([]);
    const { listing } = await load(filesLoader, "/admin/library/files?folder=shows&show=unused");
    expect(listing).toEqual({
      files: [
        { path: "Tourou X - 13.mkv", reason },
        { path: "Tourou X - 14.mkv", reason },
      ],
    });
  });

  it("is listed, and taken back", async () => {
    const groupKey = await onlyGroup();
    await submit(groupAction, groupPath(groupKey), { intent: "attach", anime: String(TOURO) });
    const decided = "/admin/library/files?folder=shows&show=decided";
    expect((await load(filesLoader, decided)).listing).toMatchObject({
      decisions: [{ groupKey, animeId: TOURO, title: "Kami no Tourou", episodeOffset: 0 }],
    });
    expect(await submit(groupAction, groupPath(groupKey), { intent: "reopen" })).toMatchObject({
      location: "/admin/library?done=reopened",
    });
    expect(await attached()).toEqual([]);
    expect(await onlyGroup()).toBe(groupKey);
    expect((await load(filesLoader, decided)).listing).toEqual({ decisions: [] });
  });

  it("lets a later version replace an earlier one", async () => {
    folder.add("Tourou X - 13v2.mkv", "h264-opus.mkv");
    await scan();
    const path = groupPath(await onlyGroup());
    await submit(groupAction, path, { intent: "attach", anime: String(TOURO), offset: "0" });
    expect(await attached()).toEqual([["Tourou X - 13v2.mkv", TOURO, 13]]);
    unlinkSync(join(folder.path, "Tourou X - 13v2.mkv"));
    await scan();
    expect(await attached()).toEqual([["Tourou X - 13.mkv", TOURO, 13]]);
  });

  it.each([MAX_EPISODE_OFFSET, -MAX_EPISODE_OFFSET])("accepts an offset of %i", async (offset) => {
    const fields = { intent: "attach", anime: String(TOURO), offset: String(offset) };
    expect(await submit(groupAction, groupPath(await onlyGroup()), fields)).toMatchObject({
      status: 302,
    });
  });

  it.each([
    [String(MAX_EPISODE_OFFSET + 1), "offset"],
    [String(-MAX_EPISODE_OFFSET - 1), "offset"],
    ["twelve", "offset"],
  ])("refuses an offset of %s", async (offset, field) => {
    const fields = { intent: "attach", anime: String(TOURO), offset };
    const refused = await submit(groupAction, groupPath(await onlyGroup()), fields);
    expect(refused.status).toBe(400);
    expect(Object.keys(refused.fields)).toEqual([field]);
    expect(await attached()).toEqual([]);
  });

  it.each([
    [{ intent: "attach" }, 400],
    [{ intent: "attach", anime: "" }, 400],
    [{ intent: "attach", anime: "99999999999" }, 400],
    [{ intent: "attach", anime: "7" }, 404],
    [{ intent: "burn" }, 400],
  ])("refuses %o", async (fields: Record<string, string>, status) => {
    expect(await submit(groupAction, groupPath(await onlyGroup()), fields)).toMatchObject({
      status,
    });
    expect(await listDoubtfulGroups(db, "shows")).toHaveLength(1);
  });

  it("about an unknown group is a 404", async () => {
    expect(await catchPageError(load(groupLoader, groupPath("none")))).toMatchObject({
      status: 404,
    });
    expect(await submit(groupAction, groupPath("none"), { intent: "ignore" })).toMatchObject({
      status: 404,
    });
  });
});

describe("a scan on request", () => {
  it("is refused while one is running, in whatever process", async () => {
    await database.withConnection(async (lock) => {
      await lock`SELECT pg_advisory_lock(${ADVISORY_LOCK_CLASSES.libraryScan}, hashtext(${"shows"}))`;
      const { folders } = await load(libraryLoader, "/admin/library");
      expect(folders[0]?.isScanning).toBe(true);
      expect(await submit(libraryAction, "/admin/library", { intent: "scan" })).toMatchObject({
        status: 409,
        message: "A scan is running already. Wait until it has finished.",
      });
      await lock`SELECT pg_advisory_unlock(${ADVISORY_LOCK_CLASSES.libraryScan}, hashtext(${"shows"}))`;
    });
    expect(await submit(libraryAction, "/admin/library", { intent: "scan" })).toMatchObject({
      location: "/admin/library?done=scan",
    });
  });
});

describe("the files of a folder", () => {
  it("are listed with reasons when they are skipped, and with their episode when missing", async () => {
    folder.add("Kami no Tourou - 01.mkv");
    folder.add("Kami no Tourou - 02.mkv", "h264-opus.mkv");
    folder.write("Kami no Tourou - 03.wmv", "other");
    await scan();
    unlinkSync(join(folder.path, "Kami no Tourou - 02.mkv"));
    await scan();
    const list = async (show: string) =>
      (await load(filesLoader, `/admin/library/files?folder=shows&show=${show}`)).listing;
    expect(await list("skipped")).toEqual({
      files: [{ path: "Kami no Tourou - 03.wmv", reason: ".wmv files are not read" }],
    });
    expect(await list("missing")).toEqual({
      missing: [{ path: "Kami no Tourou - 02.mkv", title: "Kami no Tourou", episode: 2 }],
    });
    expect(await list("unused")).toEqual({ files: [] });
  });

  it("of an unknown folder are a 404", async () => {
    expect(
      await catchPageError(load(filesLoader, "/admin/library/files?folder=none")),
    ).toMatchObject({ status: 404 });
  });
});
