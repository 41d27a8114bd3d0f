import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import process from "node:process";
import { installDebianPackages } from "./debian.mjs";

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
  const missing = Object.fromEntries(
    tiers
      .flatMap((tier) => Object.entries(PROGRAMS[tier] ?? {}))
      .filter(([program]) => !isInstalled(program)),
  );
  if (Object.keys(missing).length === 0) return;
  await installDebianPackages(
    `Installing ${Object.values(missing).join(", ")} with apt-get`,
    Object.values(missing).map((name) => [name]),
  );
}
