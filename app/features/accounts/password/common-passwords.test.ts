import { describe, expect, it } from "vitest";
import { isCommonPassword } from "./common-passwords";

describe("common passwords", () => {
  it.each([
    "Password1!",
    "P@ssw0rd",
    "Qwerty123!",
    "Welcome2026!",
    "1qaz@WSX",
    "Naruto#1",
    "!Admin123",
  ])("include %s", (password) => {
    expect(isCommonPassword(password)).toBe(true);
  });

  it.each(["Bebop-71x!", "Lantern!7road", "Abc1!x9Q", "Passage!7way", "qW3!rT9$uI"])(
    "do not include %s",
    (password) => {
      expect(isCommonPassword(password)).toBe(false);
    },
  );
});
