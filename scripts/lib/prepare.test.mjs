import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { applyPatches, isInstalled, npmProblem, sourceDigest } from "./prepare.mjs";
import { nodeProblem } from "./run.mjs";

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

test("a Node older than 20.19 is rejected by name, 20.19 and newer are not", () => {
  expect(nodeProblem("18.20.4")).toContain("18.20.4");
  expect(nodeProblem("20.18.9")).toContain("20.19");
  expect(nodeProblem("20.19.0")).toBeNull();
  expect(nodeProblem("24.0.0")).toBeNull();
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
