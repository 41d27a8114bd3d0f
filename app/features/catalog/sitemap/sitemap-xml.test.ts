import { describe, expect, it } from "vitest";
import { escapeXml, indexXml, pagesXml } from "./sitemap-xml";

const changedAt = new Date("2026-03-04T05:06:07.000Z");

describe("a sitemap", () => {
  it("lists each URL with its last change if known", () => {
    expect(
      pagesXml([
        { url: "https://a.test/anime/1/x", changedAt },
        { url: "https://a.test/", changedAt: null },
      ]),
    ).toBe(
      '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n' +
        "<url><loc>https://a.test/anime/1/x</loc><lastmod>2026-03-04T05:06:07.000Z</lastmod></url>\n" +
        "<url><loc>https://a.test/</loc></url>\n</urlset>\n",
    );
    expect(indexXml([{ url: "https://a.test/sitemap/pages.xml", changedAt: null }])).toContain(
      "<sitemap><loc>https://a.test/sitemap/pages.xml</loc></sitemap>",
    );
  });

  it("is valid XML for any name", () => {
    expect(escapeXml(`</loc><script>"'&`)).toBe("&#60;/loc&#62;&#60;script&#62;&#34;&#39;&#38;");
    expect(escapeXml("a\u0000\u0008\u001f\ufffe\uffffb\td")).toBe("ab\td");
    expect(escapeXml("\ud800x")).toBe("x");
    expect(escapeXml("進撃 😀")).toBe("進撃 😀");
  });
});
