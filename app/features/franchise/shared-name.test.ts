import { expect, it } from "vitest";
import { sharedName } from "./shared-name";

it.each([
  ["Naruto: Shippuuden", ["Naruto", "Naruto: Shippuuden", "Boruto"], "Naruto"],
  ["Gintama'", ["Gintama", "Gintama'", "Gintama.", "Gintama Movie 1"], "Gintama'"],
  [
    "Attack on Titan Season 2",
    ["Attack on Titan", "Attack on Titan Season 2", "Attack on Titan: No Regrets"],
    "Attack on Titan",
  ],
  ["Bakemonogatari", ["Bakemonogatari", "Nisemonogatari"], "Bakemonogatari"],
  ["The Tale", ["The Tale", "The Other One"], "The Tale"],
  ["進撃の巨人", ["進撃の巨人", "進撃の巨人 Season 2"], "進撃の巨人"],
])("the name of %s among %j is %s", (title, titles, name) => {
  expect(sharedName(title, titles)).toBe(name);
});
