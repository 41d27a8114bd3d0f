import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { listAudit } from "~/features/accounts/audit/audit-log.server";
import { listFolders } from "~/features/library/list-folders.server";
import { scanLibrary } from "~/features/library/scan-library.server";
import { listWatchedFolders } from "~/features/library/watched-folders.server";
import { addMediaFolder } from "~/features/playback/media-files/add-media-folder.server";
import { MAX_FOLDER_PATH } from "~/features/playback/media-files/folder-form.server";
import { listSources } from "~/features/playback/sources/list-sources.server";
import { scan } from "~/jobs/definitions/scan.server";
import { enqueueScans, listScanRuns, planScans } from "~/jobs/enqueue-scans.server";
import { LIBRARY } from "~/jobs/lanes";
import { stopJob } from "~/jobs/manage-jobs.server";
import { reportRun, takeRun } from "~/jobs/queue.server";
import { withWorker } from "~/jobs/worker.server";
import { action as libraryAction, loader as libraryLoader } from "~/routes/admin/library";
import { action as addAction, loader as addLoader } from "~/routes/admin/library-add";
import { action as removeAction, loader as removeLoader } from "~/routes/admin/library-remove";
import { askDrive } from "~/media/files/ask-drive.server";
import { jobRuns, mediaFolders } from "~db/schema";
import { addAnimes, indexForSearch } from "../../factories/anime";
import { testDatabase } from "../../support/database/test-database";
import { createJobParts } from "../../support/jobs/job-parts";
import { createMediaFolder, type MediaFolder } from "../../support/media/media-folder";
import type { TestAccount } from "../../support/server/account";
import type { FormFailure } from "~/ui/forms/form-failure";
import { catchPageError, createPageCaller, readOutcome } from "../../support/server/call-page";
import { createOwner } from "../../support/server/owner";

const database = await testDatabase();
const { db, sql } = database;
const root = realpathSync(mkdtempSync(join(tmpdir(), "akari-media-root-")));
const dataDir = join(root, "data");
const callPage = createPageCaller(database, { MEDIA_ROOTS: root, DATA_DIR: dataDir });
const callAnywhere = createPageCaller(database, { DATA_DIR: dataDir });
const parts = createJobParts(database.options);
const UMI = 940_001;
let owner: TestAccount;
let folder: MediaFolder;

beforeAll(async () => {
  for (const name of ["anime", "films", "data"]) mkdirSync(join(root, name));
  symlinkSync(tmpdir(), join(root, "out"));
  await addAnimes(db, { mal_id: UMI, title: "Umi no Tegami", episodes: 12 });
  await indexForSearch(db);
  owner = await createOwner(database);
});
beforeEach(() => {
  folder = createMediaFolder();
});
afterEach(async () => {
  await db.delete(jobRuns);
  await db.delete(mediaFolders);
  folder.remove();
});
afterAll(async () => {
  await parts.close();
  rmSync(root, { recursive: true });
});

type PageCaller = typeof callPage;

const load = <Result>(
  loader: (args: never) => Result | Promise<Result>,
  path: string,
  call: PageCaller = callPage,
) => call(loader, path, { init: { headers: { cookie: owner.cookie } } });

/** The status, where it leads, and the messages of the form. */
async function submit(
  action: (args: never) => unknown,
  path: string,
  fields: Record<string, string>,
  call: PageCaller = callPage,
) {
  const result = call(action, path, {
    init: { method: "POST", headers: { cookie: owner.cookie }, body: new URLSearchParams(fields) },
  });
  const { status, location, data } = await readOutcome<{ failure?: FormFailure }>(result);
  return { status, location, fields: {}, ...data.failure };
}

const change = (fields: Record<string, string>) => submit(libraryAction, "/admin/library", fields);
const add = (fields: Record<string, string>) => submit(addAction, "/admin/library/add", fields);
const registered = () => db.select({ path: mediaFolders.path }).from(mediaFolders);
const waiting = async () =>
  (await db.select({ payload: jobRuns.payload }).from(jobRuns)).map(({ payload }) => payload);

async function lastAudit() {
  const { entries } = await listAudit(db, { page: 1 });
  const [{ action, actorId, details } = {}] = entries;
  return { action, actorId, details };
}

