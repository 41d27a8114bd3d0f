import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { akariVersion, toVersion, versionText } from "./version";

const COMMIT = "0123456789abcdef0123456789abcdef01234567";

it("is that of package.json", () => {
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  expect(akariVersion().version).toBe(version);
});

it.each([
  ["1.2.3", COMMIT, "1.2.3", "1.2.3 (0123456)"],
  ["1.2.3-dev", COMMIT, "1.2.3-dev+0123456", "1.2.3-dev+0123456"],
  ["1.2.3-dev+fedcba9", COMMIT, "1.2.3-dev+fedcba9", "1.2.3-dev+fedcba9"],
  ["1.2.3-dev", null, "1.2.3-dev", "1.2.3-dev"],
])("of the package %s at the commit %s is %s", (ofPackage, commit, version, text) => {
  expect(toVersion(ofPackage, commit)).toEqual({ version, commit });
  expect(versionText(toVersion(ofPackage, commit))).toBe(text);
});
