import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const app = join(import.meta.dirname, "../..");
/** Folders whose entries carry the flag. */
const INDEXES =
  /^features\/(?:search|listing\/bitmaps|suggestions\/(?:load|compute|rank)-|franchise\/load-franchise-index|catalog\/(?:visibility|maturity)\.)/;
const HIDING_CALL = /\b(?:isVisible|visibleText)\((?:[^()]|\([^()]*\))*\)/g;

describe("visibility", () => {
  it("is the only place that decides by the flag of a title", () => {
    const offenders = readdirSync(app, { recursive: true, encoding: "utf8" })
      .filter((file) => /\.tsx?$/.test(file) && !file.includes(".test.") && !INDEXES.test(file))
      .filter((file) =>
        /\.mature\b|\bNOT\s+mature\b|hideMature/.test(
          readFileSync(join(app, file), "utf8").replaceAll(HIDING_CALL, ""),
        ),
      );
    expect(offenders).toEqual([]);
  });
});
