import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  applyPatches,
  diskProblem,
  isInstalled,
  isRegistryAway,
  npmProblem,
  sourceDigest,
} from "./prepare.mjs";
import subset from "semver/ranges/subset.js";
import { nodeProblem } from "./node-problem.mjs";
import { root } from "./run.mjs";
import { step } from "./say.mjs";

let folder;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "prepare-"));
  mkdirSync(join(folder, "node_modules"));
  mkdirSync(join(folder, "app", "routes"), { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (name, value) =>
  writeFileSync(join(folder, name), typeof value === "string" ? value : JSON.stringify(value));
const lock = (packages) => ({ packages: { "": { name: "x" }, ...packages } });
const react = { "node_modules/react": { version: "19.0.0", integrity: "sha512-a" } };

test("packages count as installed when npm's own lock agrees with the lock file", () => {
  write("package-lock.json", lock(react));
  write("node_modules/.package-lock.json", { packages: react });
  expect(isInstalled(folder)).toBe(true);
});

test("only packages for other systems may be missing", () => {
  write(
    "package-lock.json",
    lock({ ...react, "node_modules/fsevents": { version: "2.0.0", optional: true } }),
  );
  write("node_modules/.package-lock.json", { packages: react });
  expect(isInstalled(folder)).toBe(true);
  write("package-lock.json", lock({ ...react, "node_modules/zod": { version: "4.0.0" } }));
  expect(isInstalled(folder)).toBe(false);
});

test("a changed version, a changed package of the same version, and an interrupted installation are detected", () => {
  write("package-lock.json", lock(react));
  expect(isInstalled(folder)).toBe(false);
  write("node_modules/.package-lock.json", {
    packages: { "node_modules/react": { version: "18.0.0", integrity: "sha512-a" } },
  });
  expect(isInstalled(folder)).toBe(false);
  write("node_modules/.package-lock.json", {
    packages: { "node_modules/react": { version: "19.0.0", integrity: "sha512-b" } },
  });
  expect(isInstalled(folder)).toBe(false);
});

test("the digest of the sources changes with a file's content and its name, but not with a test", () => {
  const digest = () => sourceDigest(folder, ["app", "package.json", "absent"]);
  write("app/routes/home.tsx", "a");
  const before = digest();
  write("app/routes/home.test.tsx", "a test");
  expect(digest()).toBe(before);
  write("app/routes/home.tsx", "b");
  const changed = digest();
  expect(changed).not.toBe(before);
  rmSync(join(folder, "app/routes/home.tsx"));
  write("app/routes/house.tsx", "b");
  expect(digest()).not.toBe(changed);
});

test("the supported versions of Node are those that package.json names", () => {
  for (const version of ["20.19.0", "20.20.1", "22.13.0", "22.22.0", "24.0.0", "25.1.0", "26.0.0"])
    expect(nodeProblem(version), version).toBeNull();
  for (const version of ["18.20.4", "20.18.9", "21.7.3", "22.0.0", "22.12.0", "23.11.0"])
    expect(nodeProblem(version), version).toMatch(/needs Node 24 or newer, .* and this is /);
  expect(nodeProblem("22.12.0")).toContain("22.12.0");
});

test("no package, of development either, supports fewer versions of Node", () => {
  const read = (name) => JSON.parse(readFileSync(join(root, name), "utf8"));
  const supported = read("package.json").engines.node;
  const narrower = Object.entries(read("package-lock.json").packages)
    .filter(([, { engines, optional }]) => !optional && engines?.node)
    .filter(([, { engines }]) => !subset(supported, engines.node))
    .map(([path, { engines }]) => `${path}: ${engines.node}`);
  expect(narrower).toEqual([]);
});

test("a fresh installation needs 1.2 GB on the disk", () => {
  expect(diskProblem(1.2e9)).toBeNull();
  expect(diskProblem(1.2e9 - 1)).toMatch(/needs 1\.2 GB .* 1\.2 GB are free/);
  expect(diskProblem(3e8)).toContain("0.3 GB are free");
});

test("npm's registry is away when nothing listens there, not when it refuses", async () => {
  const server = createServer((_request, response) => response.writeHead(404).end());
  await once(server.listen(0, "127.0.0.1"), "listening");
  const registry = `http://127.0.0.1:${server.address().port}/`;
  // `npm start --silent` sets this level.
  const silent = { ...process.env, npm_config_loglevel: "silent" };
  const away = () => isRegistryAway({ ...silent, npm_config_registry: registry });
  expect(await away()).toBe(false);
  await new Promise((resolve) => server.close(resolve));
  expect(await away()).toBe(true);
});

test("a step prints a line now and then where the output is no terminal", async () => {
  const lines = [];
  const write = vi.spyOn(process.stdout, "write").mockImplementation((text) => lines.push(text));
  try {
    await step(
      "Working",
      async (progress) => {
        progress("a first part");
        while (!lines.some((line) => line.includes("a first part")))
          await new Promise((resolve) => setTimeout(resolve, 5));
      },
      { lineEveryMs: 5 },
    );
  } finally {
    write.mockRestore();
  }
  expect(lines[0]).toBe("… Working\n");
  expect(lines.at(-1)).toMatch(/^✓ Working/);
});

test("common npm errors get a message of one sentence, others are quoted", () => {
  expect(npmProblem("npm error code ENOSPC\nnpm error syscall write")).toMatch(
    /^There is no space left/,
  );
  expect(npmProblem("npm error code ENOTFOUND")).toMatch(/network/);
  expect(npmProblem("npm http fetch GET 200\nnpm error code EINTEGRITY")).toContain(
    "npm error code EINTEGRITY",
  );
});

const LEAKY_PATCH = `# It leaks: https://example.org/issues/1
diff --git a/node_modules/leaky/index.js b/node_modules/leaky/index.js
--- a/node_modules/leaky/index.js
+++ b/node_modules/leaky/index.js
@@ -1,2 +1,2 @@
 open()
-drip()
+close()
`;

/** A project whose dependency needs the patch. */
function leakyProject(source) {
  mkdirSync(join(folder, "node_modules", "leaky"));
  mkdirSync(join(folder, "patches"));
  write("package.json", { name: "x", dependencies: { leaky: "1.0.0" } });
  write("node_modules/leaky/package.json", { name: "leaky", version: "1.0.0" });
  write("node_modules/leaky/index.js", source);
  write("patches/leaky+1.0.0.patch", LEAKY_PATCH);
}

test("a patch is applied once", async () => {
  leakyProject("open()\ndrip()\n");
  for (let n = 0; n < 2; n += 1) await applyPatches(folder);
  expect(readFileSync(join(folder, "node_modules/leaky/index.js"), "utf8")).toBe(
    "open()\nclose()\n",
  );
});

test("a patch that does not apply stops the start", async () => {
  leakyProject("open()\n");
  await expect(applyPatches(folder)).rejects.toThrow(/leaky/);
});

test("the installed packages are patched", async () => {
  await applyPatches();
});
