import { createHash } from "node:crypto";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  choosePlacement,
  filesIn,
  unprivilegedAccount,
  findObstacle,
  type Files,
} from "./placement.server";

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "placement-")));
  chmodSync(folder, 0o755);
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Owns nothing here and shares no group. */
const stranger = { uid: 54_321, gid: 54_321 };

test("a path that all accounts may enter and read has no obstacle", () => {
  const file = join(folder, "file");
  writeFileSync(file, "");
  chmodSync(file, 0o644);
  expect(findObstacle(file, stranger)).toBeNull();
});

test("the first closed folder on the way is the obstacle, however open the rest is", () => {
  const closed = join(folder, "closed");
  mkdirSync(join(closed, "open"), { recursive: true });
  chmodSync(closed, 0o700);
  expect(findObstacle(join(closed, "open"), stranger)).toBe(closed);
});

test("a folder may be entered without being readable, a file has to be readable", () => {
  chmodSync(folder, 0o711);
  expect(findObstacle(folder, stranger)).toBeNull();
  const file = join(folder, "file");
  writeFileSync(file, "");
  chmodSync(file, 0o711);
  expect(findObstacle(file, stranger)).toBe(file);
});

test("owner and group count by their own rights", () => {
  const closed = join(folder, "closed");
  mkdirSync(closed);
  const { uid, gid } = statSync(closed);
  chmodSync(closed, 0o700);
  expect(findObstacle(closed, { uid, gid: stranger.gid })).toBeNull();
  chmodSync(closed, 0o710);
  expect(findObstacle(closed, { uid: stranger.uid, gid })).toBeNull();
  chmodSync(closed, 0o701);
  expect(findObstacle(closed, { uid: stranger.uid, gid })).toBe(closed);
});

test("the account nobody is read from the system's list, macOS's negative one included", () => {
  expect(
    unprivilegedAccount("root:x:0:0::/root:/bin/sh\nnobody:x:99:98:nobody:/:/sbin/nologin\n"),
  ).toEqual({
    uid: 99,
    gid: 98,
  });
  expect(
    unprivilegedAccount("nobody:*:-2:-2:Unprivileged User:/var/empty:/usr/bin/false\n"),
  ).toEqual({
    uid: -2,
    gid: -2,
  });
  expect(unprivilegedAccount("root:x:0:0::/root:/bin/sh\n")).toEqual({ uid: 65534, gid: 65534 });
});

test("every name in DATA_DIR starts with postgres, so that operators recognise it", () => {
  const { folder: root, ...files } = filesIn("/data");
  expect(root).toBe("/data");
  for (const file of Object.values(files)) expect(file).toMatch(/^\/data\/postgres/);
});

/** DATA_DIR with a pointer to a database elsewhere, as version 0.1 has written it. */
function createSheltered(): { files: Files; shelter: string } {
  const files = filesIn(join(folder, "data"));
  mkdirSync(files.folder);
  const hash = createHash("sha256").update(files.folder).digest("hex").slice(0, 12);
  const shelter = join(folder, `akari-${hash}`);
  mkdirSync(join(shelter, "postgres"), { recursive: true });
  writeFileSync(files.shelterPointer, `${shelter}\n`);
  return { files, shelter };
}

const place = (files: Files) => choosePlacement(files, () => undefined).data;
const copyTo = (name: string, { folder: original }: Files) => {
  cpSync(original, join(folder, name), { recursive: true });
  return filesIn(join(folder, name));
};

test("a pointer of version 0.1 is adopted in its own folder, once, and refused in a copy", () => {
  const { files, shelter } = createSheltered();
  const early = copyTo("early", files);
  expect(() => place(early)).toThrow(/early is a copy of another folder, whose database/);
  expect(readFileSync(early.shelterPointer, "utf8")).toBe(`${shelter}\n`);

  expect(place(files)).toBe(join(shelter, "postgres"));
  const adopted = `${shelter}\n${statSync(files.folder).ino} ${files.folder}\n`;
  expect(readFileSync(files.shelterPointer, "utf8")).toBe(adopted);
  place(files);
  expect(readFileSync(files.shelterPointer, "utf8")).toBe(adopted);
  expect(() => place(copyTo("late", files))).toThrow(/late is a copy of .*data, whose database/);
});

test("a copy is refused even if its inode on another disk is the original's", () => {
  const { files, shelter } = createSheltered();
  const copy = copyTo("copy", files);
  writeFileSync(copy.shelterPointer, `${shelter}\n${statSync(copy.folder).ino} ${files.folder}\n`);
  expect(() => place(copy)).toThrow(/copy is a copy of .*data, whose database/);
});

test("a renamed folder opens its database, and a copy does as the refusal advises", () => {
  const { files, shelter } = createSheltered();
  place(files);
  const renamed = filesIn(join(folder, "renamed"));
  renameSync(files.folder, renamed.folder);
  expect(place(renamed)).toBe(join(shelter, "postgres"));

  const copy = copyTo("copy", renamed);
  const advice = /make "(.*)" that file's second line/;
  let message = "";
  try {
    place(copy);
  } catch (error) {
    message = String(error);
  }
  writeFileSync(copy.shelterPointer, `${shelter}\n${advice.exec(message)?.[1] ?? ""}\n`);
  expect(place(copy)).toBe(join(shelter, "postgres"));
});
