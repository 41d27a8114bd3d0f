import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";

const FRAGMENTS =
  "Of To By From Which Whose With Null Then Else Otherwise Those They And Or Such As For Like Than That Who Whom Their So Not Never Only Also Rather Instead Except Per Within Beyond Beside Above Below Behind Under Over Through Across Inside Outside Against More Less Fewer Longer Larger Smaller Enough Others".split(
    " ",
  );
const CLAUSES =
  "In On At If When Where While Until Unless Since Once After Before During Between Without".split(
    " ",
  );

/** Codes, each with the lines where a fragment begins. */
const CASES = [
  ...FRAGMENTS.flatMap((word) => [
    [`/** ${word} it. */\nlet a;`, [1]],
    [`let a;\n\n/**\n * ${word} it.\n */\nlet b;`, [3]],
    [`// ${word} it.\nlet a; // ${word} it.`, [1, 2]],
  ]),
  ...CLAUSES.flatMap((word) => [
    // There is no main clause.
    [`/** ${word} it. */\nlet a;`, [1]],
    [`/** ${word} it. Reads it, and ends. */\nlet a;`, [1]],
    [`// ${word} it\n// ends.\nlet a; // ${word} it; or else, this.`, [1, 3]],
    // There is one.
    [`/** ${word} it, this ends. */\nlet a;`, []],
    [`/**\n * ${word} it\n * ends, this begins.\n */\nlet a;`, []],
    [`// ${word} it\n// ends, this begins.\nlet a;`, []],
  ]),
  ["/** Reads it. */\nlet a;", []],
  // The word is a longer one.
  ["// Often it is read.\nlet a;", []],
  // A line continues the comment above it.
  ["// It is read\n// From there.\nlet a;", []],
  ["/**\n * Reads it\n * To there.\n */\nlet a;", []],
  // A blank line ends the comment.
  ["// It is read.\n\n// From there.\nlet a;", [3]],
];

const folder = mkdtempSync(join(tmpdir(), "whole-sentences-"));
const found = CASES.map(() => []);

beforeAll(() => {
  const config = join(folder, "oxlint.json");
  const plugin = fileURLToPath(new URL("whole-sentences.mjs", import.meta.url));
  const rules = { "akari/whole-sentences": "error" };
  writeFileSync(config, JSON.stringify({ jsPlugins: [plugin], categories: {}, rules }));
  for (const [index, [code]] of CASES.entries()) writeFileSync(join(folder, `${index}.js`), code);
  const oxlint = fileURLToPath(new URL("../../node_modules/.bin/oxlint", import.meta.url));
  const { stdout } = spawnSync(oxlint, ["-c", config, "--format", "json", "."], {
    cwd: folder,
    encoding: "utf8",
  });
  for (const { code, filename, labels } of JSON.parse(stdout).diagnostics)
    if (code === "akari(whole-sentences)")
      found[Number.parseInt(filename, 10)].push(labels[0].span.line);
});

afterAll(() => rmSync(folder, { recursive: true }));

it.each(CASES.map(([code, lines], index) => ({ code, lines, index })))(
  "finds $lines in $code",
  ({ lines, index }) => {
    expect(found[index].sort()).toEqual(lines);
  },
);
