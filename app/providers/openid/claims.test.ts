import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseClaims } from "./claims";

describe("a provider's claims", () => {
  it("are mapped to our fields", () => {
    expect(
      parseClaims({
        sub: "1",
        email: "faye@bebop.test",
        email_verified: true,
        name: "Faye Valentine",
        given_name: "Faye",
        family_name: "Valentine",
        picture: "https://id.test/faye.png",
      }),
    ).toEqual({
      subject: "1",
      email: "faye@bebop.test",
      emailVerified: true,
      emailVerifiedSent: "true",
      name: "Faye Valentine",
      givenName: "Faye",
      familyName: "Valentine",
      avatarUrl: "https://id.test/faye.png",
    });
  });

  it("are told without half of a character at the cut", () => {
    const sent = (text: string) =>
      parseClaims({ sub: "1", email_verified: text })?.emailVerifiedSent;
    expect(sent(`${"x".repeat(37)}🦊x`)).toBe(`"${"x".repeat(37)}🦊`);
    expect(sent(`${"x".repeat(38)}🦊x`)).toBe(`"${"x".repeat(38)}`);
  });

  it.each([
    {},
    { sub: "" },
    { sub: 5 },
    { sub: null },
    { sub: "a\0" },
    { sub: "x".repeat(256) },
    null,
    "x",
    [],
  ])("OAUTH-S14 are rejected when they are %j", (claims) => {
    expect(parseClaims(claims)).toBeNull();
  });

  it.each([
    [true, true],
    ["true", true],
    [false, false],
    ["false", false],
    [1, false],
    ["yes", false],
    [null, false],
    [undefined, false],
  ])("OAUTH-S11 verify the email address with %j: %j", (email_verified, vouched) => {
    expect(parseClaims({ sub: "1", email_verified })?.emailVerified).toBe(vouched);
  });

  it.each([
    "javascript:alert(1)",
    "data:image/png;base64,AA",
    "https://u:p@id.test/a",
    "/a.png",
    5,
    "",
  ])("have no picture for %j", (picture) => {
    expect(parseClaims({ sub: "1", picture })?.avatarUrl).toBeNull();
  });

  it("never contain a text that cannot be stored", () => {
    fc.assert(
      fc.property(
        fc.record({
          name: fc.anything(),
          given_name: fc.string(),
          family_name: fc.string(),
          email: fc.anything(),
          picture: fc.anything(),
        }),
        (claims) => {
          const read = parseClaims({ sub: "1", ...claims });
          return (
            read !== null &&
            [read.name, read.givenName, read.familyName].every(
              (text) => text === null || (!text.includes("\0") && text.length > 0),
            )
          );
        },
      ),
    );
  });
});