describe("the page that adds a folder", () => {
  const open = async (path: string | null, call: PageCaller = callPage) => {
    const url = `/admin/library/add${path === null ? "" : `?${new URLSearchParams({ folder: path })}`}`;
    const { status, data } = await readOutcome<{ failure?: FormFailure | null }>(
      load(addLoader, url, call),
    );
    return { status, ...data };
  };

  it("begins at the roots, and shows the folders in each", async () => {
    expect(await open(null)).toMatchObject({
      state: "open",
      roots: [root],
      opened: null,
      places: { places: [{ path: root }], unreadable: [] },
    });
    expect(await open(root)).toMatchObject({
      places: null,
      opened: {
        path: root,
        parent: null,
        folders: ["anime", "data", "films", "out"].map((name) => ({
          name,
          path: join(root, name),
        })),
        videos: 0,
        isCut: false,
        refusal: expect.stringContaining("holds files of Akari itself") as unknown,
      },
    });
    await addMediaFolder(db, join(root, "films"));
    expect(await open(join(root, "films"))).toMatchObject({
      opened: { parent: root, refusal: "This folder is already registered as films." },
    });
    expect(await open(`${root}/anime/`)).toMatchObject({
      opened: { path: join(root, "anime"), folders: [], refusal: null },
    });
  });

  it("begins at the places of the machine without roots", async () => {
    const places = await open(null, callAnywhere);
    expect(places).toMatchObject({ state: "open", roots: null });
    expect(await open("/", callAnywhere)).toMatchObject({
      opened: {
        parent: null,
        folders: expect.arrayContaining([{ name: "tmp", path: "/tmp" }]) as unknown,
      },
    });
    expect(
      await submit(addAction, "/admin/library/add", { folder: join(root, "anime") }, callAnywhere),
    ).toMatchObject({ status: 302 });
    expect(await registered()).toEqual([{ path: join(root, "anime") }]);
  });

  it("adds the one that is open, enqueues its scan, and is in the audit log", async () => {
    expect(await add({ folder: join(root, "anime"), name: "" })).toMatchObject({
      status: 302,
      location: "/admin/library?done=added",
    });
    expect(await registered()).toEqual([{ path: join(root, "anime") }]);
    expect(await waiting()).toEqual([{ folder: "anime", rematch: true }]);
    expect(await lastAudit()).toEqual({
      action: "folder.added",
      actorId: owner.userId,
      details: { folder: "anime", path: join(root, "anime") },
    });
  });

  it("gives it the name that is typed", async () => {
    expect(await add({ folder: join(root, "films/"), name: "cinema" })).toMatchObject({
      status: 302,
    });
    expect((await listFolders(db)).map(({ name, path }) => [name, path])).toEqual([
      ["cinema", join(root, "films")],
    ]);
  });

  it.each([
    ["nothing", {}, "folder"],
    ["a path outside", { folder: "/etc" }, "folder"],
    ["a path that climbs", { folder: `${root}/anime/../films` }, "folder"],
    ["a sibling whose name begins alike", { folder: `${root}2` }, "folder"],
    ["a link that leads out", { folder: `${root}/out` }, "folder"],
    ["a NUL", { folder: `${root}/a\0` }, "folder"],
    ["a line break", { folder: `${root}/a\nb` }, "folder"],
    ["the data folder", { folder: `${root}/data` }, "folder"],
    ["a relative path", { folder: "anime" }, "folder"],
    ["a missing folder", { folder: `${root}/none` }, "folder"],
    ["a path that is too long", { folder: "/".padEnd(MAX_FOLDER_PATH + 1, "a") }, "folder"],
    ["a name with a capital", { folder: `${root}/anime`, name: "Anime" }, "name"],
  ])("refuses %s at its field", async (_what, fields: Record<string, string>, field) => {
    const refused = await add(fields);
    expect([refused.status, Object.keys(refused.fields)]).toEqual([400, [field]]);
    expect(await registered()).toEqual([]);
    expect(await waiting()).toEqual([]);
    if (field === "name" || fields.folder === undefined || fields.folder.endsWith("data")) return;
    expect(await open(fields.folder)).toMatchObject({
      status: 400,
      opened: null,
      failure: { fields: refused.fields },
    });
  });

  it("says nothing about what is on the disk outside of the roots", async () => {
    const paths = ["/etc", "/none", "/etc/passwd", "/root"];
    const texts = await Promise.all([
      ...paths.map(async (path) => (await add({ folder: path })).fields),
      ...paths.map(async (path) => {
        const { failure } = await open(path);
        return failure?.fields;
      }),
    ]);
    expect(new Set(texts.map((fields) => JSON.stringify(fields))).size).toBe(1);
  });

  it.each([
    ["the program", process.cwd(), "holds files of Akari itself"],
    ["a folder in it", join(process.cwd(), "app"), "holds files of Akari itself"],
    ["the folder of all", "/", "holds files of Akari itself"],
    ["the kernel's folder", "/proc/self", "belongs to the operating system"],
  ])("refuses %s anywhere", async (_what, path, text) => {
    const refused = await submit(addAction, "/admin/library/add", { folder: path }, callAnywhere);
    expect(refused).toMatchObject({
      status: 400,
      fields: { folder: expect.stringContaining(text) as unknown },
    });
    expect(await registered()).toEqual([]);
  });

  it("says that a network drive does not answer, and adds others", async () => {
    const share = join(root, "films");
    let answer: (path: null) => void = () => undefined;
    // A read that does not end stands for one of a server that is gone; the same is asked once.
    const read = askDrive(
      `find ${share}`,
      () =>
        new Promise<null>((resolve) => {
          answer = resolve;
        }),
    ).catch(() => null);
    const fields = {
      folder: `The drive of ${share} doesn’t answer. Check that it is connected.`,
    };
    const [added, opened] = await Promise.all([add({ folder: share }), open(share)]);
    expect(added).toMatchObject({ status: 400, fields });
    expect(opened).toMatchObject({ failure: { fields } });
    expect(await registered()).toEqual([]);
    await add({ folder: join(root, "anime") });
    expect(await registered()).toEqual([{ path: join(root, "anime") }]);
    answer(null);
    await read;
  });

  it("is off with MEDIA_ROOTS=none", async () => {
    const callOff = createPageCaller(database, { MEDIA_ROOTS: "none" });
    expect(await open("/", callOff)).toMatchObject({
      state: "off",
      command: "npm run akari -- media add /srv/anime",
    });
    const refused = await submit(
      addAction,
      "/admin/library/add",
      { folder: join(root, "anime") },
      callOff,
    );
    expect(refused).toMatchObject({
      status: 403,
      message:
        "Folders can’t be added on this page. On the server, use npm run akari -- media add.",
    });
    expect(await registered()).toEqual([]);
  });

  it("shows and adds nothing for an older sign-in", async () => {
    await sql`UPDATE sessions SET confirmed_at = now() - interval '11 minutes'`;
    expect(await open(root)).toMatchObject({
      state: "unconfirmed",
      returnTo: `/admin/library/add?${new URLSearchParams({ folder: root })}`,
    });
    expect(await add({ folder: join(root, "anime") })).toMatchObject({
      status: 303,
      location: expect.stringContaining("/confirm?") as unknown,
    });
    expect(await registered()).toEqual([]);
    await sql`UPDATE sessions SET confirmed_at = now()`;
  });

  it("names the roots that cannot be read", async () => {
    const call = createPageCaller(database, { MEDIA_ROOTS: `${root}/none:${root}` });
    expect(await open(null, call)).toMatchObject({
      places: { unreadable: [`${root}/none`], places: [{ path: root }] },
    });
  });
});

