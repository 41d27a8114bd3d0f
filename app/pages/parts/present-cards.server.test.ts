import { expect, it } from "vitest";
import { markCards } from "./present-cards.server";

const MARK = { codes: "JA", text: "Plays here." };
const card = (id: number) => ({ id, path: `/anime/${id}`, color: "#000", title: { text: "A" } });
const markOf = (id: number) => (id === 1 ? MARK : null);

it("marks the cards of titles that play here, however deep, and no other data", () => {
  const data = {
    rails: [{ cards: [card(1), card(2)] }],
    // An entry of a list, which has no cover of its own.
    entry: { id: 1, seen: 3 },
    at: new Date(0),
  };
  expect(markCards(data, markOf)).toEqual({
    rails: [{ cards: [{ ...card(1), plays: MARK }, card(2)] }],
    entry: { id: 1, seen: 3 },
    at: new Date(0),
  });
});

it("leaves cached cards as they are", () => {
  const cached = card(1);
  markCards([cached], markOf);
  expect(cached).toEqual(card(1));
});
