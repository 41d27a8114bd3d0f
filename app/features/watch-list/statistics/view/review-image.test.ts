import fc from "fast-check";
import { Parser } from "htmlparser2";
import { describe, expect, it } from "vitest";
import { EMBEDDED_FAMILY } from "~/ui/theme/embedded-fonts.server";
import { drawReviewImage, fitText, reviewImageText, type ReviewImageInput } from "./review-image";

const PIXEL = "data:image/webp;base64,UklGRg==";

const INPUT: ReviewImageInput = {
  shape: "wide",
  lang: "en-GB",
  description: "Faye’s 2026 in anime",
  heading: "Year in review",
  year: 2026,
  name: "Faye",
  facts: [{ value: "1,204", label: "Episodes" }],
  months: Array.from({ length: 12 }, (_, index) => ({ label: "J", episodes: index })),
  covers: [PIXEL],
  accent: "#548cf2",
  siteName: "Akari",
  fontRules: "",
};

const draw = (fields: Partial<ReviewImageInput> = {}) => drawReviewImage({ ...INPUT, ...fields });

function parse(svg: string) {
  const elements: { name: string; attributes: Record<string, string> }[] = [];
  let text = "";
  const parser = new Parser(
    {
      onopentag: (name, attributes) => elements.push({ name, attributes }),
      ontext: (data) => (text += data),
    },
    { xmlMode: true },
  );
  parser.end(svg);
  return { elements, text };
}

const HOSTILE = fc.oneof(
  fc.constantFrom(
    "</text><script>alert(1)</script>",
    '" onload="alert(1)',
    "' href='https://evil.test/",
    "<![CDATA[<image href='https://evil.test/x'/>]]>",
    "&lt;script&gt;&#60;script&#62;",
    "]]><foreignObject/>",
    "\u202egnp.exe",
    "\u0000\u0008\ufffe",
  ),
  fc.string({ unit: "binary" }),
);
const ELEMENTS = new Set([
  "svg",
  "title",
  "defs",
  "lineargradient",
  "linearGradient",
  "radialGradient",
  "stop",
  "rect",
  "text",
  "image",
  "clipPath",
  "path",
  "g",
  "circle",
  "ellipse",
]);

describe("the image of a year", () => {
  it.each(["wide", "square"] as const)(
    "stays a drawing whatever the texts of a %s image are",
    (shape) => {
      fc.assert(
        fc.property(HOSTILE, HOSTILE, HOSTILE, (name, label, accent) => {
          const { elements } = parse(
            draw({
              shape,
              name,
              accent,
              description: label,
              heading: label,
              lang: label,
              facts: [{ value: name, label }],
              months: [{ label, episodes: 3 }],
              covers: [PIXEL],
              siteName: name,
            }),
          );
          for (const { name: element, attributes } of elements) {
            expect(ELEMENTS).toContain(element);
            for (const [attribute, value] of Object.entries(attributes)) {
              expect(attribute).not.toMatch(/^on|^style$|^xlink:/i);
              if (attribute === "href") expect(value).toBe(PIXEL);
            }
          }
          expect(elements.filter(({ name: element }) => element === "image")).toHaveLength(1);
        }),
        { numRuns: 40 },
      );
    },
  );

  it("shows the year, the name and each number as text", () => {
    const { text, elements } = parse(draw());
    for (const shown of ["2026", "Faye", "1,204", "Episodes", "Year in review", "Akari"])
      expect(text).toContain(shown);
    expect(elements[0]?.attributes).toMatchObject({ width: "1200", height: "630", role: "img" });
    expect(parse(draw({ shape: "square" })).elements[0]?.attributes).toMatchObject({
      width: "1080",
      height: "1080",
    });
  });

  it.each(["wide", "square"] as const)(
    "has fonts in itself, for each character of a %s image",
    (shape) => {
      const input = { ...INPUT, shape, name: "灯りの道", siteName: "신의 탑" };
      const fontRules = "@font-face{font-family:Akari;src:url(data:font/woff2;base64,AA)}";
      const { elements, text } = parse(drawReviewImage({ ...input, fontRules }));
      expect(text).toContain(fontRules);
      expect(elements[0]?.attributes["font-family"]).toBe(EMBEDDED_FAMILY);
      const drawn = text.replace(fontRules, "").replace(input.description, "");
      const given = new Set(reviewImageText(input));
      expect([...drawn].filter((character) => !given.has(character))).toEqual([]);
    },
  );

  it.each([
    [0, 0],
    [1, 1],
    [2, 2],
    [5, 3],
    [6, 6],
    [9, 6],
  ])("shows of %i covers %i", (given, shown) => {
    for (const shape of ["wide", "square"] as const) {
      const { elements } = parse(
        draw({ shape, covers: Array.from({ length: given }, () => PIXEL) }),
      );
      const images = elements.filter(({ name }) => name === "image");
      expect(images).toHaveLength(shown);
      for (const { attributes } of images) {
        const [x, y, width, height] = ["x", "y", "width", "height"].map((name) =>
          Number(attributes[name]),
        ) as [number, number, number, number];
        expect(height / width).toBeCloseTo(1.5, 1);
        expect(x + width).toBeLessThanOrEqual(shape === "wide" ? 1_200 : 1_080);
        expect(y + height).toBeLessThanOrEqual(shape === "wide" ? 630 : 1_080);
      }
    }
  });
});

it("cuts long texts by their width, and drops characters that reorder them", () => {
  expect(fitText("Faye Valentine", 26)).toBe("Faye Valentine");
  expect(fitText("A".repeat(40), 10)).toBe(`${"A".repeat(9)}…`);
  expect([...fitText("進撃の巨人進撃の巨人", 9)]).toHaveLength(5);
  expect(fitText("a\u202eb\u2066c", 9)).toBe("abc");
});
