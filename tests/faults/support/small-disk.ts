import { execFileSync } from "node:child_process";
import { chmodSync, closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { errorCode } from "~/errors/error-code";

/** A small disk in memory. */
export interface SmallDisk {
  folder: string;
  fill(): void;
  free(): void;
}

const CHUNK_BYTES = 64 * 1024;

export function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), "akari-disk-"));
  try {
    mount(folder, 1);
    execFileSync("umount", [folder], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Mounts a disk until the test ends. */
export function mountSmallDisk(megabytes: number): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), "akari-disk-"));
  mount(folder, megabytes);
  chmodSync(folder, 0o755);
  onTestFinished(() => {
    execFileSync("umount", ["--lazy", folder]);
    rmSync(folder, { recursive: true });
  });
  const ballast = join(folder, "ballast");
  return {
    folder,
    fill() {
      const file = openSync(ballast, "a");
      try {
        // The last bytes are filled too, since the rest of a page is free as well.
        for (let bytes = CHUNK_BYTES; bytes >= 1;)
          try {
            writeSync(file, Buffer.alloc(bytes));
          } catch (error) {
            if (errorCode(error) !== "ENOSPC") throw error;
            bytes = Math.floor(bytes / 2);
          }
      } finally {
        closeSync(file);
      }
    },
    free: () => rmSync(ballast, { force: true }),
  };
}

function mount(folder: string, megabytes: number): void {
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "akari", folder], {
    stdio: "ignore",
  });
}
