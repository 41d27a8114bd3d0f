import { fork, type ChildProcess } from "node:child_process";
import { randomInt } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { parseArgs } from "node:util";
import { seededRandom } from "../../support/random";
import { damage } from "./damage";

/**
 * `npm run test:fuzz-films [-- --seconds 3600 --seed N --only ts]`: reads damaged films, of one
 * extension or of all, in a process of its own. A crash, an unexpected error, more than
 * `MAX_SECONDS` of processor time or `MAX_MEGABYTES` above what the process takes at rest is a
 * finding, whose film is kept in tests/fuzz/findings.
 */
const MAX_SECONDS = 2;
const MAX_MEGABYTES = 300;
/** A process that hangs is asked for its memory and time this often. */
const WATCH_MS = 20;
const MAX_FINDINGS = 5;

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "60" },
    seed: { type: "string" },
    only: { type: "string" },
  },
});
const seed = Number(values.seed ?? randomInt(2 ** 31));
const random = seededRandom(seed);
const fixtures = join(import.meta.dirname, "../../fixtures/containers");
const films = readdirSync(fixtures)
  .filter((name) => /\.(?:mkv|mp4|mov|ts|avi|webm)$/.test(name))
  .filter((name) => values.only === undefined || extname(name) === `.${values.only}`)
  .map((name) => ({ name, bytes: readFileSync(join(fixtures, name)) }));
const folder = mkdtempSync(join(tmpdir(), "akari-fuzz-films-"));

console.log(`seed ${seed}, ${values.seconds} s, ${films.length} films`);
let child = await startReader();
let restMegabytes = statusOf(child).megabytes;
const findings: string[] = [];
const totals = { films: 0, slowestMs: 0, mostMegabytes: 0 };
const deadline = performance.now() + Number(values.seconds) * 1000;
while (performance.now() < deadline && findings.length < MAX_FINDINGS) {
  const { name, bytes } = random.pick(films);
  const path = join(folder, `film${extname(name)}`);
  writeFileSync(path, damage(bytes, random));
  const problem = await read(path);
  totals.films += 1;
  if (problem === null) continue;
  const kept = join(import.meta.dirname, "../findings", `film-${seed}-${totals.films}-${name}`);
  mkdirSync(join(import.meta.dirname, "../findings"), { recursive: true });
  writeFileSync(kept, readFileSync(path));
  findings.push(problem);
  console.log(`\n${problem}\n  ${kept}\n`);
  child.kill("SIGKILL");
  child = await startReader();
  restMegabytes = statusOf(child).megabytes;
}
child.kill("SIGKILL");
rmSync(folder, { recursive: true });
console.log("| films | slowest, ms of CPU | most memory, MB | findings |");
console.log("| --- | --- | --- | --- |");
console.log(
  `| ${totals.films} | ${totals.slowestMs} | ${totals.mostMegabytes} | ${findings.length} |`,
);
if (findings.length > 0) process.exitCode = 1;

async function startReader(): Promise<ChildProcess> {
  const started = fork(join(import.meta.dirname, "read-film.ts"), {
    execArgv: ["--import", "tsx"],
    // The library warns of what it leaves out.
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  await new Promise((resolve) => started.once("message", resolve));
  return started;
}

/** Returns what is wrong with how the reader reads the film, or null. */
function read(path: string): Promise<string | null> {
  const reader = child;
  const before = statusOf(reader).cpuMs;
  return new Promise((resolve) => {
    const end = (problem: string | null) => {
      clearInterval(watch);
      reader.removeAllListeners();
      resolve(problem);
    };
    const watch = setInterval(() => {
      const { cpuMs, megabytes } = statusOf(reader);
      const grown = megabytes - restMegabytes;
      totals.slowestMs = Math.max(totals.slowestMs, cpuMs - before);
      totals.mostMegabytes = Math.max(totals.mostMegabytes, grown);
      if (cpuMs - before > MAX_SECONDS * 1000) end(`${cpuMs - before} ms of CPU time`);
      else if (grown > MAX_MEGABYTES) end(`${grown} MB of memory`);
    }, WATCH_MS);
    reader.once("message", ({ problem }: { problem: string | null }) => end(problem));
    reader.once("exit", (code, signal) => end(`ended with ${code ?? signal}`));
    reader.send(path);
  });
}

/** Linux only: processor time of all threads, and resident memory. */
function statusOf({ pid }: ChildProcess): { cpuMs: number; megabytes: number } {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    const ticks = Number(fields[11]) + Number(fields[12]);
    return { cpuMs: ticks * 10, megabytes: Math.round((Number(fields[21]) * 4_096) / 1e6) };
  } catch {
    return { cpuMs: 0, megabytes: 0 };
  }
}
