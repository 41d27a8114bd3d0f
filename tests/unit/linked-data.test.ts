import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { createRoutesStub, Meta } from "react-router";
import { describe, expect, it } from "vitest";
import type { Anime } from "~/features/catalog/anime";
import { buildAnime } from "../factories/anime";
import { animeLinkedData } from "~/pages/title/present-title.server";

const HOSTILE = `</script><script>alert(1)</script><!--<script>&quot;"'\\u003c\u2028`;
const place = {
  url: "https://akari.test/anime/1/x",
  image: "https://akari.test/media/social/1/1200.jpg",
};

function rendered(anime: Anime): { html: string; data: Record<string, unknown> } {
  const Page = createRoutesStub([
    {
      path: "/",
      Component: Meta,
      meta: () => [{ "script:ld+json": animeLinkedData(anime, place) }],
    },
  ]);
  const html = renderToString(createElement(Page));
  const json = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? "";
  return { html, data: JSON.parse(json) as Record<string, unknown> };
}

describe("a title's linked data", () => {
  it("is a series or a film with its known facts only", () => {
    const series = rendered(
      buildAnime({
        mal_id: 1,
        title: "Harbor",
        title_english: "The Harbor",
        genres: ["Drama"],
        studios: ["A-1"],
        synopsis: "Calm.",
      }),
    ).data;
    expect(series).toMatchObject({
      "@context": "https://schema.org",
      "@type": "TVSeries",
      name: "The Harbor",
      alternateName: ["Harbor"],
      numberOfEpisodes: 12,
      ...place,
    });
    expect(series["aggregateRating"]).toEqual({
      "@type": "AggregateRating",
      ratingValue: 7,
      ratingCount: 100,
      bestRating: 10,
      worstRating: 1,
    });
    const film = rendered(
      buildAnime({ type: "Movie", score: null, synopsis: null, aired_from: null, studios: [] }),
    ).data;
    expect(film["@type"]).toBe("Movie");
    for (const unknown of [
      "aggregateRating",
      "numberOfEpisodes",
      "datePublished",
      "description",
      "productionCompany",
    ])
      expect(film).not.toHaveProperty(unknown);
  });

  it("cannot end its own element, whatever the catalog's texts contain", () => {
    const { html, data } = rendered(
      buildAnime({
        title: HOSTILE,
        title_english: null,
        title_synonyms: [`${HOSTILE}2`],
        synopsis: HOSTILE,
        genres: [HOSTILE],
        studios: [HOSTILE],
      }),
    );
    expect(html.match(/<\/?script/g)).toEqual(["<script", "</script"]);
    expect(html).not.toContain("<!--<");
    expect(data).toMatchObject({
      name: HOSTILE,
      alternateName: [`${HOSTILE}2`],
      description: HOSTILE.trim(),
      genre: [HOSTILE],
    });
  });
});
