import { describe, expect, it } from "vitest";
import { describeDevice } from "./describe-client";

const WEBKIT = "AppleWebKit/605.1.15 (KHTML, like Gecko)";
const BLINK = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0";

describe("the device name", () => {
  it.each([
    ["Mozilla/5.0 (Windows NT 10.0; rv:130.0) Gecko/20100101 Firefox/130.0", "Firefox on Windows"],
    [`Mozilla/5.0 (Windows NT 10.0) ${BLINK} Safari/537.36 Edg/120.0.0.0`, "Edge on Windows"],
    [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${BLINK} Safari/537.36`, "Chrome on ChromeOS"],
    [
      `Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) ${WEBKIT} Version/17.0 Safari/604.1`,
      "Safari on iPhone",
    ],
    [
      `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Version/17.0 Safari/605.1.15`,
      "Safari on macOS",
    ],
    ["Mozilla/5.0 (Android 14; Mobile; rv:130.0) Gecko/130.0 Firefox/130.0", "Firefox on Android"],
  ])("parses %j", (userAgent, name) => {
    expect(describeDevice(userAgent)).toBe(name);
  });

  it("is the user agent itself, shortened and in ASCII, for other programs", () => {
    expect(describeDevice("curl/8.5.0")).toBe("curl/8.5.0");
    expect(describeDevice(`é${"x".repeat(60)}`)).toBe("x".repeat(40));
  });

  it.each([null, "", "é"])("is null for %j", (userAgent) => {
    expect(describeDevice(userAgent)).toBe("An unnamed program");
  });
});
