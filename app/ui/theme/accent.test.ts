import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { DEFAULT_ACCENT, parseHexColor } from "./accent";
import { accentColors, contrast } from "./accent-colors";
import { accentStyle } from "./accent-style";

describe("parseHexColor", () => {
  it("parses three and six digits in any casing", () => {
    expect(parseHexColor("#0057E7")).toBe("#0057e7");
    expect(parseHexColor(" #0aF ")).toBe("#00aaff");
  });

  it.each(["0057E7", "#0057E", "#0057E7F", "#00g", "red", "", "#0057E7;}"])(
    "rejects %j",
    (text) => {
      expect(parseHexColor(text)).toBeNull();
    },
  );
});

describe("contrast", () => {
  it("ranges from 1 to 21 in both directions", () => {
    expect(contrast("#000000", "#ffffff")).toBeCloseTo(21);
    expect(contrast("#ffffff", "#000000")).toBeCloseTo(21);
    expect(contrast("#336699", "#336699")).toBeCloseTo(1);
  });
});

describe("accentColors", () => {
  const accents = [
    "#0057e7",
    "#ffffff",
    "#000000",
    "#ffd000",
    "#00ff88",
    "#7a3cff",
    "#808080",
    "#ff0000",
    "#003300",
  ];

  it.each(accents)("are readable with %s", (accent) => {
    const colors = accentColors(accent);
    expect(contrast(colors.onAccent, colors.accent)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(colors.textOnLight, "#f1efeb")).toBeGreaterThanOrEqual(4.5);
    expect(contrast(colors.textOnDark, "#191b20")).toBeGreaterThanOrEqual(4.5);
  });

  it("leave a readable accent unchanged", () => {
    expect(accentColors("#ffd000").textOnDark).toBe("#ffd000");
    expect(accentColors("#003300").textOnLight).toBe("#003300");
  });

  it("agree with the defaults in the style sheet", () => {
    const css = readFileSync(fileURLToPath(new URL("./theme.css", import.meta.url)), "utf8");
    const withoutSpaces = css.replace(/\s/g, "");
    const declarations = Object.entries(accentStyle(DEFAULT_ACCENT) ?? {});
    expect(declarations).toHaveLength(3);
    for (const [name, value] of declarations)
      expect(withoutSpaces).toContain(`${name}:${String(value).replace(/\s/g, "")};`);
  });
});
