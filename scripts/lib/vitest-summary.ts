import { relative } from "node:path";
import type { Reporter, TestCase, TestModule, Vitest } from "vitest/node";
import { failure, printSummary, type TestResult } from "./test-summary";

/** Leaves out what Vitest skips by a tag or a name, such as the tests of other tiers. */
export default class VitestSummary implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly { message: string }[]): void {
    const outside = errors.map(({ message }) => failure("outside of all tests", message));
    printSummary([...modules.flatMap((module) => this.#resultsOf(module)), ...outside]);
  }

  #resultsOf(module: TestModule): TestResult[] {
    const file = relative(this.#vitest?.config.root ?? "", module.moduleId);
    const results = [...module.children.allTests()]
      .filter((test) => test.result().state !== "skipped" || this.#isSelected(test))
      .map((test): TestResult => {
        const { state, errors } = test.result();
        const status = state === "pending" ? "skipped" : state;
        return {
          name: `${file} › ${test.fullName}`,
          status: test.diagnostic()?.flaky ? "flaky" : status,
          message: errors?.[0]?.message,
        };
      });
    // A file that cannot be loaded, or a hook that fails, has no failed test.
    const suites = [...module.children.allSuites()].flatMap((suite) =>
      suite.errors().map(({ message }) => failure(`${file} › ${suite.fullName}`, message)),
    );
    const loading = module.errors().map(({ message }) => failure(file, message));
    return [...results, ...loading, ...suites];
  }

  #isSelected({ fullName, options: { tags = [] } }: TestCase): boolean {
    const { tagsFilter = [], testNamePattern } = this.#vitest?.config ?? {};
    const terms = tagsFilter.flatMap((filter) => filter.split(" && "));
    return (
      testNamePattern?.test(fullName.replaceAll(" > ", " ")) !== false &&
      terms.every((term) =>
        term.startsWith("!") ? !tags.includes(term.slice(1)) : tags.includes(term),
      )
    );
  }
}
