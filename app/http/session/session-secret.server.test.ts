import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { loadSessionSecret } from "./session-secret.server";

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "akari-secret-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

it("generates a secret once, for this account only", () => {
  const folder = createFolder();
  const secret = loadSessionSecret(join(folder, "data"));
  expect(secret).toMatch(/^[\w-]{43}$/);
  expect(loadSessionSecret(join(folder, "data"))).toBe(secret);
  expect(readdirSync(join(folder, "data"))).toEqual(["session-secret"]);
  expect(statSync(join(folder, "data/session-secret")).mode & 0o777).toBe(0o600);
});

it("replaces an empty secret, which a full disk leaves", () => {
  const folder = createFolder();
  writeFileSync(join(folder, "session-secret"), "");
  expect(loadSessionSecret(folder)).toMatch(/^[\w-]{43}$/);
});
