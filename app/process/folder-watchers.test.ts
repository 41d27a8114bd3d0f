import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { createFolderWatchers } from "./folder-watchers.server";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "akari-watchers-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const name of ["old/Season 1", "new", "other"])
    mkdirSync(join(root, name), { recursive: true });
});

function startWatchers() {
  const onChange = vi.fn<(name: string) => void>();
  const watchers = createFolderWatchers(onChange);
  onTestFinished(() => watchers.close());
  const folder = (name: string, path = name) => ({ name, path: join(root, path) });
  return { onChange, watchers, folder };
}

const write = (path: string) => writeFileSync(join(root, path), "");

it("reports files that appear and disappear in folders and those below", async () => {
  const { onChange, watchers, folder } = startWatchers();
  await watchers.refresh([folder("old")]);
  for (const change of [
    () => write("old/01.mkv"),
    () => rmSync(join(root, "old/01.mkv")),
    () => write("old/Season 1/01.mkv"),
    () => rmSync(join(root, "old/Season 1/01.mkv")),
  ]) {
    onChange.mockClear();
    change();
    await expect.poll(() => onChange.mock.calls).toContainEqual(["old"]);
  }
});

it.each([
  ["was removed", []],
  ["was added again at another path", ["new"]],
])("reports nothing of a folder that %s", async (_how, paths) => {
  const { onChange, watchers, folder } = startWatchers();
  await watchers.refresh([folder("old"), folder("other")]);
  await watchers.refresh([folder("other"), ...paths.map((path) => folder("old", path))]);
  onChange.mockClear();
  write("old/01.mkv");
  write("old/Season 1/01.mkv");
  // The system reports changes in their order.
  write("other/01.mkv");
  await expect.poll(() => onChange.mock.calls).toContainEqual(["other"]);
  expect(onChange.mock.calls).not.toContainEqual(["old"]);
});
