// @module-tag nightly
import { spawnSync } from "node:child_process";
import { closeSync, openSync, readdirSync, readFileSync, statfsSync, writeSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { startBuiltServer } from "../../../scripts/support/built-server";
import { createDataDir, removeDataDir } from "../../../scripts/support/data-dir";

/** Runs a command with a new disk of `size` at `folder`, visible to it only. */
const withDisk = (folder: string, size: string) => [
  "unshare",
  "--mount",
  "sh",
  "-c",
  `mount -t tmpfs -o mode=755,size=${size} tmpfs "${folder}" && exec "$@"`,
  "sh",
];

const canMount =
  process.getuid?.() === 0 &&
  spawnSync("unshare", ["--mount", "mount", "-t", "tmpfs", "tmpfs", "/mnt"]).status === 0;

function processesOn(folder: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(join("/proc", pid, "cmdline"), "utf8").includes(folder);
      } catch {
        return false;
      }
    })
    .map(Number);
}

/** Postgres writes meanwhile, so how much is free is only known when a write fails. */
function fill(disk: string): void {
  const filler = openSync(join(disk, "filler"), "w");
  try {
    for (;;) writeSync(filler, Buffer.alloc(4096));
  } catch (error) {
    expect(error).toMatchObject({ code: "ENOSPC" });
  } finally {
    closeSync(filler);
  }
}

async function startOnDisk(size: string) {
  const dataDir = createDataDir();
  const server = await startBuiltServer({ DATA_DIR: dataDir }, "scripts/start.mjs", {
    wrapper: withDisk(dataDir, size),
  });
  onTestFinished(async () => {
    server.signal("SIGKILL");
    for (const pid of processesOn(dataDir)) process.kill(pid, "SIGKILL");
    await removeDataDir(dataDir);
  });
  return { server, dataDir, disk: join("/proc", String(server.pid), "root", dataDir) };
}

describe.skipIf(!canMount)("a full disk (needs root and a mount namespace)", () => {
  it("is too small for a first start: one message, exit code 1, no process left", async () => {
    const { server, dataDir } = await startOnDisk("199m");
    expect(await server.exited).toBe(1);
    expect(server.output().stderr).toMatch(
      /^The disk of \S+ has 19\d MB of free space, but a new database needs 200 MB: [^\n]+\n$/,
    );
    expect(processesOn(dataDir)).toEqual([]);
  });

  it("just large enough serves, and stops with 0 after it has become full", async () => {
    const { server, dataDir, disk } = await startOnDisk("201m");
    await server.ready;
    fill(disk);
    expect(statfsSync(disk).bavail).toBe(0);
    server.signal("SIGTERM");
    expect(await server.exited).toBe(0);
    expect(server.output().stderr).toBe("");
    expect(processesOn(dataDir)).toEqual([]);
  });
});
