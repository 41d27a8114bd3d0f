import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { akariCommand } from "./command";

test("a clone has the script of npm, a release the program", () => {
  const release = mkdtempSync(join(tmpdir(), "akari-release-"));
  onTestFinished(() => rmSync(release, { recursive: true }));
  writeFileSync(join(release, "package.json"), "{}");
  expect(akariCommand("db migrate", release)).toBe("akari db migrate");
  expect(akariCommand("db migrate")).toBe("npm run akari -- db migrate");
});
