// A registry without the audit endpoint (many mirrors) is a warning, a finding a failure.
import process from "node:process";
import { auditVerdict } from "./lib/audit-verdict.mjs";
import { npm } from "./lib/run.mjs";
import { main, say } from "./lib/say.mjs";

await main(async () => {
  const { code, output } = await npm(["audit", "--omit=dev", "--json"], {
    onOutput: () => undefined,
  });
  const { ok, message } = auditVerdict(output, code);
  say(message);
  if (!ok) process.exitCode = 1;
});
