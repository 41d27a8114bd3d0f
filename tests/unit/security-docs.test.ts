import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { expect, it } from "vitest";

const VERDICTS = ["met", "partly", "not met", "not applicable"];

it("the checklist names files that exist, and a verdict per requirement", () => {
  const files = new Set(
    execFileSync("git", ["ls-files"], { encoding: "utf8" })
      .split("\n")
      .map((file) => basename(file)),
  );
  const rows = readFileSync("docs/security-checklist.md", "utf8")
    .split("\n")
    .filter((line) => /^\| \d/.test(line))
    .map((line) => line.split("|").map((cell) => cell.trim()));
  expect(rows.length).toBeGreaterThan(200);
  for (const [, requirement, , verdict, evidence = ""] of rows) {
    expect(VERDICTS, requirement).toContain(verdict);
    expect(evidence, requirement).not.toBe("");
    for (const [, file = ""] of evidence.matchAll(/`([^`\s]+\.(?:tsx?|mjs|md|ya?ml|json))`/g))
      expect(files, `${requirement}: ${file}`).toContain(basename(file));
  }
});
