import { expect, it } from "vitest";
import { parseRevealed, revealSearch } from "./reveal";

const revealed = (search: string) => [...parseRevealed(new URLSearchParams(search))];

it("reads items from lists and repeated parameters", () => {
  expect(revealed("reveal=3,4&reveal=scores")).toEqual(["3", "4", "scores"]);
  expect(revealed("")).toEqual([]);
});

it("reads 200 items and no more", () => {
  const items = (count: number) => Array.from({ length: count }, (_, index) => index).join(",");
  expect(revealed(`reveal=${items(200)}`)).toHaveLength(200);
  expect(revealed(`reveal=${items(201)}`)).toHaveLength(200);
});

it("adds an item to the page's query once, and keeps the rest", () => {
  expect(revealSearch("", "5")).toBe("?reveal=5");
  expect(revealSearch("?episodes=2&reveal=5", "6")).toBe("?episodes=2&reveal=5,6");
  expect(revealSearch("?reveal=5,6", "5")).toBe("?reveal=6,5");
});

it("keeps the added item when the list is full", () => {
  const full = `?reveal=${Array.from({ length: 200 }, (_, index) => index).join(",")}`;
  expect(revealed(revealSearch(full, "tags").slice(1)).at(-1)).toBe("tags");
});
