import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { akariVersion, versionText } from "./version";

it("is that of package.json", () => {
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  expect(akariVersion().version).toBe(version);
});

it.each([
  [null, "1.2.3"],
  ["0123456789abcdef0123456789abcdef01234567", "1.2.3 (0123456)"],
])("with the commit %s reads %s", (commit, text) => {
  expect(versionText({ version: "1.2.3", commit })).toBe(text);
});
