import { describe, expect, it } from "vitest";
import { packagesNeeded } from "./runtime-packages.mjs";

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
