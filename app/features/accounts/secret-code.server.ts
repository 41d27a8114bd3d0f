import { createHash, randomBytes } from "node:crypto";

/** 256 bits in base64url, and the hash to store. */
export function createCode(): { code: string; codeHash: string } {
  const code = randomBytes(32).toString("base64url");
  return { code, codeHash: hashCode(code) };
}

export function hashCode(code: string): string {
  return createHash("sha256").update(code).digest("base64url");
}
