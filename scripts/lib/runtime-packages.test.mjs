import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "./run.mjs";
import { isRead, packagesNeeded } from "./runtime-packages.mjs";

const lock = {
  packages: {
    "": { optionalDependencies: { engine: "1" } },
    "node_modules/server": { dependencies: { parser: "1", "@types/parser": "1" } },
    "node_modules/server/node_modules/parser": { dependencies: { text: "1", "bare-fs": "1" } },
    "node_modules/bare-fs": { dependencies: { compiler: "1" } },
    "node_modules/parser": {},
    "node_modules/@types/parser": {},
    "node_modules/text": { optionalDependencies: { "text-linux": "1", "text-darwin": "1" } },
    "node_modules/text-linux": {},
    "node_modules/text-darwin": {},
    "node_modules/engine": { peerDependencies: { server: "1", absent: "1" } },
    "node_modules/compiler": {},
  },
};

const needed = (names, missing = []) =>
  packagesNeeded(lock, names, (path) => !missing.includes(path)).map((path) =>
    path.replaceAll("node_modules/", ""),
  );

describe("packagesNeeded", () => {
  it("follows dependencies to the copies that Node loads", () => {
    expect(needed(["server"])).toEqual([
      "server",
      "server/parser",
      "text",
      "text-darwin",
      "text-linux",
    ]);
  });

  it("leaves out optional packages of other platforms", () => {
    expect(needed(["text"], ["node_modules/text-darwin"])).toEqual(["text", "text-linux"]);
    expect(needed(["engine"], ["node_modules/engine"])).toEqual([]);
  });

  it("includes peers that are installed", () => {
    expect(needed(["engine"])).toContain("server");
  });

  it("rejects a package that is missing", () => {
    expect(() => needed(["server"], ["node_modules/text"])).toThrow("text is not installed");
    expect(() => needed(["unknown"])).toThrow("unknown is not installed");
  });
});

describe("isRead", () => {
  it.each([
    ["index.js", true],
    ["lib/latest.js", true],
    ["lib/test.util.js", true],
    ["contest/index.js", true],
    ["LICENSE.md", true],
    ["lib/index.test.data.json", true],
    ["README.md", false],
    ["lib/index.d.ts", false],
    ["test.js", false],
    ["test/fixtures/close.js", false],
    ["lib/__tests__/index.js", false],
    ["src/tests/LICENSE", false],
    ["lib/index.test.js", false],
    ["lib/index.spec.mjs", false],
  ])("%s: %s", (path, expected) => expect(isRead(path)).toBe(expected));

  it("leaves out no file that another one of its package loads", () => {
    const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    const installed = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
    const names = Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies });
    const exists = (path) => existsSync(join(root, path));
    const missed = packagesNeeded(installed, names, exists).flatMap((path) =>
      loadedFiles(join(root, path)).filter((file) => !isRead(file)),
    );
    expect(missed).toEqual([]);
  });
});

/** The relative paths in a package that its manifest and its programs name, if they exist. */
function loadedFiles(folder) {
  const { main, exports } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const named = [
    ...JSON.stringify([main ?? null, exports ?? null]).matchAll(/"(\.?[^"*]+\.[cm]?js)"/g),
  ].map(([, path]) => join(folder, path));
  const files = readdirSync(folder, { recursive: true }).filter(
    (file) => /\.[cm]?js$/.test(file) && !file.includes("node_modules") && isRead(file),
  );
  for (const file of files) {
    const text = readFileSync(join(folder, file), "utf8");
    for (const [, path] of text.matchAll(/(?:from|import|require)\s*\(?\s*["'](\.[^"'\n]+)["']/g))
      named.push(join(folder, file, "..", path));
  }
  return named
    .flatMap((file) => [file, `${file}.js`, join(file, "index.js")])
    .filter((file) => /\.[cm]?js$/.test(file) && existsSync(file))
    .map((file) => relative(folder, file));
}
