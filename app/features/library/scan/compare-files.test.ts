import { describe, expect, it } from "vitest";
import { compareFiles, type ScannedFile, type StoredFile } from "./compare-files";

const WRITTEN = new Date("2026-01-01");

function stored(id: number, path: string, fileId: string | null, size = 1): StoredFile {
  return { id, path, size, modifiedAt: WRITTEN.getTime(), fileId, isMissing: false };
}

function scanned(path: string, fileId: string, size = 1): ScannedFile {
  return { path, size, modifiedAt: WRITTEN, fileId };
}

function compare(before: readonly StoredFile[], after: readonly ScannedFile[]) {
  const changes = compareFiles(
    new Map(before.map((file) => [file.path, file])),
    new Map(after.map((file) => [file.path, file])),
    () => false,
  );
  return {
    moved: Object.fromEntries(changes.moved.map(({ from, file }) => [from, file.path])),
    added: changes.added.map(({ path }) => path),
    gone: changes.gone.map(({ path }) => path),
  };
}

describe("compareFiles", () => {
  it("follows the inode of a renamed file before the name of another", () => {
    expect(
      compare(
        [stored(1, "a/01.mkv", "8:1"), stored(2, "a/02.mkv", "8:2")],
        [scanned("b/02.mkv", "8:1"), scanned("b/03.mkv", "8:2")],
      ),
    ).toEqual({ moved: { "a/01.mkv": "b/02.mkv", "a/02.mkv": "b/03.mkv" }, added: [], gone: [] });
  });

  it("tells hard links apart by their names", () => {
    expect(
      compare(
        [stored(1, "a/01.mkv", "8:1"), stored(2, "a/02.mkv", "8:1")],
        [scanned("b/02.mkv", "8:1"), scanned("b/01.mkv", "8:1")],
      ).moved,
    ).toEqual({ "a/01.mkv": "b/01.mkv", "a/02.mkv": "b/02.mkv" });
  });

  it("follows a file to another disk by its name, or when no other is alike", () => {
    const copies = [stored(1, "a/01.mkv", "8:1"), stored(2, "a/02.mkv", null)];
    expect(compare(copies, [scanned("b/02.mkv", "9:1"), scanned("b/x.mkv", "9:2")])).toEqual({
      moved: { "a/02.mkv": "b/02.mkv" },
      added: ["b/x.mkv"],
      gone: ["a/01.mkv"],
    });
    expect(compare([stored(1, "a/01.mkv", "8:1")], [scanned("b/x.mkv", "9:2")]).moved).toEqual({
      "a/01.mkv": "b/x.mkv",
    });
  });

  it.each([
    ["composed letters", "a/Pok\u00e9mon 01.mkv", "b/Poke\u0301mon 01.mkv"],
    ["decomposed letters", "a/\u30ab\u3099 01.mkv", "b/\u30ac 01.mkv"],
    ["another casing of the ending", "a/01.MKV", "b/01.mkv"],
  ])("knows a name with %s", (_, from, to) => {
    const copies = [stored(1, "a/02.mkv", "8:1"), stored(2, from, null)];
    expect(compare(copies, [scanned("b/x.mkv", "9:2"), scanned(to, "9:1")]).moved).toEqual({
      [from]: to,
    });
  });

  it("takes a file of another size for another file, whatever its inode and name", () => {
    expect(compare([stored(1, "a/01.mkv", "8:1")], [scanned("b/01.mkv", "8:1", 2)])).toEqual({
      moved: {},
      added: ["b/01.mkv"],
      gone: ["a/01.mkv"],
    });
  });

  it("finds 100,000 moved files that all share size, time and inode", () => {
    const names = Array.from({ length: 100_000 }, (_, index) => `${index}.mkv`);
    const { moved, added, gone } = compare(
      names.map((name, id) => stored(id, `a/${name}`, "8:1")),
      names.map((name) => scanned(`b/${name}`, "8:1")),
    );
    expect(moved).toEqual(Object.fromEntries(names.map((name) => [`a/${name}`, `b/${name}`])));
    expect([added, gone]).toEqual([[], []]);
  });
});
