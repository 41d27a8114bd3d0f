import { spawn } from "node:child_process";
import { accessSync, constants, existsSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** `onOutput` receives the output instead of our stdout. */
export function run(
  command,
  args,
  { env = process.env, cwd = root, onOutput, input = "ignore" } = {},
) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env,
      stdio: [input, onOutput ? "pipe" : "inherit", onOutput ? "pipe" : "inherit"],
    });
    let output = "";
    for (const stream of onOutput ? [child.stdout, child.stderr] : []) {
      stream.setEncoding("utf8").on("data", (text) => {
        output += text;
        onOutput(text);
      });
    }
    const pass = (signal) => child.kill(signal);
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, pass);
    const done = () => {
      for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.off(signal, pass);
    };
    child.once("error", (error) => {
      done();
      reject(error);
    });
    child.once("close", (code, signal) => {
      done();
      resolve({ code: code ?? 1, signal, output });
    });
  });
}

function writable(folder) {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Removes the npm settings of this run, and replaces a missing or unwritable home folder. */
export function npmEnvironment(extra = {}) {
  const env = { ...process.env, ...extra };
  if (!env.HOME || !existsSync(env.HOME) || !writable(env.HOME)) {
    env.HOME = join(tmpdir(), `akari-home-${process.getuid?.() ?? 0}`);
    mkdirSync(env.HOME, { recursive: true, mode: 0o700 });
  }
  return { ...env, npm_config_update_notifier: "false" };
}

/** The npm that started us, or the one on the PATH. */
export function npm(args, options) {
  const own = process.env.npm_execpath;
  const [command, first] =
    own && /npm-cli\.[cm]?js$/.test(own) ? [process.execPath, [own]] : ["npm", []];
  return run(command, [...first, ...args], { env: npmEnvironment(), ...options });
}
