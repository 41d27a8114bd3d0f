import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { errorCode } from "~/errors/error-code";

/** The generated cookie secret, readable by the process's user only. */
export function loadSessionSecret(dataDir: string): string {
  const file = join(dataDir, "session-secret");
  mkdirSync(dataDir, { recursive: true });
  try {
    writeFileSync(file, randomBytes(32).toString("base64url"), { flag: "wx", mode: 0o600 });
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
  }
  return readFileSync(file, "utf8").trim();
}
