import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { expect, it } from "vitest";
import { decodeEntry } from "~/media/images/cache/entry-file";
import { contentId } from "~/media/storage/content-id";
import { temporaryFolder } from "../../support/image-service";

/** How many files a writer stores before it is killed in the middle of others; different each time, and the same in every run. */
const KILLED_AFTER = [1, 4, 13, 30];

async function killWriter(kind: string, folder: string, lines: number): Promise<void> {
  const child = spawn(process.execPath, ["--import", "tsx", "tests/support/writing-child.ts", kind, folder], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "exit");
  let seen = 0;
  for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
    seen += chunk.toString().split("\n").length - 1;
    if (seen >= lines) child.kill("SIGKILL");
  }
  await ended;
}

const placed = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile() && !/(?:tmp|drafts)$/.test(entry.parentPath.split(sep).at(-1) ?? ""));

it("UPLOAD-S13 shows no part of a file whose writer was killed", async () => {
  const folder = temporaryFolder();
  for (const lines of KILLED_AFTER) {
    await killWriter("uploads", folder, lines);
    const files = placed(folder);
    expect(files.length).toBeGreaterThanOrEqual(lines);
    for (const { name, parentPath } of files) expect(contentId(readFileSync(join(parentPath, name)))).toBe(name);
  }
});

it("CACHE-S11 keeps no part of an answer whose writer was killed", async () => {
  const folder = temporaryFolder();
  for (const lines of KILLED_AFTER) {
    await killWriter("cache", folder, lines);
    const files = placed(folder);
    expect(files.length).toBeGreaterThanOrEqual(lines);
    for (const { name, parentPath } of files) expect(decodeEntry(readFileSync(join(parentPath, name)))).not.toBeNull();
  }
});
