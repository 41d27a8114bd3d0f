import { expect, it } from "vitest";
import { findMatchedName } from "./matched-name";

const DEMON_SLAYER = { text: "Kimetsu no Yaiba" };
const NAMES = [
  { text: "Demon Slayer: Kimetsu no Yaiba" },
  { text: "鬼滅の刃" },
  { text: "Blade of Demon Destruction" },
];

it.each([
  ["demon slayer", "Demon Slayer: Kimetsu no Yaiba"],
  ["Demon Sl", "Demon Slayer: Kimetsu no Yaiba"],
  ["deamon slayer", "Demon Slayer: Kimetsu no Yaiba"],
  ["鬼滅", "鬼滅の刃"],
  ["blade destruction", "Blade of Demon Destruction"],
])("%j matches by another name", (query, name) => {
  expect(findMatchedName(query, DEMON_SLAYER, NAMES)?.text).toBe(name);
});

it.each(["kimetsu no yaiba", "kimetsu", "yaiba kimetsu", "きめつ", "!!", ""])(
  "%j needs no other name",
  (query) => {
    expect(findMatchedName(query, DEMON_SLAYER, NAMES)).toBeNull();
  },
);

it("names nothing that is hardly alike", () => {
  expect(findMatchedName("steins gate", DEMON_SLAYER, NAMES)).toBeNull();
});
