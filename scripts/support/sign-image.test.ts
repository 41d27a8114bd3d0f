import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { signPath, SIGNS } from "~/ui/signs/signs";
import { signImage } from "./sign-image";

const PUBLIC = fileURLToPath(new URL("../../public", import.meta.url));

describe("the outlines of signs", () => {
  it("are in git as `npm run signs` draws them, and no others", () => {
    for (const sign of SIGNS)
      expect(readFileSync(PUBLIC + signPath(sign), "utf8"), sign).toBe(signImage(sign));
    expect(readdirSync(`${PUBLIC}/signs`)).toHaveLength(SIGNS.length);
  });

  it("stay within the square of each character, and below 3 kB", () => {
    for (const sign of SIGNS) {
      const image = signImage(sign);
      expect(image.length, sign).toBeLessThan(3_000);
      const numbers = [...image.matchAll(/ d="([^"]+)"/g)].flatMap(([, path = ""]) =>
        (path.match(/-?\d+/g) ?? []).map(Number),
      );
      expect(Math.min(...numbers), sign).toBeGreaterThanOrEqual(0);
      expect(Math.max(...numbers), sign).toBeLessThanOrEqual(1_000);
    }
  });

  it("refuse a character that the font lacks", () => {
    expect(() => signImage("\u{1F3EE}")).toThrow("kosugi has no");
  });
});
