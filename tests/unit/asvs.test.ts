import { execFileSync } from "node:child_process";
import { basename } from "node:path";
import { expect, it } from "vitest";
import { ASVS_REQUIREMENTS } from "../asvs";

it("every verdict has evidence, and files that it names exist", () => {
  const files = new Set(
    execFileSync("git", ["ls-files"], { encoding: "utf8" })
      .split("\n")
      .map((file) => basename(file)),
  );
  const requirements = Object.entries(ASVS_REQUIREMENTS);
  expect(requirements.length).toBeGreaterThan(200);
  for (const [id, [, , evidence]] of requirements) {
    expect(evidence, id).not.toBe("");
    for (const [, file = ""] of evidence.matchAll(/`([^`\s]+\.(?:tsx?|mjs|md|ya?ml|json))`/g))
      expect(files, `${id}: ${file}`).toContain(basename(file));
  }
});
