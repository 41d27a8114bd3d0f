import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
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

/** What tests of a tier need, programs or files, with the Debian package that has it. */
const PROGRAMS = {
  rest: { curl: "curl", ffmpeg: "ffmpeg" },
  nightly: {
    curl: "curl",
    ffmpeg: "ffmpeg",
    nginx: "nginx-light",
    pgbouncer: "pgbouncer",
    "redis-server": "redis-server",
    "/usr/lib/x86_64-linux-gnu/libnss_wrapper.so": "libnss-wrapper",
  },
};

/** A user's PATH may lack the folders where Debian has daemons. */
function isInstalled(program) {
  if (program.startsWith("/")) return existsSync(program);
  return [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin"].some((folder) =>
    existsSync(join(folder, program)),
  );
}

/**
 * Installs the programs that the tests of these tiers start. Where that is not possible, the tests
 * that need one are skipped, and the summary names them.
 *
 * @param {readonly string[]} tiers
 */
export async function ensurePrograms(tiers) {
  const missing = tiers
    .flatMap((tier) => Object.entries(PROGRAMS[tier] ?? {}))
    .filter(([program]) => !isInstalled(program))
    .map(([, name]) => name);
  if (missing.length === 0) return;
  const groups = missing.map((name) => [name]);
  await installDebianPackages(`Installing ${missing.join(", ")} with apt-get`, groups);
}
