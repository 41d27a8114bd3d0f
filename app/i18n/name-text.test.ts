import { describe, expect, it } from "vitest";
import { signUpSchema } from "~/features/accounts/credentials";
import { profileInputSchema, profileUpdateSchema } from "~/features/profile/profile-input";
import { nameText, visibleLength } from "./name-text";

const INVISIBLE = [
  "\u200b\u200b\u200b",
  "\u200d\u200c\u2060\ufeff",
  "\u00ad\u00ad\u00ad",
  "\u3164\u3164\u3164",
  "\u115f\u1160\uffa0",
  "\u{e0061}\u{e0062}\u{e0063}",
  "\ufe0f\ufe0f\ufe0f",
  "\u0001\u0002\u0003",
  "\u202e\u202d\u061c",
  "\u2800\u2800\u2800",
  "\u200b \u200b",
];

describe("a name", () => {
  it.each(INVISIBLE)("%j has no visible character", (text) => {
    expect(visibleLength(text)).toBe(0);
    const rules = nameText({
      max: 64,
      required: "userName.required",
      invalid: "userName.invalid",
      tooLong: "userName.required",
    });
    expect(rules.safeParse(text).success).toBe(false);
  });

  it.each([
    ["Faye", 4],
    ["a b", 3],
    ["می‌خواهم", 7],
    ["👨‍👩‍👧", 3],
    ["進撃", 2],
    ["a\u200b\u200b", 1],
  ])("%j has %i visible characters", (text, length) => expect(visibleLength(text)).toBe(length));

  const account = { email: "faye@akari.test", password: "Bebop!2071-x" };
  const profile = { name: "Faye", last_name: "Valentine", gender: "Female" };

  it.each(INVISIBLE)("%j is refused in every field", (text) => {
    const failures: [string, { safeParse(value: unknown): unknown }, object][] = [
      ["username", signUpSchema, { ...account, username: text }],
      ["user_name", signUpSchema, { ...account, user_name: text }],
      ["name", profileInputSchema, { ...profile, name: text }],
      ["last_name", profileInputSchema, { ...profile, last_name: text }],
      ["favorite_studios", profileInputSchema, { ...profile, favorite_studios: [text] }],
      ["favorite_genres", profileInputSchema, { ...profile, favorite_genres: [text] }],
      ["name", profileUpdateSchema, { name: text }],
    ];
    for (const [field, schema, value] of failures) {
      const result = schema.safeParse(value) as {
        error?: { issues: { path: PropertyKey[] }[] };
      };
      expect(result.error?.issues.map(({ path }) => path[0])).toContain(field);
    }
  });

  it("counts its minimum in visible characters", () => {
    const parse = (username: string) => signUpSchema.safeParse({ ...account, username }).success;
    expect([parse("ab\u200b"), parse("abc"), parse("ab\u200bc")]).toEqual([false, true, true]);
  });
});
