import { describe, expect, it } from "vitest";
import { parseAllowedHost } from "~/config/allowed-hosts";
import { Invalid } from "~/errors/app-error";
import { checkSource, MAX_SOURCE_LENGTH, type SourceRules } from "./source-rules";

const allow = (...hosts: string[]) =>
  hosts.map((host) => parseAllowedHost(host)).filter((host) => host !== null);
const none: SourceRules = { allow: [], ownOrigins: [] };

function refusal(text: string, rules = none): string {
  try {
    return `passed: ${checkSource(text, rules).href}`;
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    expect(error.issues.map(({ path }) => path)).toEqual(["url"]);
    return error.message;
  }
}

describe("source rules", () => {
  it.each([
    ["http://pub.test/a.png", "http://pub.test/a.png"],
    ["HTTPS://PUB.Test:443/a?b=c#d", "https://pub.test/a?b=c"],
    ["http://pub.test:80/a", "http://pub.test/a"],
    ["http://45.67.89.10:9000/a", "http://45.67.89.10:9000/a"],
    ["http://[2606:4700:4700::1111]/a", "http://[2606:4700:4700::1111]/a"],
    ["http://bücher.test/ä", "http://xn--bcher-kva.test/%C3%A4"],
    ["http://pub.test/\r\nX-Injected: 1", "http://pub.test/X-Injected:%201"],
  ])("accept %j", (text, normal) => {
    expect(checkSource(text, none).href).toBe(normal);
  });

  it.each([
    "SSRF-S01 http://127.0.0.1:9000/",
    "SSRF-S02 http://localhost:9000/",
    "SSRF-S02 http://localhost.:9000/",
    "SSRF-S02 http://www.LOCALHOST:9000/",
    "SSRF-S03 http://[::1]:9000/",
    "SSRF-S04 http://0.0.0.0:9000/",
    "SSRF-S05 http://[::]:9000/",
    "SSRF-S06 http://2130706433:9000/",
    "SSRF-S07 http://0x7f000001:9000/",
    "SSRF-S07 http://0177.0.0.1:9000/",
    "SSRF-S07 http://127.1:9000/",
    "SSRF-S08 http://127.0.0.1.:9000/",
    "SSRF-S09 http://127%E3%80%820%E3%80%820%E3%80%821:9000/",
    "SSRF-S09 http://①②⑦.⓪.⓪.①:9000/",
    "SSRF-S10 http://[::ffff:127.0.0.1]:9000/",
    "SSRF-S11 http://[::127.0.0.1]:9000/",
    "SSRF-S12 http://[64:ff9b::7f00:1]:9000/",
    "SSRF-S13 http://[2002:7f00:1::]:9000/",
    "SSRF-S14 http://[2606:4700::5efe:7f00:1]:9000/",
    "SSRF-S15 http://[fd00::7]:9000/",
    "SSRF-S16 http://10.9.8.7:9000/",
    "SSRF-S16 http://172.16.5.5:9000/",
    "SSRF-S16 http://192.168.77.7:9000/",
    "SSRF-S18 http://169.254.169.254/latest/meta-data/",
    "SSRF-S19 http://100.64.1.1:9000/",
    "SSRF-S20 http://198.18.0.1:9000/",
    "SSRF-S20 http://224.0.0.1:9000/",
    "SSRF-S20 http://192.0.2.1:9000/",
  ])("reject the private address of %s without details", (row) => {
    expect(refusal(row.slice(row.indexOf(" ") + 1))).toBe(
      "This source is not allowed: it is not on the public internet.",
    );
  });

  it.each([
    [
      "SSRF-S30",
      "http://pub.test@127.0.0.1:9000/",
      "The URL can’t contain a user name or password.",
    ],
    ["SSRF-S30", "http://:secret@pub.test/", "The URL can’t contain a user name or password."],
    ["SSRF-S31", "file:///etc/passwd", "The URL must be an absolute http or https URL."],
    ["SSRF-S31", "data:image/png;base64,AAAA", "The URL must be an absolute http or https URL."],
    ["SSRF-S31", "gopher://127.0.0.1:9000/_x", "The URL must be an absolute http or https URL."],
    ["SSRF-S31", "ftp://pub.test/a", "The URL must be an absolute http or https URL."],
    ["SSRF-S31", "javascript:alert(1)", "The URL must be an absolute http or https URL."],
    [
      "SSRF-S31",
      "blob:https://x/1",
      "A blob: URL exists in one browser only. Send its bytes with POST instead.",
    ],
    ["SSRF-S32", "//127.0.0.1:9000/x", "The URL must be an absolute http or https URL."],
    ["SSRF-S32", "/etc/passwd", "The URL must be an absolute http or https URL."],
    ["SSRF-S32", "img.png", "The URL must be an absolute http or https URL."],
    ["SSRF-S32", "", "The URL must be an absolute http or https URL."],
    ["SSRF-S32", "http:pub.test", "The URL must be an absolute http or https URL."],
    ["SSRF-S32", "http:///pub.test/", "The URL must be an absolute http or https URL."],
    ["SSRF-S32", "http:\\\\pub.test\\", "The URL must be an absolute http or https URL."],
    ["SSRF-S32", "http://a b/", "The URL must be an absolute http or https URL."],
    ["SSRF-S34", "http://pub.test:22/", "The port of this URL is not allowed."],
    ["SSRF-S34", "https://pub.test:25/", "The port of this URL is not allowed."],
  ])("reject %s %s", (_, text, message) => {
    expect(refusal(text)).toBe(message);
  });

  it("accept a URL of the maximum length, and none longer (SSRF-S40)", () => {
    const longest = `http://pub.test/${"a".repeat(MAX_SOURCE_LENGTH - 16)}`;
    expect(checkSource(longest, none).href).toBe(longest);
    expect(refusal(`${longest}a`)).toMatch(/longer than 8192/);
  });

  it("reject our own origin in any notation, but not its neighbours (SSRF-S35)", () => {
    const rules = {
      allow: allow("akari.test"),
      ownOrigins: ["https://akari.test", "http://45.67.89.10:3000"],
    };
    for (const own of [
      "https://akari.test/api/proxy?url=x",
      "https://AKARI.test:443/",
      "http://akari.test./",
      "http://45.67.89.10:3000/",
      "http://759388426:3000/",
    ]) {
      expect(refusal(own, rules)).toBe("This URL belongs to this site and can’t be proxied.");
    }
    expect(checkSource("https://akari.test:8443/", rules).port).toBe("8443");
    expect(checkSource("http://45.67.89.10/", rules).host).toBe("45.67.89.10");
  });

  it("let the operator allow a private host, with all ports or one", () => {
    const rules = { allow: allow("minio", "127.0.0.1:9000", "[fd00::7]:80"), ownOrigins: [] };
    expect(checkSource("http://minio:6000/", rules).host).toBe("minio:6000");
    expect(checkSource("http://127.0.0.1:9000/", rules).host).toBe("127.0.0.1:9000");
    expect(checkSource("http://0x7f.1:9000/", rules).host).toBe("127.0.0.1:9000");
    expect(checkSource("http://[fd00:0::7]/", rules).host).toBe("[fd00::7]");
    for (const closed of [
      "http://127.0.0.1:9001/",
      "http://[fd00::7]:81/",
      "http://localhost:9000/",
    ]) {
      expect(refusal(closed, rules)).toMatch(/not on the public internet/);
    }
    expect(refusal("http://user@minio/", rules)).toMatch(/user name/);
    expect(refusal("ftp://minio/", rules)).toMatch(/http or https/);
  });
});

describe("an entry of OUTBOUND_ALLOW", () => {
  it.each([
    ["Minio", { host: "minio", port: null }],
    ["127.0.0.1:9000", { host: "127.0.0.1", port: 9000 }],
    ["0x7f.1:80", { host: "127.0.0.1", port: 80 }],
    ["cdn.test.:65535", { host: "cdn.test", port: 65535 }],
    ["::1", { host: "[::1]", port: null }],
    ["[FD00::7]:80", { host: "[fd00::7]", port: 80 }],
  ])("parses %s", (text, entry) => {
    expect(parseAllowedHost(text)).toEqual(entry);
  });

  it.each([
    "",
    "http://a",
    "a/b",
    "a:b",
    "a:65536",
    "a:0",
    "a b",
    "user@a",
    "[::1",
    "*",
    "10.0.0.0/8",
  ])("rejects %j", (text) => {
    expect(parseAllowedHost(text)).toBeNull();
  });
});
