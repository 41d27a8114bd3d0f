import { expect, test } from "vitest";
import { auditVerdict } from "./audit-verdict.mjs";

const report = (total, vulnerabilities = {}) =>
  JSON.stringify({ vulnerabilities, metadata: { vulnerabilities: { total } } }, null, 2);

test("an audit without findings passes", () => {
  expect(auditVerdict(report(0), 0).ok).toBe(true);
});

test("an audit with a finding fails and names the package, whatever npm warns about before it", () => {
  const verdict = auditVerdict(
    `npm warn something\n${report(1, { leaky: { name: "leaky", severity: "high" } })}\n`,
    1,
  );
  expect(verdict.ok).toBe(false);
  expect(verdict.message).toContain("high: leaky");
});

test("a registry without the audit endpoint is a warning", () => {
  const output = `${JSON.stringify({ message: "405 Method Not Allowed", statusCode: 405 }, null, 2)}\nnpm error audit endpoint returned an error`;
  expect(auditVerdict(output, 1)).toEqual({
    ok: true,
    message: expect.stringContaining("Warning"),
  });
});

test("an audit that fails otherwise is a failure", () => {
  expect(auditVerdict("npm error something else", 1).ok).toBe(false);
});
