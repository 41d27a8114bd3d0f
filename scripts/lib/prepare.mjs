import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { patchPackages } from "./patches.mjs";
import { npm, npmEnvironment, root } from "./run.mjs";
import { say, step, Stop } from "./say.mjs";

/** What the build is made from. */
const SOURCES = [
  "app",
  "db",
  "public",
  "package-lock.json",
  "package.json",
  "react-router.config.ts",
  "tsconfig.json",
  "vite.config.ts",
];

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}

/**
 * Whether node_modules holds what the lock file says. npm writes a lock of what it installed as its last step, so an interrupted
 * installation, a changed lock and a plain `npm ci` by hand are all told apart without a stamp of ours.
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

/** A reason out of npm's output, as a sentence. */
export function npmProblem(output) {
  if (/ENOSPC/.test(output))
    return "There is no space left on the disk for the packages: free some and start again.";
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH/.test(output)) {
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

/** Runs `npm ci` when node_modules does not hold what package-lock.json says, and repairs packages where npm was told to run no scripts. */
export async function installWhenNeeded() {
  if (!isInstalled()) await install();
  patchPackages();
}

async function install() {
  await step("Installing packages (about half a minute, only after changes)", async (progress) => {
    // A NODE_ENV of production in the environment would leave out what the build needs.
    const { code, output } = await npm(
      ["ci", "--include=dev", "--include=optional", "--no-audit", "--no-fund", "--loglevel=http"],
      {
        onOutput: (text) =>
          progress(
            text
              .split("\n")
              .findLast((line) => line.trim() !== "")
              ?.replace(/^npm http \S+ /, "") ?? "",
          ),
      },
    );
    if (code !== 0) throw new Stop(npmProblem(output));
  });
}

/** The files that a build depends on, in a fixed order. Tests are not part of it. */
export function sourceFiles(folder = root, sources = SOURCES) {
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
    .flatMap((path) => (/\.(json|ts)$/.test(path) ? [path] : walk(path)))
    .filter((path) => !/\.test\.tsx?$/.test(path));
}

/** A digest of the names and contents of the sources. */
export function sourceDigest(folder = root, sources = SOURCES) {
  const hash = createHash("sha256");
  for (const file of sourceFiles(folder, sources)) {
    const bytes = readFileSync(file);
    hash.update(`${relative(folder, file).split(sep).join("/")}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest("hex");
}

/** Builds when the sources are not those of the last complete build. */
export async function buildWhenNeeded() {
  const stamp = join(root, "build", ".sources");
  const digest = sourceDigest();
  const built =
    existsSync(join(root, "build", "server", "index.js")) &&
    existsSync(stamp) &&
    readFileSync(stamp, "utf8") === digest;
  if (built) return;
  await step("Building the site", async (progress) => {
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
  });
}
