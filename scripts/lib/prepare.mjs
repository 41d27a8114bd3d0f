import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { npm, npmEnvironment, root, run } from "./run.mjs";
import { say, step, Stop } from "./say.mjs";

const SOURCES = [
  "app",
  "cli",
  "db",
  "public",
  "package-lock.json",
  "package.json",
  "react-router.config.ts",
  "scripts/lib/fallback-fonts.mjs",
  "tsconfig.json",
  "vite.config.ts",
];

const UNREACHABLE =
  /ENOTCACHED|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH|EIDLETIMEOUT/;

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}

/**
 * npm writes its own lock last, which detects interrupted installs, a changed lock and a manual
 * `npm ci`.
 */
export function isInstalled(folder = root) {
  const wanted = readJson(join(folder, "package-lock.json"))?.packages;
  const present = readJson(join(folder, "node_modules", ".package-lock.json"))?.packages;
  if (!wanted || !present) return false;
  const same = ([path, entry]) =>
    present[path]?.version === entry.version && present[path]?.integrity === entry.integrity;
  return Object.entries(wanted).every(
    (item) => item[0] === "" || same(item) || (item[1].optional && !present[item[0]]),
  );
}

export function npmProblem(output) {
  if (/ENOSPC/.test(output))
    return "There is no space left on the disk for the packages: free some and start again.";
  if (UNREACHABLE.test(output)) {
    return "The packages could not be fetched because npm's registry cannot be reached: check the network connection and start again.";
  }
  if (/EACCES|EPERM|EROFS/.test(output))
    return "npm may not write to this folder: start with the account that owns it.";
  const lines = output.split("\n").filter((line) => /^npm (error|ERR!)/.test(line));
  return [
    "npm could not install the packages:",
    ...(lines.length > 0 ? lines : output.split("\n")).slice(-12),
  ].join("\n");
}

/** Installs packages, and applies `patches/` in case npm ran no scripts. */
export async function installWhenNeeded() {
  if (!isInstalled()) await install();
  await applyPatches();
}

/** Applies patches that are not applied yet. */
export async function applyPatches(folder = root) {
  const patchPackage = join(root, "node_modules", "patch-package", "index.js");
  const { code, output } = await run(process.execPath, [patchPackage, "--error-on-fail"], {
    cwd: folder,
    onOutput: () => undefined,
  });
  if (code !== 0) throw new Stop(`The packages could not be patched:\n${output.trim()}`);
}

/** A fresh installation: packages, build, the embedded database and room to work. In bytes. */
const DISK_NEEDED = 1.2e9;

/** Returns null if there is room. `free` is in bytes. */
export function diskProblem(free) {
  if (free >= DISK_NEEDED) return null;
  const inGb = (bytes) => `${(bytes / 1e9).toFixed(1)} GB`;
  return `The installation needs ${inGb(DISK_NEEDED)} on the disk of ${root}, and ${inGb(free)} are free: free some and start again.`;
}

function freeBytes() {
  const { bavail, bsize } = statfsSync(root);
  return bavail * bsize;
}

/** Whether npm cannot connect to its registry. A mirror without ping counts as there. */
export async function isRegistryAway(env = npmEnvironment()) {
  const ping = ["ping", "--fetch-retries=0", "--fetch-timeout=10000", "--loglevel=error"];
  const { output } = await npm(ping, { env, onOutput: () => undefined });
  return UNREACHABLE.test(output);
}

async function install() {
  const problem = existsSync(join(root, "node_modules")) ? null : diskProblem(freeBytes());
  if (problem !== null) throw new Stop(problem);
  await step("Installing packages (about half a minute, only after changes)", async (progress) => {
    // NODE_ENV=production would make npm skip what the build needs.
    const flags = ["--include=dev", "--include=optional", "--no-audit", "--no-fund"];
    // npm would try each package for minutes when there is no network. Its cache may be enough.
    if (await isRegistryAway()) flags.push("--offline");
    const { code, output } = await npm(["ci", ...flags, "--loglevel=http"], {
      onOutput: (text) =>
        progress(
          text
            .split("\n")
            .findLast((line) => line.trim() !== "")
            ?.replace(/^npm http \S+ /, "") ?? "",
        ),
    });
    if (code !== 0) throw new Stop(npmProblem(output));
  });
}

/** Lists files in a fixed order, without tests. */
function sourceFiles(folder = root, sources = SOURCES) {
  const walk = (path) => {
    const entries = readdirSync(path, { withFileTypes: true }).sort((a, b) =>
      a.name < b.name ? -1 : 1,
    );
    return entries.flatMap((entry) =>
      entry.isDirectory() ? walk(join(path, entry.name)) : [join(path, entry.name)],
    );
  };
  return sources
    .map((name) => join(folder, name))
    .filter((path) => existsSync(path))
    .flatMap((path) => (/\.(json|mjs|ts)$/.test(path) ? [path] : walk(path)))
    .filter((path) => !/\.test\.tsx?$/.test(path));
}

export function sourceDigest(folder = root, sources = SOURCES) {
  const hash = createHash("sha256");
  for (const file of sourceFiles(folder, sources)) {
    const bytes = readFileSync(file);
    hash.update(`${relative(folder, file).split(sep).join("/")}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest("hex");
}

export async function buildWhenNeeded() {
  const stamp = join(root, "build", ".sources");
  const digest = sourceDigest();
  const built =
    existsSync(join(root, "build", "server", "index.js")) &&
    existsSync(stamp) &&
    readFileSync(stamp, "utf8") === digest;
  if (built) return;
  const build = async (progress) => {
    rmSync(stamp, { force: true });
    const { code, output } = await npm(["run", "--silent", "build"], {
      env: npmEnvironment({ NODE_ENV: "production" }),
      onOutput: (text) => progress(text.split("\n").findLast((line) => line.trim() !== "") ?? ""),
    });
    if (code !== 0) {
      if (/ENOSPC/.test(output))
        throw new Stop(
          "There is no space left on the disk for the build: free some and start again.",
        );
      say(output.trimEnd());
      throw new Stop("The build failed; its output is above.");
    }
    writeFileSync(stamp, digest);
  };
  await step("Building the site", build);
}
