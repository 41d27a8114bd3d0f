import type { Reporter, Suite, TestError } from "@playwright/test/reporter";
import { failure, printSummary, type TestResult } from "./test-summary";

/** Leaves out what was not run because too much failed before. */
export default class PlaywrightSummary implements Reporter {
  #suite: Suite | undefined;
  readonly #outside: TestResult[] = [];

  onBegin(_: unknown, suite: Suite): void {
    this.#suite = suite;
  }

  onError({ message }: TestError): void {
    this.#outside.push(failure("outside of all tests", message));
  }

  onEnd(): void {
    const tests = this.#suite?.allTests().filter((test) => test.results.length > 0) ?? [];
    const results = tests.map((test): TestResult => {
      const outcome = test.outcome();
      const errors = test.results.flatMap((result) => result.errors);
      const reason = test.annotations.find(({ type }) => type === "skip")?.description;
      return {
        name: test.titlePath().filter(Boolean).join(" › "),
        status: PLAYWRIGHT_STATUSES[outcome],
        message: outcome === "skipped" ? reason : errors[0]?.message,
      };
    });
    printSummary([...results, ...this.#outside]);
  }

  printsToStdio(): boolean {
    return false;
  }
}

const PLAYWRIGHT_STATUSES = {
  expected: "passed",
  flaky: "flaky",
  skipped: "skipped",
  unexpected: "failed",
} as const;
