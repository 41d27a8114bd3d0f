import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { GENRES } from "~/features/catalog/vocabulary";
import { FAMILIES, MOTIFS } from "./motifs";
import { coverPalette, planCover, type CoverSubject } from "./cover-palette";
import { sizeOf } from "./cover-sizes";
import { generatedCover } from "./generated-cover";

const SMALL = sizeOf("cover", 120);
const WIDE = sizeOf("banner", 640);

function subject(overrides: Partial<CoverSubject> = {}): CoverSubject {
  return {
    malId: 1,
    title: "A Quiet Comet",
    type: "TV",
    genres: [],
    themes: [],
    season: null,
    year: 2010,
    score: 7.5,
    ...overrides,
  };
}

/** The demo series has these facts in the starter catalog. */
const DEMO_SERIES: CoverSubject = {
  malId: 2_000_000_001,
  title: "Lantern Road",
  type: "ONA",
  genres: ["Avant Garde", "Fantasy"],
  themes: ["Iyashikei"],
  season: "Winter",
  year: 2026,
  score: null,
};

function variants(overrides: Partial<CoverSubject>, count: number): CoverSubject[] {
  return Array.from({ length: count }, (_, index) => subject({ ...overrides, malId: index + 1 }));
}

function oneOfEachFamily(): Map<string, CoverSubject> {
  const found = new Map<string, CoverSubject>();
  for (const name of Object.keys(MOTIFS)) {
    for (const candidate of variants({ genres: [name] }, 60)) {
      const { family } = planCover(candidate);
      if (!found.has(family)) found.set(family, candidate);
    }
  }
  // This one is for titles that name it.
  found.set("lanternRoad", DEMO_SERIES);
  return found;
}

const RENDERING = 60_000;

