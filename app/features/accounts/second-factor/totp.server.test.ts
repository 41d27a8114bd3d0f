import { describe, expect, it } from "vitest";
import { createTotpSecret, totpStep, totpUri } from "./totp.server";

/** The secret of RFC 6238, appendix B, whose codes are cut to six digits here. */
const SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const at = (seconds: number) => new Date(seconds * 1_000);

describe("a code of the authenticator app", () => {
  it.each([
    [59, "287082"],
    [1_111_111_109, "081804"],
    [1_111_111_111, "050471"],
    [1_234_567_890, "005924"],
    [2_000_000_000, "279037"],
  ])("at second %i is the RFC's", (seconds, code) => {
    expect(totpStep(SECRET, code, at(seconds))).toBe(Math.floor(seconds / 30));
  });

  it("is right a step early and a step late, and names its own step", () => {
    const [step, code] = [1, "287082"];
    expect(totpStep(SECRET, code, at(0))).toBe(step);
    expect(totpStep(SECRET, code, at(89))).toBe(step);
    expect(totpStep(SECRET, code, at(90))).toBeNull();
    expect(totpStep(SECRET, "287083", at(59))).toBeNull();
  });
});

it("makes secrets of 160 bits", () => {
  const secrets = new Set(Array.from({ length: 100 }, createTotpSecret));
  expect(secrets.size).toBe(100);
  for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/);
});

it("tells the app the site and the account", () => {
  const url = new URL(totpUri(SECRET, { site: "Ein: Anime & more", email: "faye@akari.test" }));
  expect(url.protocol).toBe("otpauth:");
  expect(decodeURIComponent(url.pathname)).toContain("faye@akari.test");
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    issuer: "Ein  Anime & more",
    secret: SECRET,
    algorithm: "SHA1",
    digits: "6",
    period: "30",
  });
});