describe("the page that removes a folder", () => {
  beforeEach(async () => {
    folder.add("Umi no Tegami - 01.mkv");
    folder.add("Umi no Tegami - 02.mkv", "h264-opus.mkv");
    folder.add("Umi no X - 03.mkv", "h264-flac16.mkv");
    await addMediaFolder(db, folder.path, "shows");
    await scanLibrary(database, { names: ["shows"], rematch: true });
  });

  it("says what goes with it, and removes the matches but no file", async () => {
    expect(await load(removeLoader, "/admin/library/remove?folder=shows")).toMatchObject({
      path: folder.path,
      files: 3,
      titles: 1,
      episodes: 2,
      decided: 0,
      isConfirmed: true,
    });
    expect(await listSources(db, UMI, 1)).toHaveLength(1);
    expect(await submit(removeAction, "/admin/library/remove?folder=shows", {})).toMatchObject({
      location: "/admin/library?done=removed",
    });
    expect(await registered()).toEqual([]);
    expect(await listSources(db, UMI, 1)).toEqual([]);
    expect(await lastAudit()).toEqual({
      action: "folder.removed",
      actorId: owner.userId,
      details: { folder: "shows", path: folder.path },
    });
    await addMediaFolder(db, folder.path, "shows");
    await scanLibrary(database, { names: ["shows"], rematch: true });
    expect((await listFolders(db))[0]).toMatchObject({ files: 3, episodes: 2 });
  });

  it("is a 404 for an unknown folder", async () => {
    const path = "/admin/library/remove?folder=none";
    expect(await catchPageError(load(removeLoader, path))).toMatchObject({ status: 404 });
    expect(await submit(removeAction, `${path}%00`, {})).toMatchObject({ status: 404 });
    expect(await submit(removeAction, path, {})).toMatchObject({
      status: 404,
      message: "No folder is registered as none.",
    });
    expect(await registered()).toHaveLength(1);
  });
});