describe("generated covers", () => {
  it("draws the same title the same way every time", () => {
    expect(generatedCover("cover", SMALL, subject({ genres: ["Action"] }))).toBe(
      generatedCover("cover", SMALL, subject({ genres: ["Action"] })),
    );
    expect(generatedCover("banner", WIDE, subject())).toBe(
      generatedCover("banner", WIDE, subject()),
    );
  });

  it("draws 300 titles of one genre 300 different ways", () => {
    const covers = new Set(
      variants({ genres: ["Fantasy"] }, 300).map((anime) => generatedCover("cover", SMALL, anime)),
    );
    expect(covers.size).toBe(300);
  });

  it("draws the demo series as lanterns along a road at night", () => {
    expect(planCover(DEMO_SERIES)).toMatchObject({
      family: "lanternRoad",
      paletteName: "midnight",
    });
  });

  it("draws two titles with the same id differently", () => {
    expect(generatedCover("cover", SMALL, subject({ title: "One" }))).not.toBe(
      generatedCover("cover", SMALL, subject({ title: "Two" })),
    );
  });

  it.each([...GENRES, undefined])(
    "draws genre %s as an image that a decoder accepts, at the exact size",
    async (genre) => {
      for (const anime of variants({ genres: genre === undefined ? [] : [genre] }, 3)) {
        for (const [kind, size] of [
          ["cover", SMALL],
          ["banner", WIDE],
        ] as const) {
          const { format, width, height } = await sharp(
            Buffer.from(generatedCover(kind, size, anime)),
          ).metadata();
          expect({ format, width, height }).toEqual({ format: "svg", ...size });
        }
      }
    },
  );

  it(
    "reaches every artwork family, and each one decodes with real content in both shapes",
    { timeout: RENDERING, tags: "rest" },
    async () => {
      const found = oneOfEachFamily();
      expect([...found.keys()].sort()).toEqual(Object.keys(FAMILIES).sort());
      for (const [family, anime] of found) {
        for (const [kind, size] of [
          ["cover", SMALL],
          ["banner", WIDE],
        ] as const) {
          const svg = generatedCover(kind, size, anime);
          expect(svg, family).not.toMatch(/NaN|Infinity|undefined|null/);
          const { channels, isOpaque } = await sharp(Buffer.from(svg)).stats();
          expect(isOpaque, family).toBe(true);
          expect(
            Math.max(...channels.slice(0, 3).map(({ stdev }) => stdev)),
            family,
          ).toBeGreaterThan(12);
        }
      }
    },
  );

  it("contains shapes only: no text, script, style, image, link or URL", () => {
    for (const anime of oneOfEachFamily().values()) {
      for (const svg of [
        generatedCover("cover", SMALL, anime),
        generatedCover("banner", WIDE, anime),
      ]) {
        const elements = new Set([...svg.matchAll(/<([a-zA-Z]+)/g)].map(([, name]) => name));
        const allowed = [
          "svg",
          "defs",
          "linearGradient",
          "radialGradient",
          "stop",
          "path",
          "circle",
          "ellipse",
          "rect",
          "g",
        ];
        expect([...elements].filter((name) => !allowed.includes(name ?? ""))).toEqual([]);
        expect(svg.replace('xmlns="http://www.w3.org/2000/svg"', "")).not.toMatch(
          /href|xlink|https?:|data:|file:|<!|&/i,
        );
        expect(
          [...svg.matchAll(/url\(([^)]*)\)/g)].every(([, target]) => /^#g\d+$/.test(target ?? "")),
        ).toBe(true);
      }
    }
  });

  it.each([
    "<svg onload=x>",
    "Tom & Jerry",
    "\"quotes\" 'single'",
    "🎌 emoji 👩‍🚀",
    "葬送のフリーレン",
    "\u0000\u0008\uD800",
    "]]>",
    "",
    "x".repeat(5000),
  ])("never writes the title %j into the document", async (title) => {
    const svg = generatedCover(
      "cover",
      SMALL,
      subject({ title, genres: [title, "Horror"], themes: [title], season: title, type: title }),
    );
    await expect(sharp(Buffer.from(svg)).png().toBuffer()).resolves.toBeInstanceOf(Buffer);
    if (title.length > 2) expect(svg).not.toContain(title);
  });

  it.each(["constructor", "__proto__", "toString"])(
    "treats the genre %s like any unknown one",
    (genre) => {
      expect(planCover(subject({ genres: [genre] }))).toEqual(planCover(subject()));
    },
  );

  it("handles missing and out-of-range fields", () => {
    const bare: CoverSubject = { malId: 3, title: "Bare" };
    const odd = subject({ genres: null, themes: null, year: -5, score: 1e9, season: "Monsoon" });
    for (const anime of [bare, odd])
      expect(generatedCover("cover", SMALL, anime)).not.toMatch(/NaN|Infinity/);
  });

  it("chooses the motif by genre and theme", () => {
    const share = (overrides: Partial<CoverSubject>, ...families: string[]): number =>
      variants(overrides, 200).filter((anime) => families.includes(planCover(anime).family))
        .length / 200;
    expect(share({ genres: ["Sports"] }, "sports", "pitch")).toBeGreaterThan(0.8);
    expect(share({ type: "Music" }, "music")).toBeGreaterThan(share({ type: "TV" }, "music") + 0.1);
    expect(share({ genres: ["Gourmet"] }, "table")).toBeGreaterThan(0.8);
    expect(share({ genres: ["Sci-Fi"], themes: ["Space"] }, "celestial")).toBeGreaterThan(0.7);
    expect(share({ genres: ["Romance"] }, "gothic")).toBeLessThan(0.05);
  });

  it("uses the season's color for a title without other hints", () => {
    const share = (season: string | null): number =>
      variants({ season }, 300).filter((anime) =>
        ["frost", "midnight", "aurora", "indigo"].includes(planCover(anime).paletteName),
      ).length / 300;
    expect(share("Winter")).toBeGreaterThan(share("Summer") + 0.2);
  });
});

describe("the color shown while a cover loads", () => {
  it("is a hex color and close to the image's average", { timeout: RENDERING }, async () => {
    const distances: number[] = [];
    for (const anime of oneOfEachFamily().values()) {
      const color = coverPalette(anime);
      expect(color).toMatch(/^#[0-9a-f]{6}$/);
      const { channels } = await sharp(Buffer.from(generatedCover("cover", SMALL, anime))).stats();
      const wanted = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
      distances.push(
        Math.hypot(...wanted.map((value, index) => value - (channels[index]?.mean ?? 0))),
      );
    }
    expect(Math.max(...distances)).toBeLessThan(110);
    expect(distances.reduce((sum, distance) => sum + distance, 0) / distances.length).toBeLessThan(
      40,
    );
  });

  it("is the same for a title every time and in both shapes", () => {
    expect(coverPalette(subject({ genres: ["Drama"] }))).toBe(
      coverPalette(subject({ genres: ["Drama"] })),
    );
  });
});
