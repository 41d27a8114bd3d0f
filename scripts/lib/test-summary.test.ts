import { expect, it } from "vitest";
import { printSummary, type TestResult } from "./test-summary";

function linesOf(...results: TestResult[]): string[] {
  const lines: string[] = [];
  printSummary(results, (line) => lines.push(line));
  return lines;
}

it("names what did not simply pass, failures last, and counts flaky tests as passed", () => {
  const lines = linesOf(
    { name: "a", status: "failed", message: "\u001b[31mError: 3\u001b[39m\n\n+ 4\n    at b" },
    { name: "b", status: "passed" },
    { name: "c", status: "skipped" },
    { name: "d", status: "flaky", message: "late" },
  );
  expect(lines).toEqual([
    "skipped: c",
    "flaky: d: late",
    "failed: a: Error: 3 + 4",
    "2 passed, 1 failed, 1 skipped",
  ]);
});

it("says nothing of skipped tests where there are none", () => {
  expect(linesOf({ name: "a", status: "passed" })).toEqual(["1 passed, 0 failed"]);
  expect(linesOf()).toEqual(["0 passed, 0 failed"]);
});
