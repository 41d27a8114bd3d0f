// @module-tag nightly
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { expect, it } from "vitest";
import { decodeEntry } from "~/media/images/cache/entry-file";
import { contentId } from "~/media/storage/content-id";
import { listStoredFiles, createTempFolder } from "../../support/media/image-service";

/** Stored files before the writer is killed; the same in every run. */
const KILLED_AFTER = [1, 4, 13, 30];

async function killWriter(kind: string, folder: string, lines: number): Promise<void> {
  const child = spawn(
    process.execPath,
    ["--import", "tsx", "tests/support/media/writing-child.ts", kind, folder],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  const ended = once(child, "exit");
  let finished = 0;
  for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
    finished += chunk.toString().split("\n").length - 1;
    if (finished >= lines) child.kill("SIGKILL");
  }
  await ended;
}

it.each([
  [
    "UPLOAD-S13 shows no part of a file",
    "uploads",
    (path: string) => expect(contentId(readFileSync(path))).toBe(basename(path)),
  ],
  [
    "CACHE-S11 keeps no part of a response",
    "cache",
    (path: string) => expect(decodeEntry(readFileSync(path))).not.toBeNull(),
  ],
] as const)("%s whose writer was killed", async (_, kind, expectWhole) => {
  const folder = createTempFolder();
  for (const lines of KILLED_AFTER) {
    await killWriter(kind, folder, lines);
    const files = listStoredFiles(folder);
    expect(files.length).toBeGreaterThanOrEqual(lines);
    for (const path of files) expectWhole(path);
  }
});
