import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "./run.mjs";
import {
  describeVerdict,
  findTestFiles,
  evaluateCases,
  playwrightResults,
  projectOf,
  vitestResults,
} from "./threats.mjs";
import { THREAT_CASES } from "../../tests/threat-cases.mjs";

describe("threat cases", () => {
  const files = findTestFiles();

  it("each have a test with the id", () => {
    const tested = new Set(files.flatMap(({ ids }) => [...ids]));
    const listed = Object.keys(THREAT_CASES);
    expect(listed.length).toBeGreaterThan(280);
    expect(listed.filter((id) => !tested.has(id))).toEqual([]);
  });

  it("are the only ones in test titles", () => {
    const listed = new Set(Object.keys(THREAT_CASES));
    const unlisted = files.flatMap(({ file, ids }) =>
      [...ids].filter((id) => !listed.has(id)).map((id) => `${id} in ${file}`),
    );
    expect(unlisted).toEqual([]);
  });

  it("pass, fail, are skipped or missing by their tests", () => {
    // Built from parts, so that this file carries no id.
    const id = (n) => ["A", `S0${n}`].join("-");
    const listed = Object.fromEntries([1, 2, 3, 4].map((n) => [id(n), "text"]));
    const test = (n, status) => ({ file: "a.test.ts", title: `x (${id(n)})`, status });
    const results = [test(1, "passed"), test(1, "skipped"), test(2, "passed"), test(2, "failed")];
    const verdicts = evaluateCases(listed, [...results, test(3, "skipped")]);
    expect(verdicts.map(({ verdict }) => verdict)).toEqual([
      "passed",
      "failed",
      "skipped",
      "missing",
    ]);
    expect(describeVerdict(verdicts[1])).toContain(`failed   a.test.ts: x (${id(2)})`);
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