describe("what the library page counts", () => {
  it("is the files, their bytes, and the episodes and titles that play", async () => {
    folder.add("Umi no Tegami - 01.mkv");
    folder.add("Umi no Tegami - 02-03.mkv", "h264-opus.mkv");
    folder.add("Umi no X - 01.mkv", "h264-flac16.mkv");
    await addMediaFolder(db, folder.path, "shows");
    await scanLibrary(database, { names: ["shows"], rematch: true });
    const { folders, isOwner } = await load(libraryLoader, "/admin/library");
    expect(isOwner).toBe(true);
    expect(folders).toMatchObject([
      { files: 3, titles: 1, episodes: 3, attached: 2, waiting: 1, isWatched: true, run: null },
    ]);
    expect(folders[0]?.bytes).toBeGreaterThan(3_000);
  });

  it("may be limited to the doubtful files of one folder", async () => {
    const other = createMediaFolder();
    folder.add("Umi no X - 01.mkv");
    other.add("Kaze X - 01.mkv", "h264-opus.mkv");
    await addMediaFolder(db, folder.path, "shows");
    await addMediaFolder(db, other.path, "others");
    await scanLibrary(database, { rematch: true });
    const list = async (query: string) => {
      const { groups, only } = await load(libraryLoader, `/admin/library${query}`);
      return [only, groups.map((group) => group.folder)];
    };
    expect(await list("")).toEqual([null, ["others", "shows"]]);
    expect(await list("?folder=shows")).toEqual(["shows", ["shows"]]);
    expect(await list("?folder=none")).toEqual([null, ["others", "shows"]]);
    other.remove();
  });
});

describe("watching", () => {
  beforeEach(() => addMediaFolder(db, folder.path, "shows"));

  it("ends and begins on request, and is in the audit log", async () => {
    const watched = async () => (await listWatchedFolders(db)).map(({ name }) => name);
    const planned = async () => {
      await planScans(db, 0);
      await enqueueScans(db, { intervalMs: 60_000 });
      const found = await waiting();
      await db.delete(jobRuns);
      return found;
    };
    expect(await watched()).toEqual(["shows"]);
    expect(await change({ intent: "unwatch", folder: "shows" })).toMatchObject({
      location: "/admin/library?done=unwatched",
    });
    expect(await lastAudit()).toMatchObject({
      action: "folder.unwatched",
      details: { folder: "shows" },
    });
    expect(await watched()).toEqual([]);
    expect(await planned()).toEqual([]);
    // An owner, a moderator or a command still scans it.
    await enqueueScans(db);
    expect(await waiting()).toEqual([{ folder: "shows" }]);
    expect(await change({ intent: "watch", folder: "shows" })).toMatchObject({
      location: "/admin/library?done=watched",
    });
    expect(await lastAudit()).toMatchObject({ action: "folder.watched" });
    expect(await watched()).toEqual(["shows"]);
    expect(await planned()).toEqual([{ folder: "shows" }]);
  });

  it("that changes nothing is not recorded", async () => {
    const before = await lastAudit();
    expect(await change({ intent: "watch", folder: "shows" })).toMatchObject({ status: 302 });
    expect(await lastAudit()).toEqual(before);
  });

  it.each(["watch", "unwatch", "scan"])("of an unknown folder is a 404: %s", async (intent) => {
    expect(await change({ intent, folder: "none" })).toMatchObject({ status: 404 });
  });

  it.each(["watch", "scan", "stop"])("of a folder with a NUL is a 400: %s", async (intent) => {
    const refused = catchPageError(
      callPage(libraryAction, "/admin/library", {
        init: {
          method: "POST",
          headers: { cookie: owner.cookie },
          body: new URLSearchParams({ intent, folder: "a\0" }),
        },
      }),
    );
    expect(await refused).toMatchObject({ status: 400 });
  });
});

