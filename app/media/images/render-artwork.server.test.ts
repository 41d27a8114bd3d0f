import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { BANNER_WIDTHS, COVER_WIDTHS, sizeOf, TRAILER_WIDTHS } from "~/artwork/cover-sizes";
import { renderArtwork } from "./render-artwork.server";

const anime = {
  malId: 52991,
  title: "Sousou no Frieren",
  type: "TV",
  genres: ["Adventure", "Drama", "Fantasy"],
  themes: [],
  season: "Fall",
  year: 2023,
  score: 9.3,
};

const RENDERING = 60_000;

describe("rendered covers", () => {
  it.each([
    ...COVER_WIDTHS.map((width) => ["cover", width] as const),
    ...BANNER_WIDTHS.map((width) => ["banner", width] as const),
    ...TRAILER_WIDTHS.map((width) => ["trailer", width] as const),
  ])("renders a %s of width %i as opaque WebP of exactly its size", async (kind, width) => {
    const size = sizeOf(kind, width);
    const meta = await sharp(await renderArtwork({ kind, size, anime })).metadata();
    expect(meta).toMatchObject({ format: "webp", hasAlpha: false, ...size });
  });

  it("renders the same bytes every time, so that an ETag over them is stable", async () => {
    const input = { kind: "cover", size: sizeOf("cover", 240), anime } as const;
    expect(
      Buffer.from(await renderArtwork(input)).equals(Buffer.from(await renderArtwork(input))),
    ).toBe(true);
  });

  it(
    "darkens towards the bottom, where titles and scores overlay it",
    { timeout: RENDERING },
    async () => {
      for (let malId = 1; malId <= 40; malId += 1) {
        const size = sizeOf("cover", 120);
        const bytes = await renderArtwork({
          kind: "cover",
          size,
          anime: { ...anime, malId, genres: malId % 2 === 0 ? ["Comedy"] : ["Avant Garde"] },
        });
        const foot = { left: 0, top: 162, width: size.width, height: 18 };
        const { data } = await sharp(bytes)
          .extract(foot)
          .greyscale()
          .raw()
          .toBuffer({ resolveWithObject: true });
        expect(
          data.reduce((sum, value) => sum + value, 0) / data.length,
          `id ${String(malId)}`,
        ).toBeLessThan(95);
      }
    },
  );

  it("renders a 240-pixel cover as a small file", { timeout: RENDERING }, async () => {
    for (let malId = 1; malId <= 20; malId += 1) {
      const bytes = await renderArtwork({
        kind: "cover",
        size: sizeOf("cover", 240),
        anime: { ...anime, malId },
      });
      expect(bytes.length).toBeLessThan(30_000);
    }
  });
});
