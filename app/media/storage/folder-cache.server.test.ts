import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createFolderLimit, readFolderBytes } from "./folder-cache.server";

function folderWith(sizes: readonly number[]) {
  const folder = mkdtempSync(join(tmpdir(), "akari-folder-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const write = (name: string, size: number, usedAt: number) => {
    writeFileSync(join(folder, name), Buffer.alloc(size));
    utimesSync(join(folder, name), usedAt, usedAt);
  };
  sizes.forEach((size, index) => write(`old-${index}`, size, index + 1));
  return { folder, write };
}

it("evicts the least recently used files at the first one, and leaves room for a tenth", async () => {
  const { folder, write } = folderWith([30, 30, 30]);
  const limit = createFolderLimit(folder, 100);
  write("new", 30, 100);
  await limit(30);
  expect(readdirSync(folder).sort()).toEqual(["new", "old-1", "old-2"]);
});

it("reads the folder again only when more than the room was written", async () => {
  const { folder, write } = folderWith([]);
  const limit = createFolderLimit(folder, 100);
  await limit(0);
  // Files that another process wrote are found with the next look.
  write("other", 95, 1);
  await limit(10);
  expect(readdirSync(folder)).toEqual(["other"]);
  await limit(1);
  expect(readdirSync(folder)).toEqual([]);
});

it("never leaves more than the limit behind", async () => {
  const { folder, write } = folderWith([]);
  const limit = createFolderLimit(folder, 100);
  for (let index = 0; index < 60; index += 1) {
    const size = 1 + (index % 9);
    write(String(index), size, index);
    await limit(size);
    expect(await readFolderBytes(folder)).toBeLessThanOrEqual(100);
  }
});
