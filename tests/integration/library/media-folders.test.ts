import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  listFolder,
  listPlaces,
  MAX_LISTED,
  parseMounts,
} from "~/features/playback/media-files/browse-folders.server";
import { addMediaFolder } from "~/features/playback/media-files/add-media-folder.server";
import { mediaFolders } from "~db/schema";
import { testDatabase } from "../../support/database/test-database";

const { db } = await testDatabase();

/** A disk with `media`, `media2` and `data`. */
let disk = "";
const at = (...parts: string[]) => join(disk, ...parts);

beforeEach(() => {
  disk = realpathSync(mkdtempSync(join(tmpdir(), "akari-folders-")));
  for (const path of ["media/anime/one", "media/films", "media2/anime", "data/cache", "secret"])
    mkdirSync(at(path), { recursive: true });
});
afterEach(async () => {
  await db.delete(mediaFolders);
  rmSync(disk, { recursive: true });
});

/**
 * Adds a folder as a page does. Returns the field of the refusal, or the path that is registered.
 */
const add = (path: string, { name, roots = [at("media")] }: AddOptions = {}) =>
  addMediaFolder(db, path, name, { own: [at("data")], roots }).then(
    (added) => added.path,
    (error: { issues: { path: string; message: { key: string } }[] }) =>
      error.issues.map((issue) => `${issue.path}: ${issue.message.key}`).join(", "),
  );
interface AddOptions {
  name?: string;
  roots?: string[];
}

const OUTSIDE = "folder: folder.outsideRoots";

describe("a folder below the roots", () => {
  it.each(["media", "media/", "media/anime", "media/anime/one", "media/./films/../anime"])(
    "is added: %s",
    async (path) => {
      const expected = realpathSync(at(path));
      expect(await add(`${disk}/${path}`)).toBe(expected);
      expect(await db.select().from(mediaFolders)).toMatchObject([{ path: expected }]);
    },
  );

  it("may be reached by a root that is a link itself", async () => {
    symlinkSync(at("media"), at("mounted"));
    expect(await add(at("mounted/anime"), { roots: [at("mounted")] })).toBe(at("media/anime"));
  });

  it("may be reached by a link that stays below them", async () => {
    symlinkSync(at("media/films"), at("media/anime/films"));
    expect(await add(at("media/anime/films"))).toBe(at("media/films"));
  });

  it("needs one root of several", async () => {
    expect(await add(at("media2/anime"), { roots: [at("media"), at("media2")] })).toBe(
      at("media2/anime"),
    );
    expect(await add(at("media/anime"), { roots: [at("nowhere"), at("media")], name: "b" })).toBe(
      at("media/anime"),
    );
  });
});

describe("a folder that is not below the roots", () => {
  it.each([
    ["a sibling", "secret"],
    ["a sibling whose name begins as the root's", "media2"],
    ["a folder in it", "media2/anime"],
    ["the folder above", "."],
    ["one behind ..", "media/../secret"],
    ["one behind more of them", "media/anime/../../secret"],
    ["one that does not exist", "secret/none"],
  ])("is refused: %s", async (_what, path) => {
    expect(await add(`${disk}/${path}`)).toBe(OUTSIDE);
    expect(await db.select().from(mediaFolders)).toEqual([]);
  });

  it.each(["/", "/etc", "anime", "./anime", "../anime", "file:///etc", "\\\\server\\share", ""])(
    "is refused: “%s”",
    async (path) => {
      expect(await add(path)).toBe(OUTSIDE);
    },
  );

  it("is refused behind a link, whatever stands after the link", async () => {
    symlinkSync(at("secret"), at("media/link"));
    symlinkSync(disk, at("media/up"));
    symlinkSync("../..", at("media/anime/relative"));
    // The last one is the root, as far as its text goes.
    const paths = ["link", "up", "up/media2", "anime/relative", "up/.."];
    for (const path of paths) expect(await add(`${disk}/media/${path}`), path).toBe(OUTSIDE);
    expect(await db.select().from(mediaFolders)).toEqual([]);
  });

  it("is refused without a root, and when no root can be read", async () => {
    expect(await add(at("media/anime"), { roots: [] })).toBe(OUTSIDE);
    expect(await add(at("nowhere/anime"), { roots: [at("nowhere")] })).toBe(
      "folder: folder.notFound",
    );
  });
});

