import { stripVTControlCharacters } from "node:util";

/** Long enough for an assertion and the difference that it found. */
const MAX_MESSAGE_LENGTH = 400;

export interface TestResult {
  name: string;
  status: "passed" | "skipped" | "flaky" | "failed";
  message?: string | undefined;
}

/**
 * Prints a line for each test that did not simply pass, and one with their numbers, which `.ci/run`
 * adds up. Flaky ones count as passed.
 */
export function printSummary(
  results: readonly TestResult[],
  print = (line: string): unknown => process.stdout.write(`${line}\n`),
): void {
  const of = (...statuses: TestResult["status"][]) =>
    results.filter(({ status }) => statuses.includes(status));
  for (const { status, name, message } of [...of("skipped"), ...of("flaky"), ...of("failed")])
    print(`${status}: ${name}${message ? `: ${oneLine(message)}` : ""}`);
  const skipped = of("skipped").length;
  const counts = `${of("passed", "flaky").length} passed, ${of("failed").length} failed`;
  print(skipped > 0 ? `${counts}, ${skipped} skipped` : counts);
}

/** Leaves out the stack. */
function oneLine(message: string): string {
  const [text = ""] = stripVTControlCharacters(message).split(/\n\s+at /);
  return text.replace(/\s+/g, " ").trim().slice(0, MAX_MESSAGE_LENGTH);
}

/** What failed outside of a test. */
export function failure(name: string, message: string | undefined): TestResult {
  return { name, status: "failed", message };
}
