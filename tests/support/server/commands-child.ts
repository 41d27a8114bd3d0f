import type { CommandResult } from "./operator-commands";

class Exit extends Error {}

/**
 * Runs commands that only explain something, one after another in this process, which loads what
 * they share once. It is beside them, reads their arguments as JSON and prints their results as
 * JSON.
 */
const write = process.stdout.write.bind(process.stdout);
const results: CommandResult[] = [];
for (const [index, args] of (JSON.parse(process.argv[2] ?? "[]") as string[][]).entries()) {
  const result: CommandResult = { code: 0, out: "", err: "" };
  process.argv.splice(2, Infinity, ...args);
  process.stdout.write = (text) => ((result.out += String(text)), true);
  process.stderr.write = (text) => ((result.err += String(text)), true);
  process.exit = (code) => {
    result.code = Number(code);
    throw new Exit();
  };
  // The query gives each run a module of its own.
  const akari = `./akari.js?${String(index)}`;
  await import(/* @vite-ignore */ akari).catch((error: unknown) => {
    if (!(error instanceof Exit)) throw error;
  });
  results.push(result);
}
write(JSON.stringify(results));
