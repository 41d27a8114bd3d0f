import { relative } from "node:path";
import type { Reporter, TestModule, Vitest } from "vitest/node";
import { failure, printSummary, type TestResult } from "./test-summary";

/** Leaves out the tests of other tiers, which Vitest skips by their tags. */
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
      .filter((test) => test.result().state !== "skipped" || this.#isSelected(test.options.tags))
      .map((test): TestResult => {
        const { state, errors } = test.result();
        const status = state === "pending" ? "skipped" : state;
        return {
          name: `${file} › ${test.fullName}`,
          status: test.diagnostic()?.flaky ? "flaky" : status,
          message: errors?.[0]?.message,
        };
      });
    if (module.state() !== "failed" || results.some(({ status }) => status === "failed"))
      return results;
    // A file that cannot be loaded, or whose hook fails, has no failed test.
    const hooks = [...module.children.allSuites()].flatMap((suite) => suite.errors());
    return [...results, failure(file, [...module.errors(), ...hooks][0]?.message)];
  }

  #isSelected(tags: readonly string[] = []): boolean {
    const terms = this.#vitest?.config.tagsFilter?.join(" && ").split(" && ") ?? [];
    return terms.every((term) =>
      term.startsWith("!") ? !tags.includes(term.slice(1)) : tags.includes(term),
    );
  }
}
