import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  truncateLog,
  parsePidFile,
  removeMisleadingLocks,
  runningPostmaster,
  socketEndpoint,
} from "./postmaster.server";

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "postmaster-"))));
afterEach(() => rmSync(folder, { recursive: true }));

test("postmaster.pid of a server on a socket, and of one on loopback", () => {
  const onSocket = parsePidFile("4711\n/data\n1763000000\n5432\n/data\n\n 12 34\nready   \n");
  expect(onSocket).toEqual({
    pid: 4711,
    data: "/data",
    endpoint: { host: "/data", port: 5432 },
    status: "ready",
  });
  const onLoopback = parsePidFile(
    "4711\n/data\n1763000000\n40123\n\n127.0.0.1\n 12 34\nstarting\n",
  );
  expect(onLoopback.endpoint).toEqual({ host: "127.0.0.1", port: 40_123 });
  expect(onLoopback.status).toBe("starting");
});

test("an incomplete postmaster.pid has no status yet", () => {
  expect(parsePidFile("4711\n").status).toBe("");
});

test("the socket is in the data folder while its path has at most 100 bytes", () => {
  const suffix = "/.s.PGSQL.5432".length;
  const fits = `/${"d".repeat(99 - suffix)}`;
  expect(socketEndpoint(fits)).toEqual({ host: fits, port: 5432 });
  expect(socketEndpoint(`${fits}d`)).toBeNull();
  expect(socketEndpoint(`/${"é".repeat(99 - suffix)}`)).toBeNull();
});

test("the lock file of a living process that is not a server of this folder is removed, and does not count as one", () => {
  const file = join(folder, "postmaster.pid");
  writeFileSync(file, `${process.pid}\n${folder}\n1\n5432\n${folder}\n\n1 1\nready\n`);
  expect(runningPostmaster(folder)).toBeNull();
  removeMisleadingLocks(folder);
  expect(() => statSync(file)).toThrow("ENOENT");
});

test("a lock file of a dead process is left to PostgreSQL, which checks for surviving backends", () => {
  const file = join(folder, "postmaster.pid");
  writeFileSync(file, `${2 ** 30}\n${folder}\n1\n5432\n${folder}\n\n1 1\nready\n`);
  expect(runningPostmaster(folder)).toBeNull();
  removeMisleadingLocks(folder);
  expect(statSync(file).isFile()).toBe(true);
});

test("a log under five megabytes is left alone, and one of five is rotated without a new file", () => {
  const log = join(folder, "postgres.log");
  const limit = 5 * 1024 * 1024;
  writeFileSync(log, "x".repeat(limit - 1));
  truncateLog(log);
  expect(statSync(log).size).toBe(limit - 1);

  writeFileSync(log, "y".repeat(limit));
  const { ino } = statSync(log);
  truncateLog(log);
  expect(statSync(log)).toMatchObject({ size: 0, ino });
  expect(readFileSync(`${log}.1`, "utf8")).toHaveLength(limit);
});