describe("a folder", () => {
  it.each([
    ["missing", "media/none"],
    ["a file", "media/film.mkv"],
    ["a link to nothing", "media/dangling"],
    ["longer than a path may be", `media/${"a/".repeat(4_000)}`],
    ["with a NUL", "media/a\0b"],
  ])("is refused when it is %s", async (_what, path) => {
    writeFileSync(at("media/film.mkv"), "film");
    symlinkSync(at("nothing"), at("media/dangling"));
    expect(await add(`${disk}/${path}`)).toBe("folder: folder.notFound");
  });

  it.skipIf(process.getuid?.() === 0)(
    "is refused when it may not be read (needs a user other than root)",
    async () => {
      chmodSync(at("media/films"), 0o000);
      expect(await add(at("media/films"))).toBe("folder: folder.notReadable");
      chmodSync(at("media/films"), 0o755);
    },
  );

  it.each([
    ["the data folder", "data"],
    ["a folder in it", "data/cache"],
    ["one that contains it", "."],
  ])("is refused when it is %s", async (_what, path) => {
    expect(await add(at(path), { roots: [disk] })).toBe("folder: folder.isOwn");
  });

  it("is refused when it is the data folder behind a link", async () => {
    symlinkSync(at("data"), at("linked"));
    const added = addMediaFolder(db, at("data"), undefined, { own: [at("linked")] });
    await expect(added).rejects.toThrow("holds files of Akari itself");
  });

  it("never overlaps with another, in either direction", async () => {
    expect(await add(at("media/anime"))).toBe(at("media/anime"));
    expect(await add(at("media/anime/one"))).toBe("folder: folder.overlaps");
    expect(await add(at("media"))).toBe("folder: folder.overlaps");
    mkdirSync(at("media/anime2"));
    expect(await add(at("media/anime2"))).toBe(at("media/anime2"));
    await expect(addMediaFolder(db, at("media/anime/one"))).rejects.toThrow(
      "which is registered as anime, overlap",
    );
  });

  it("is registered once, by one name", async () => {
    expect(await add(at("media/anime"))).toBe(at("media/anime"));
    expect(await add(at("media/anime"))).toBe(at("media/anime"));
    expect(await add(at("media/anime"), { name: "other" })).toBe("folder: folder.registered");
    expect(await add(at("media/films"), { name: "anime" })).toBe("name: folder.nameTaken");
    expect(await db.$count(mediaFolders)).toBe(1);
  });

  it.each(["a", "a-1", "0", "a".repeat(64)])("may be called %s", async (name) => {
    expect(await add(at("media/anime"), { name })).toBe(at("media/anime"));
  });

  it.each(["-a", "A", "a b", "a/b", "..", "~a", "ä", "a".repeat(65)])(
    "may not be called %s",
    async (name) => {
      expect(await add(at("media/anime"), { name })).toBe("name: folder.invalidName");
    },
  );

  it("is added by one of several at once that overlap", async () => {
    const paths = ["media", "media/anime", "media/anime/one"];
    const results = await Promise.all(
      paths.map((path, index) => add(at(path), { name: `n${index}` })),
    );
    expect(results.filter((result) => result === "folder: folder.overlaps")).toHaveLength(2);
    expect(await db.$count(mediaFolders)).toBe(1);
  });
});

describe("the folders in a folder", () => {
  const list = async (path: string, roots: string[] | null = [at("media")]) =>
    (await listFolder(db, at(path), { roots, own: [] })).folders.map(({ name }) => name);

  it("are those without hidden ones, and those that links lead to", async () => {
    for (const name of [".hidden", "@eaDir", "#recycle", "$RECYCLE.BIN", "lost+found", "10", "9"])
      mkdirSync(at("media", name));
    mkdirSync(at("media", "line\nbreak"));
    for (const name of ["film.mkv", "film.txt", "._film.mkv"]) writeFileSync(at("media", name), "");
    symlinkSync(at("secret"), at("media/link"));
    symlinkSync(at("nothing"), at("media/dangling"));
    expect(await list("media")).toEqual(["9", "10", "anime", "films", "link"]);
    expect(await listFolder(db, at("media"), { roots: null, own: [] })).toMatchObject({
      videos: 1,
      parent: disk,
    });
    expect(
      await listFolder(db, at("media/anime"), { roots: [at("media")], own: [] }),
    ).toMatchObject({
      parent: at("media"),
    });
    expect(await listFolder(db, at("media"), { roots: [at("media")], own: [] })).toMatchObject({
      parent: null,
    });
  });

  it("are behind a link only where it leads to a root or below one", async () => {
    symlinkSync(at("secret"), at("media/link"));
    await expect(list("media/link")).rejects.toThrow("Links that lead elsewhere");
    expect(await list("media/link", null)).toEqual([]);
  });

  it.each([
    [MAX_LISTED, false],
    [MAX_LISTED + 1, true],
  ])("are cut to their limit when there are %i", async (count, isCut) => {
    for (let number = 0; number < count; number += 1) mkdirSync(at("secret", `a${number}`));
    const listing = await listFolder(db, at("secret"), { roots: null, own: [] });
    expect([listing.folders.length, listing.isCut]).toEqual([MAX_LISTED, isCut]);
  });
});

describe("the places to begin at", () => {
  it("are the roots, each once, of which some cannot be read", async () => {
    symlinkSync(at("media"), at("mounted"));
    expect(
      await listPlaces({ roots: [at("media"), at("mounted"), at("nowhere")], own: [] }),
    ).toEqual({
      places: [
        {
          name: "media",
          path: at("media"),
          folders: ["anime", "films"].map((name) => ({ name, path: at("media", name) })),
        },
      ],
      unreadable: [at("nowhere")],
    });
  });

  it("are the home folder and those of drives without roots, and none of the site's own", async () => {
    vi.stubEnv("HOME", at("media"));
    const list = async (own: string[]) =>
      (await listPlaces({ roots: null, own })).places.map(({ path }) => path);
    expect(await list([])).toContain(at("media"));
    expect(await list([disk])).not.toContain(at("media"));
    vi.unstubAllEnvs();
  });

  it("are the drives of a table of mounts", () => {
    const table = [
      "proc /proc proc rw 0 0",
      "/dev/vda1 / ext4 rw 0 0",
      "/dev/vda2 /boot/efi vfat rw 0 0",
      "/dev/sda1 /disks/Anime\\0401 xfs rw 0 0",
      "nas:/volume1/anime /nas nfs4 rw 0 0",
      "//nas/films /films cifs rw 0 0",
      "tank/films /tank/films zfs rw 0 0",
      "sshfs#me@host:/films /remote fuse.sshfs rw 0 0",
      "/dev/vda1 /etc/hosts ext4 rw 0 0",
      "tmpfs /scratch tmpfs rw 0 0",
      "overlay / overlay rw 0 0",
      "",
    ].join("\n");
    expect(parseMounts(table)).toEqual([
      "/disks/Anime 1",
      "/nas",
      "/films",
      "/tank/films",
      "/remote",
    ]);
  });
});
