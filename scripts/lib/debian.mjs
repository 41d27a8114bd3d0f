import { existsSync } from "node:fs";
import process from "node:process";
import { run } from "./run.mjs";
import { step } from "./say.mjs";

/**
 * Installs Debian packages where this is a Debian and the user is root, and does nothing elsewhere.
 * Of each group the first package that the system's version of Debian has is installed.
 *
 * @param {string} title
 * @param {readonly (readonly string[])[]} groups
 */
export async function installDebianPackages(title, groups) {
  if (
    process.getuid?.() !== 0 ||
    !existsSync("/etc/debian_version") ||
    !existsSync("/usr/bin/apt-get")
  )
    return;
  await step(title, async (progress) => {
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    const onOutput = (text) =>
      progress(text.split("\n").findLast((line) => line.trim() !== "") ?? "");
    await run("apt-get", ["update", "-q"], { env, onOutput });
    for (const group of groups)
      for (const name of group) {
        const install = ["install", "-y", "-q", "--no-install-recommends", name];
        const { code } = await run("apt-get", install, { env, onOutput });
        if (code === 0) break;
      }
  });
}
