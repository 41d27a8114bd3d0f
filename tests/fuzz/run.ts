import { spawn } from "node:child_process";
import { createHash, randomInt } from "node:crypto";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { TargetReport } from "./run-target";

/**
 * `npm run test:fuzz [-- target…] [--seconds 60] [--seed N]`: a process per target. Inputs with
 * findings are written to tests/fuzz/findings.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: "string", default: "60" }, seed: { type: "string" } },
});
const root = import.meta.dirname;
const names = readdirSync(join(root, "targets")).map((file) => file.replace(/\.ts$/, ""));
const chosen = positionals.length === 0 ? names : positionals;
const unknown = chosen.filter((name) => !names.includes(name));
if (unknown.length > 0) throw new Error(`no target ${unknown.join(", ")}: ${names.join(", ")}`);
const seed = values.seed ?? String(randomInt(2 ** 31));

console.log(`seed ${seed}, ${values.seconds} s per target\n`);
console.log("| target | executions | inputs kept | counters hit | findings |");
console.log("| --- | --- | --- | --- | --- |");
let failed = false;
for (const name of chosen) {
  const report = await runTarget(name);
  const { executions, seeds, corpus, hit, total, findings } = report;
  console.log(
    `| ${name} | ${executions} | ${corpus - seeds} + ${seeds} seeds | ${hit} of ${total} | ${findings.length} |`,
  );
  for (const { problem, input } of findings) {
    failed = true;
    const bytes = Buffer.from(input, "base64");
    const file = join(root, "findings", `${name}-${hash(bytes)}`);
    mkdirSync(join(root, "findings"), { recursive: true });
    writeFileSync(file, bytes);
    console.log(`\n${problem}\n  ${file}\n`);
  }
}
if (failed) process.exitCode = 1;

function runTarget(name: string): Promise<TargetReport> {
  const args = ["--import", "tsx", join(root, "run-target.ts"), name, values.seconds, seed];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  return new Promise((resolve, reject) => {
    child.once("close", (code) => {
      const line = output.trim().split("\n").at(-1) ?? "";
      if (code === 0) resolve(JSON.parse(line) as TargetReport);
      else reject(new Error(`${name} ended with ${String(code)}: ${output.slice(-2000)}`));
    });
  });
}

function hash(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex").slice(0, 12);
}
