import { randomBytes } from "node:crypto";
import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createDataFolder } from "~/config/data-folder";
import { errorCode } from "~/errors/error-code";

/** Atomic: an empty secret, left by a full disk, would sign every session. */
export function loadSessionSecret(dataDir: string): string {
  const file = join(dataDir, "session-secret");
  createDataFolder(dataDir);
  const existing = readSecret(file);
  if (existing) return existing;
  const draft = `${file}.${process.pid}`;
  try {
    writeFileSync(draft, randomBytes(32).toString("base64url"), { mode: 0o600 });
    if (existing === "") rmSync(file, { force: true });
    linkSync(draft, file);
  } catch (error) {
    // Another process was faster.
    if (errorCode(error) !== "EEXIST") throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readFileSync(file, "utf8").trim();
}

function readSecret(file: string): string | null {
  try {
    return readFileSync(file, "utf8").trim();
  } catch (error) {
    if (errorCode(error) === "ENOENT") return null;
    throw error;
  }
}
