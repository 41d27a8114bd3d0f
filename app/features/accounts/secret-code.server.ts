import { createHash, randomBytes } from "node:crypto";

export function createCode(): { code: string; codeHash: string } {
  const code = randomBytes(32).toString("base64url");
  return { code, codeHash: hashCode(code) };
}

export function hashCode(code: string): string {
  return createHash("sha256").update(code).digest("base64url");
}
