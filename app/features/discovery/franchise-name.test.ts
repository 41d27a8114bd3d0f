import { expect, it } from "vitest";
import { toFranchiseName } from "./franchise-name";

it.each([
  ["One Piece", "one piece"],
  ["One Piece Movie 01", "one piece"],
  ["One Piece: Umi no Heso no Daibouken-hen", "one piece"],
  ["Fullmetal Alchemist: Brotherhood Specials", "fullmetal alchemist"],
  ["Re:Zero kara Hajimeru Isekai Seikatsu 3rd Season", "re:zero kara hajimeru isekai seikatsu"],
  [
    "Re:Zero kara Hajimeru Isekai Seikatsu - Hyouketsu no Kizuna",
    "re:zero kara hajimeru isekai seikatsu",
  ],
  ["Boku dake ga Inai Machi Recaps", "boku dake ga inai machi"],
  ["Arslan Senki (TV)", "arslan senki"],
  ["Overlord II", "overlord"],
  ["K: Missing Kings", "k: missing kings"],
  ["86", "86"],
  ["", ""],
])("reduces %j to %j", (title, name) => {
  expect(toFranchiseName(title)).toBe(name);
});
