import { expect, it } from "vitest";
import { serverI18n } from "~/i18n/i18n.server";
import { similarCards } from "./present-title.server";

type Similar = Parameters<typeof similarCards>[0][number];

/** Creates a title with contributions in the order given. */
function similar(mal_id: number, reasons: Record<string, string>): Similar {
  const entries = Object.entries(reasons);
  const names = (kind: string) => entries.filter(([, of]) => of === kind).map(([name]) => name);
  return {
    malId: mal_id,
    franchise: String(mal_id),
    similarity: 1,
    anime: {
      mal_id,
      title: String(mal_id),
      title_japanese: null,
      genres: names("genre"),
      themes: names("theme"),
      studios: names("studio"),
      rating: null,
      source: null,
    },
    reasons: entries.map(([name, kind], index) => ({
      kind,
      key: name.toLowerCase(),
      contribution: 0.3 - index / 20,
    })),
  } as unknown as Similar;
}

it("names up to three reasons on each card: themes, genres, then studios", () => {
  const cards = similarCards(
    [
      similar(1, { Madhouse: "studio", Comedy: "genre", Music: "theme", Drama: "genre" }),
      similar(2, { Action: "genre", "2011": "era", Samurai: "theme" }),
      similar(3, { "Well known": "popularity" }),
    ],
    { language: "romaji", i18n: serverI18n("en") },
  );
  expect(cards.map(({ because }) => because)).toEqual([
    "Music, Comedy, Madhouse",
    "Samurai, Action",
    "",
  ]);
});

it("prefers what few of the cards share", () => {
  const common = { Action: "genre", Adventure: "genre", Fantasy: "genre" };
  const cards = similarCards(
    [
      similar(1, { ...common, Pirates: "theme" }),
      similar(2, { ...common, Magic: "theme" }),
      similar(3, common),
    ],
    { language: "romaji", i18n: serverI18n("en") },
  );
  expect(cards.map(({ because }) => because)).toEqual([
    "Pirates, Action, Adventure",
    "Magic, Action, Adventure",
    "Action, Adventure, Fantasy",
  ]);
});
