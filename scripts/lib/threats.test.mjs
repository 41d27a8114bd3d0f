import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "./run.mjs";
import {
  describeVerdict,
  findTestFiles,
  evaluateCases,
  playwrightResults,
  projectOf,
  readCases,
  readExemptions,
  vitestResults,
} from "./threats.mjs";

const readText = (file) => readFileSync(join(root, file), "utf8");

describe("threat cases", () => {
  const cases = readCases(readText("docs/threat-cases.md"));
  const exemptions = readExemptions(readText("docs/security.md"));
  const files = findTestFiles();

  it("each have a test with the id, or a reason why they do not apply", () => {
    const tested = new Set(files.flatMap(({ ids }) => [...ids]));
    expect(cases.length).toBeGreaterThan(280);
    expect(cases.filter(({ id }) => !tested.has(id) && !exemptions.has(id))).toEqual([]);
  });

  it("are the only ones in test titles", () => {
    const known = new Set(cases.map(({ id }) => id));
    const unknown = files.flatMap(({ file, ids }) =>
      [...ids].filter((id) => !known.has(id)).map((id) => `${id} in ${file}`),
    );
    expect(unknown).toEqual([]);
  });

  it("are read from the rows of tables, each id once", () => {
    const row = (id) => `| ${id} | text of it |`;
    // Built from parts, so that this file carries no id.
    const id = ["A", "S01"].join("-");
    expect(readCases(`# x\n${row(id)}\nsee ${id}\n`)).toEqual([{ id, text: "text of it" }]);
    expect(() => readCases(`${row(id)}\n${row(id)}\n`)).toThrow("twice");
  });

  it("pass, fail, are skipped, exempt or missing by their tests", () => {
    const id = (n) => ["A", `S0${n}`].join("-");
    const listed = [1, 2, 3, 4, 5].map((n) => ({ id: id(n), text: "" }));
    const test = (n, status) => ({ file: "a.test.ts", title: `x (${id(n)})`, status });
    const results = [test(1, "passed"), test(1, "skipped"), test(2, "passed"), test(2, "failed")];
    const reasons = new Map([[id(4), "there is none"]]);
    const verdicts = evaluateCases(listed, [...results, test(3, "skipped")], reasons);
    expect(verdicts.map(({ verdict }) => verdict)).toEqual([
      "passed",
      "failed",
      "skipped",
      "exempt",
      "missing",
    ]);
    expect(describeVerdict(verdicts[3], reasons)).toContain("there is none");
    expect(describeVerdict(verdicts[1], reasons)).toContain(`failed   a.test.ts: x (${id(2)})`);
  });

  it("take results from the reports of Vitest and Playwright", () => {
    const id = ["A", "S01"].join("-");
    const file = (name, status, assertionResults) => ({
      name: join(root, name),
      status,
      message: "broken",
      assertionResults,
    });
    expect(
      vitestResults({
        testResults: [
          file("tests/unit/a.test.ts", "passed", [
            { fullName: `a ${id} b`, status: "passed" },
            { fullName: "without an id", status: "failed" },
          ]),
          file("tests/unit/b.test.ts", "failed", []),
        ],
      }),
    ).toEqual([
      { file: "tests/unit/a.test.ts", title: `a ${id} b`, status: "passed" },
      { file: "tests/unit/b.test.ts", title: "the file: broken", status: "failed" },
    ]);
    const specs = ["expected", "unexpected", "skipped"].map((status) => ({
      file: "a.spec.ts",
      title: id,
      tests: [{ status }],
    }));
    expect(
      playwrightResults({ suites: [{ suites: [{ specs }] }] }).map(({ status }) => status),
    ).toEqual(["passed", "failed", "skipped"]);
  });

  it("run in the project of their file's folder", () => {
    expect(
      [
        "app/x.test.ts",
        "tests/unit/x.test.ts",
        "tests/integration/a/x.test.ts",
        "tests/netns/x.test.ts",
        "tests/long/x.test.ts",
        "tests/e2e/x.spec.ts",
      ].map(projectOf),
    ).toEqual(["unit", "unit", "integration", "netns", "long", "e2e"]);
  });
});
