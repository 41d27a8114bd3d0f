import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, it } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "route-paths-"));
afterAll(() => rmSync(folder, { recursive: true }));

const REPORTED = [
  'redirect("/browse");',
  'link("/list?state=watching");',
  'link("/settings#tokens");',
  "link(`/watch/${id}/1`);",
  "link(`/signin${query}`);",
  'fetch("/api/user/progress");',
];
const ALLOWED = [
  'redirect(href("/browse"));',
  "link(`${href('/list')}?state=watching`);",
  'const isHome = path === "/";',
  'const isWatch = path.startsWith("/watch/");',
  'const renamed = { "/anime": href("/browse") };',
  'const file = "/tmp/browse";',
];

it("names the strings that are paths of the site, and no others", () => {
  const config = join(folder, "oxlint.json");
  const plugin = fileURLToPath(new URL("route-paths.mjs", import.meta.url));
  const rules = { "routes/use-href": "error" };
  writeFileSync(config, JSON.stringify({ jsPlugins: [plugin], categories: {}, rules }));
  writeFileSync(join(folder, "paths.js"), [...REPORTED, ...ALLOWED].join("\n"));
  const oxlint = fileURLToPath(new URL("../../node_modules/.bin/oxlint", import.meta.url));
  const { stdout } = spawnSync(oxlint, ["-c", config, "--format", "json", "."], {
    cwd: folder,
    encoding: "utf8",
  });
  const lines = JSON.parse(stdout)
    .diagnostics.filter(({ code }) => code === "routes(use-href)")
    .map(({ labels }) => labels[0].span.line);
  expect(lines.sort()).toEqual(REPORTED.map((_, index) => index + 1));
});
