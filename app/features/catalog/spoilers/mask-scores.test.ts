import { expect, it } from "vitest";
import { maskScores } from "./mask-scores";

const card = { id: 1, path: "/anime/1", color: "#123456", score: 8.37 };

it("removes the scores of cards, however deep, and no others", () => {
  const at = new Date(0);
  const page = {
    rows: [{ card, summary: { score: 90, next: 2 }, at }],
    anime: { ...card, votes: 120 },
    note: null,
  };
  expect(maskScores({ scores: true }, page)).toEqual({
    rows: [{ card: { ...card, score: null }, summary: { score: 90, next: 2 }, at }],
    anime: { ...card, score: null, votes: null },
    note: null,
  });
  expect(page.rows[0]?.card.score).toBe(8.37);
});

it("returns the same data to users who see scores", () => {
  const page = { card };
  expect(maskScores({ scores: false }, page)).toBe(page);
});