describe("a scan", () => {
  beforeEach(() => addMediaFolder(db, folder.path, "shows"));

  /** Takes the scan that waits, as a process that runs jobs does. */
  const atWork = (work: (run: { id: number; worker: number }) => Promise<void>) =>
    withWorker(database, async (worker) => {
      const run = await takeRun(db, { worker, lane: LIBRARY, jobs: ["scan"], localFiles: [] });
      if (run === null) throw new Error("no scan waits");
      await work({ id: run.id, worker: worker.id });
    });

  const shown = async () =>
    (await load(libraryLoader, "/admin/library")).folders.map(({ run }) => run)[0];

  it("of one folder waits, shows its progress, and stops on request", async () => {
    const other = createMediaFolder();
    await addMediaFolder(db, other.path, "others");
    expect(await change({ intent: "scan", folder: "shows" })).toMatchObject({
      location: "/admin/library?done=scan",
    });
    expect(await lastAudit()).toMatchObject({
      action: "library.scanned",
      details: { folder: "shows" },
    });
    expect(await waiting()).toEqual([{ folder: "shows", rematch: true }]);
    expect(await listScanRuns(db)).toEqual(
      new Map([["shows", { isAtWork: false, fraction: null }]]),
    );
    await atWork(async (run) => {
      await reportRun(db, run, { fraction: 0.25, counts: {} });
      // A further one waits behind it.
      await enqueueScans(db, { names: ["shows"] });
      const { folders } = await load(libraryLoader, "/admin/library");
      expect(folders.map(({ name, run: shownRun }) => [name, shownRun])).toEqual([
        ["others", null],
        ["shows", { isAtWork: true, fraction: 0.25 }],
      ]);
      expect(await change({ intent: "stop", folder: "others" })).toMatchObject({ status: 302 });
      expect(await reportRun(db, run, { fraction: 0.5, counts: {} })).toBe("go on");
      expect(await change({ intent: "stop", folder: "shows" })).toMatchObject({
        location: "/admin/library?done=stopped",
      });
      expect(await reportRun(db, run, { fraction: 0.5, counts: {} })).toBe("stop");
    });
    expect(await db.$count(jobRuns)).toBe(1);
    expect(await lastAudit()).toMatchObject({
      action: "job.stopped",
      details: { job: "scan", subject: "shows" },
    });
    other.remove();
  });

  it("that was stopped counts for the interval, until another one has ended", async () => {
    await addMediaFolder(db, join(root, "films"));
    await scanLibrary(database, { names: ["films"] });
    await change({ intent: "scan", folder: "shows" });
    await stopJob(db, { via: "page", userId: owner.userId }, "scan");
    expect(await waiting()).toEqual([]);
    await planScans(db, 60_000);
    // A new watch takes the folder for changed.
    await enqueueScans(db, { names: ["shows"], intervalMs: 60_000 });
    expect(await waiting()).toEqual([]);
    const isStopped = async () => (await listFolders(db)).map((one) => one.isStopped);
    // The other folder had no scan to stop.
    expect(await isStopped()).toEqual([false, true]);
    await planScans(db, -1);
    expect(await waiting()).toContainEqual({ folder: "shows" });
    await scanLibrary(database, { names: ["shows"] });
    expect(await isStopped()).toEqual([false, false]);
    await db.delete(jobRuns);
    await enqueueScans(db, { names: ["shows"], intervalMs: 60_000 });
    expect(await waiting()).toEqual([{ folder: "shows" }]);
  });

  it("without a folder is one of each", async () => {
    expect(await change({ intent: "scan" })).toMatchObject({ status: 302 });
    expect(await waiting()).toEqual([{ folder: "shows", rematch: true }]);
    expect(await shown()).toEqual({ isAtWork: false, fraction: null });
  });

  it("reports its progress, and ends well when the folder is removed meanwhile", async () => {
    const fractions: (number | undefined)[] = [];
    for (let number = 1; number <= 3; number += 1) folder.add(`Umi no Tegami - 0${number}.mkv`);
    const run = (probe = parts.context.probe) =>
      scan.work(
        { ...parts.context, probe },
        {
          payload: { folder: "shows" },
          signal: new AbortController().signal,
          report: ({ fraction }) => fractions.push(fraction),
        },
      );
    expect(await run()).toMatchObject({ added: 3 });
    expect(fractions).toEqual([0, 1 / 3, 2 / 3, 1]);
    folder.add("Umi no Tegami - 04.mkv", "h264-opus.mkv");
    const removed = run(async (...file) => {
      await submit(removeAction, "/admin/library/remove?folder=shows", {});
      return parts.context.probe(...file);
    });
    expect(await removed).toEqual({ added: 0, changed: 0, moved: 0, gone: 0 });
    expect(await run()).toEqual({ added: 0, changed: 0, moved: 0, gone: 0 });
  });
});
