import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { FACT_DOT } from "./fact-dot";

const APP = join(import.meta.dirname, "..");
const COMMENT = /^\s*(?:\/\/|\/?\*)/;

/** Lists the lines of the files that have a dot which may begin a line of a page. */
function linesWithDot(files: readonly string[], isDot: (line: string) => boolean): string[] {
  return files.flatMap((file) =>
    readFileSync(join(APP, file), "utf8")
      .split("\n")
      .filter((line) => isDot(line) && !COMMENT.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
}

test("components and messages write no dot of their own between facts", () => {
  const files = readdirSync(APP, { recursive: true, encoding: "utf8" });
  const components = files.filter((name) => name.endsWith(".tsx"));
  const messages = files.filter((name) => /i18n\/messages\/.*\.ts$/.test(name));
  expect(components.length).toBeGreaterThan(200);
  expect(messages.length).toBeGreaterThan(20);
  const dot = FACT_DOT.trim();
  // The name that a search gets is stored, and suggestions arrive with plain spaces.
  const isData = (line: string) => / = filters\.length|replaceAll\(/.test(line);
  expect(linesWithDot(components, (line) => line.includes(dot) && !isData(line))).toEqual([]);
  // The title of a page stands in the browser's tab, which has one line.
  expect(
    linesWithDot(messages, (line) =>
      line.replaceAll(`\\u00a0${dot}`, "").replace(`{title} ${dot} Akari`, "").includes(dot),
    ),
  ).toEqual([]);
});
