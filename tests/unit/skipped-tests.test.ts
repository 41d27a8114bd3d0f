import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const CONDITION = /\.(?:skipIf|runIf)\(/g;

/** Returns what follows the condition, which may itself have parentheses. */
function afterCondition(text: string, start: number): string {
  let depth = 1;
  let index = start;
  for (; depth > 0 && index < text.length; index++)
    depth += text[index] === "(" ? 1 : text[index] === ")" ? -1 : 0;
  return text.slice(index, index + 300);
}

it("a test that is skipped somewhere says what it needs", () => {
  const files = ["app", "cli", "db", "scripts", "tests"].flatMap((folder) =>
    readdirSync(folder, { encoding: "utf8", recursive: true })
      .filter((name) => /\.test\.(?:tsx?|mjs)$/.test(name))
      .map((name) => join(folder, name)),
  );
  // The tests of the full catalog are skipped as a suite.
  const own = files.filter((file) => !file.startsWith("tests/catalog/"));
  expect(own.length).toBeGreaterThan(400);
  const silent = own.flatMap((file) => {
    const text = readFileSync(file, "utf8");
    return [...text.matchAll(CONDITION)]
      .map(({ index, 0: match }) => afterCondition(text, index + match.length))
      .filter((rest) => !/^\(\s*"[^"]*\(needs [^)"]+\)"/.test(rest))
      .map((rest) => `${file}: ${rest.slice(0, 60)}`);
  });
  expect(silent).toEqual([]);
});
