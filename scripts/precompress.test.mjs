import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

test("files are compressed in a folder whose path needs escaping in a URL", () => {
  const folder = mkdtempSync(join(tmpdir(), "a site für %20 #1 "));
  try {
    mkdirSync(join(folder, "scripts"));
    mkdirSync(join(folder, "build", "client"), { recursive: true });
    const script = join(folder, "scripts", "precompress.mjs");
    copyFileSync(join(import.meta.dirname, "precompress.mjs"), script);
    writeFileSync(join(folder, "build", "client", "app.js"), "a".repeat(2_000));
    execFileSync(process.execPath, [script]);
    expect(readdirSync(join(folder, "build", "client"))).toEqual([
      "app.js",
      "app.js.br",
      "app.js.gz",
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
