import { akariCommand } from "~/config/command";
import { parseCommandLine } from "./arguments";
import { diagnose } from "./doctor-checks";
import { printResult } from "./output";

const USAGE = `Checks this installation and says what to do: settings, database and its rights, encoding, keys of stored secrets, jobs, disk, clock, PUBLIC_URL, proxy headers, provider, mail, storage, video encoding.

  ${akariCommand("doctor")}

  --json   prints the result as JSON
  Exits with 1 when something has to be done.
`;

const { values, positionals, fail } = parseCommandLine(USAGE, { json: { type: "boolean" } });
if (values.help === true) {
  process.stdout.write(USAGE);
} else if (positionals.length > 0) {
  fail(`Unknown argument: ${positionals.join(" ")}.`);
} else {
  const findings = await diagnose();
  const failed = findings.some(({ status }) => status === "problem");
  const marks = { ok: "ok     ", note: "note   ", problem: "PROBLEM" };
  const text = findings
    .map(({ check, status, message }) => `${marks[status]}  ${check.padEnd(10)}  ${message}`)
    .join("\n");
  printResult(values.json, { ok: !failed, findings }, text);
  process.exitCode = failed ? 1 : 0;
}
