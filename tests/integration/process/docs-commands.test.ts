// @module-tag rest
import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, expect, it } from "vitest";
import { startBuiltServer } from "../../../scripts/support/built-server";
import { createDataDir, removeDataDir } from "../../../scripts/support/data-dir";

/** Pages of the docs, in the order in which an operator reads them. */
const ROOT = join(import.meta.dirname, "../../..");
const EMAIL = "faye@example.org";

const home = mkdtempSync(join(tmpdir(), "akari-reader-"));
const dataDir = createDataDir();
const site = await startBuiltServer({ DATA_DIR: dataDir, DATABASE_URL: "" });
await site.ready;
afterAll(async () => {
  site.signal("SIGTERM");
  await site.exited;
  await removeDataDir(dataDir);
  rmSync(home, { recursive: true });
});

// What the pages' reader has: an account, a catalog's file and a folder of films.
await fetch(`${site.url}/api/auth/signup`, {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ username: "Faye", email: EMAIL, password: "Bebop-71x!" }),
});
writeFileSync(
  join(home, "catalog.ndjson"),
  `${JSON.stringify({ mal_id: 52991, title: "Sousou no Frieren", type: "TV", episodes: 28 })}\n`,
);
mkdirSync(join(home, "Anime/Sousou no Frieren"), { recursive: true });
copyFileSync(
  join(ROOT, "tests/fixtures/containers/h264-aac.mkv"),
  join(home, "Anime/Sousou no Frieren/Sousou no Frieren - 01.mkv"),
);

/** The commands of the blocks that are marked with `run`, in order. */
function runnableBlocks(page: string): string[] {
  const markdown = readFileSync(join(ROOT, `docs/${page}.md`), "utf8");
  return [...markdown.matchAll(/^```sh run\n([\s\S]*?)^```/gm)].map(([, block = ""]) => block);
}

const expectToWork = async (page: string) => {
  const blocks = runnableBlocks(page);
  expect(blocks.length).toBeGreaterThan(0);
  for (const block of blocks) {
    const script = block.replaceAll("http://127.0.0.1:3000", site.url);
    const shell = spawn("bash", ["-euo", "pipefail", "-c", script], {
      cwd: ROOT,
      env: { PATH: process.env["PATH"], HOME: home, DATA_DIR: dataDir, DATABASE_URL: "" },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const [out, err, [code]] = await Promise.all([
      text(shell.stdout),
      text(shell.stderr),
      once(shell, "close") as Promise<[number | null]>,
    ]);
    expect({ block, code, said: code === 0 ? "" : out + err }).toEqual({
      block,
      code: 0,
      said: "",
    });
  }
};
const WORKS = "every command of docs/%s.md works as it stands";
it.each(["install", "backups"])(WORKS, expectToWork);
it.each(["public-site", "bring-your-own", "updates"])(WORKS, { tags: "nightly" }, expectToWork);
