import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, join } from "node:path";
import process from "node:process";
import { installDebianPackages } from "./debian.mjs";
import { root, run } from "./run.mjs";
import { Stop } from "./say.mjs";

/** The headless shell needs a quarter less CPU time. */
const NAMES = [
  "chromium-headless-shell",
  "google-chrome",
  "google-chrome-stable",
  "chromium",
  "chromium-browser",
];

/** Ubuntu's `chromium-browser` without snap is a script that only prints an error. */
function starts(path) {
  return spawnSync(path, ["--version"], { stdio: "ignore", timeout: 30_000 }).status === 0;
}

/**
 * Returns the path of PLAYWRIGHT_CHROMIUM_EXECUTABLE or of the system's Chromium; undefined leaves
 * the choice to Playwright, which takes its own.
 * @returns {string | undefined}
 */
export function findBrowser() {
  const given = process.env.PLAYWRIGHT_CHROMIUM_EXECUTABLE;
  if (given && !existsSync(given))
    throw new Stop(`PLAYWRIGHT_CHROMIUM_EXECUTABLE names ${given}, which does not exist.`);
  if (given || hasPlaywrightsOwn()) return given || undefined;
  return (process.env.PATH ?? "")
    .split(delimiter)
    .flatMap((folder) => NAMES.map((name) => join(folder, name)))
    .find((path) => existsSync(path) && starts(path));
}

function hasPlaywrightsOwn() {
  const { chromium } = createRequire(join(root, "package.json"))("@playwright/test");
  return existsSync(chromium.executablePath());
}

/** Installs a Chromium where there is none: Debian's as root on Debian, else Playwright's own. */
export async function ensureBrowser() {
  const isThere = () => findBrowser() !== undefined || hasPlaywrightsOwn();
  if (isThere()) return;
  await installDebianPackages("Installing Chromium with apt-get", [
    ["chromium-headless-shell", "chromium"],
  ]);
  if (isThere()) return;
  const playwright = join(root, "node_modules", "@playwright", "test", "cli.js");
  const { code } = await run(process.execPath, [playwright, "install", "chromium"]);
  if (code !== 0)
    throw new Stop(
      "The browser tests need a Chromium and none could be installed: install one and set PLAYWRIGHT_CHROMIUM_EXECUTABLE to its path.",
    );
}
