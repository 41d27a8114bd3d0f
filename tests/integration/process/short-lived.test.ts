// @module-tag nightly
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";

const run = promisify(execFile);
const CHILD = join(import.meta.dirname, "../../support/server/short-lived-child.ts");

describe("what a request allocates", () => {
  it("is freed without a full collection", async () => {
    const { stdout } = await run(process.execPath, [
      "--expose-gc",
      "--import",
      import.meta.resolve("tsx"),
      CHILD,
    ]);
    expect(Number(stdout)).toBeLessThan(1_500);
  });
});
