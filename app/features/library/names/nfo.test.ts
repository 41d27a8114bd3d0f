import { describe, expect, it } from "vitest";
import { MAX_NFO_BYTES, parseNfo } from "./nfo";

describe("parseNfo", () => {
  it("reads ids, title and numbers of Kodi's files", () => {
    expect(
      parseNfo(
        `<?xml version="1.0"?><episodedetails><title>Yoru &amp; Asa</title><season>2</season><episode>5</episode>
         <uniqueid type="mal" default="true">5114</uniqueid><uniqueid type="anidb">6107</uniqueid></episodedetails>`,
      ),
    ).toMatchObject({
      title: "Yoru & Asa",
      season: 2,
      episode: 5,
      ids: { mal: 5114, anidb: 6107, tvdb: null },
    });
    expect(parseNfo("<tvshow><tvdbid>81797</tvdbid></tvshow>")?.ids.tvdb).toBe(81_797);
  });

  it("ignores ids of nested elements, of other sites and beyond 32 bits", () => {
    expect(
      parseNfo(
        `<tvshow><actor><uniqueid type="mal">1</uniqueid></actor><uniqueid type="imdb">2</uniqueid>
         <uniqueid type="mal">99999999999</uniqueid></tvshow>`,
      )?.ids.mal,
    ).toBeNull();
  });

  it("takes other texts for nothing", () => {
    for (const text of ["", "Ripped by a group\n═══", "<html><title>x</title></html>", "<tvshow"])
      expect(parseNfo(text)).toBeNull();
  });

  it("does not expand entities, and reads at most its limit", () => {
    const bomb = `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><tvshow><title>&b;</title></tvshow>`;
    expect(parseNfo(bomb)?.title ?? "").not.toContain("aaaa");
    expect(
      parseNfo(`<tvshow>${" ".repeat(MAX_NFO_BYTES)}<malid>1</malid></tvshow>`)?.ids.mal,
    ).toBeNull();
  });
});
