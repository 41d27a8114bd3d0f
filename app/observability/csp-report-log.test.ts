import { expect, it } from "vitest";
import { createCspReportLog, MAX_DISTINCT_VIOLATIONS } from "./csp-report-log";
import { createLog } from "./log.server";

function createCapturedLog() {
  const lines: string[] = [];
  const log = createLog("info", { write: (line: string) => void lines.push(line) });
  return { log, lines };
}

const violation = { page: "/browse", directive: "img-src", blocked: "https://cdn.test" };

it("logs a violation once per hour", () => {
  const { log, lines } = createCapturedLog();
  let time = 0;
  const report = createCspReportLog(log, () => time);
  report(violation);
  report({ ...violation });
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({ violation, msg: "CSP violation" });
  time = 60 * 60 * 1000 - 1;
  report(violation);
  expect(lines).toHaveLength(1);
  time += 1;
  report(violation);
  expect(lines).toHaveLength(2);
});

it("logs a bounded number of distinct violations, and once that there are more", () => {
  const { log, lines } = createCapturedLog();
  const report = createCspReportLog(log);
  for (let n = 0; n < MAX_DISTINCT_VIOLATIONS; n += 1) report({ ...violation, page: `/${n}` });
  expect(lines).toHaveLength(MAX_DISTINCT_VIOLATIONS);
  for (let n = 0; n < 10; n += 1) report({ ...violation, page: `/more/${n}` });
  expect(lines).toHaveLength(MAX_DISTINCT_VIOLATIONS + 1);
  expect(lines.at(-1)).toContain("more CSP violations");
});
