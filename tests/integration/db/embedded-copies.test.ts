// @module-tag rest
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { stopPostmaster } from "~db/embedded/postmaster.server";
import { createDataDir, removeDataDir, runningDatabases } from "../../../scripts/support/data-dir";
import { startEmbeddedProcess } from "../../support/database/embedded-process";

let parent: string;
let original: string;
let copy: string;
beforeEach(() => {
  const folder = createDataDir();
  parent = folder;
  original = join(folder, "original");
  copy = join(folder, "copy");
  onTestFinished(async () => {
    for (const dataDir of [original, copy]) await removeDataDir(dataDir);
    await removeDataDir(folder);
  });
});

const copyTo = (to: string) => execFileSync("cp", ["-a", original, to]);
const recordIn = (dataDir: string) => join(dataDir, "postgres.folder");
const readRecord = (dataDir: string) =>
  JSON.parse(readFileSync(recordIn(dataDir), "utf8")) as Record<string, unknown>;

async function start(dataDir: string) {
  const program = startEmbeddedProcess(dataDir);
  await program.started;
  await program.write();
  return program;
}

/** The start works, and its stop leaves no server. */
async function expectToStart(dataDir: string): Promise<void> {
  const program = await start(dataDir);
  await program.stop();
  expect(runningDatabases(dataDir)).toEqual([]);
}

/** The power fails: neither the program nor its server stops as it should. */
async function crash(dataDir: string, program: Awaited<ReturnType<typeof start>>): Promise<void> {
  const [postmaster] = runningDatabases(dataDir);
  await program.kill();
  if (postmaster === undefined) throw new Error("no server runs");
  process.kill(postmaster.pid, "SIGKILL");
  await stopPostmaster(postmaster);
}

test("a copy of a running folder is refused, also later, until its owner insists", async () => {
  const program = await start(original);
  // It does not keep owners.
  execFileSync("cp", ["-r", original, copy]);
  const before = readFileSync(join(copy, "postgres/global/pg_control"));
  const refusal = expect(startEmbeddedProcess(copy).started).rejects;
  await refusal.toThrow(`${copy} is a copy of ${original} (on ${hostname()})`);
  expect(runningDatabases(copy)).toEqual([]);
  expect(readFileSync(join(copy, "postgres/global/pg_control"))).toEqual(before);
  await program.write();

  const insisting = startEmbeddedProcess(copy).started;
  await expect(insisting).rejects.toThrow(/akari -- backup.* restore, or stop it first/);
  rmSync(copy, { recursive: true });
  copyTo(copy);
  rmSync(recordIn(copy));
  // The original runs, and its programs are noted in the copy too.
  await expectToStart(copy);
  await program.stop();

  rmSync(copy, { recursive: true });
  const again = await start(original);
  copyTo(copy);
  await again.stop();
  await expect(startEmbeddedProcess(copy).started).rejects.toThrow(
    "which was not stopped when it was copied, so that its parts may not fit together",
  );
});

test("a copy of a stopped folder starts unless the original runs", async () => {
  await expectToStart(original);
  copyTo(copy);
  const program = await start(original);
  await expect(startEmbeddedProcess(copy).started).rejects.toThrow("which is running");
  await program.stop();
  await expectToStart(copy);
  // It is a site of its own now.
  const other = await start(original);
  await expectToStart(copy);
  await other.stop();
});

test("a moved folder starts, also after a crash", async () => {
  const program = await start(original);
  expect(readRecord(original)).toEqual({
    database: expect.stringMatching(/^\d{19}$/) as string,
    host: hostname(),
    path: original,
    inode: statSync(original).ino,
  });
  await program.stop();
  renameSync(original, copy);
  const moved = await start(copy);
  expect(readRecord(copy)["path"]).toBe(copy);
  await crash(copy, moved);
  renameSync(copy, original);
  await expectToStart(original);
});

test("a restored folder starts at its path, and at another one", async () => {
  const program = await start(original);
  const saved = join(parent, "saved");
  copyTo(saved);
  await crash(original, program);
  rmSync(original, { recursive: true });
  execFileSync("cp", ["-a", saved, original]);
  await expectToStart(original);
  rmSync(original, { recursive: true });
  execFileSync("cp", ["-a", saved, copy]);
  await expectToStart(copy);
});

test("a folder from another host starts, whatever is at its former path here", async () => {
  const program = await start(original);
  await crash(original, program);
  const record = readRecord(original);
  // A container's name changes with each start.
  writeFileSync(recordIn(original), JSON.stringify({ ...record, host: "3f2a9c1b7d4e" }));
  await expectToStart(original);
  expect(readRecord(original)["host"]).toBe(hostname());

  const unrelated = await start(copy);
  const { ino: inode } = statSync(copy);
  writeFileSync(recordIn(original), JSON.stringify({ ...record, host: "x", path: copy, inode }));
  await expectToStart(original);
  await unrelated.stop();
  writeFileSync(recordIn(original), "{");
  await expectToStart(original);
  expect(readRecord(original)).toEqual(record);
});

test("a server that was started in another container is seen by its socket", async () => {
  const program = await start(original);
  const pidFile = join(original, "postgres/postmaster.pid");
  const lines = readFileSync(pidFile, "utf8");
  // The number means nothing where its process cannot be seen.
  writeFileSync(pidFile, lines.replace(/^\d+/, "4194303"));
  await expect(startEmbeddedProcess(original).started).rejects.toThrow("runs already");
  writeFileSync(pidFile, lines);
  await program.write();
  await program.stop();
  expect(existsSync(pidFile)).toBe(false);
}, 30_000);
