import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { filesIn, unprivilegedAccount, findObstacle } from "./placement.server";

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
