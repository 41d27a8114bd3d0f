import { describe, expect, it } from "vitest";
import { clientIp, clientKey, parseTrustedProxies, readForwarded } from "./client-ip.server";

describe("the client's IP address", () => {
  const trustsNone = parseTrustedProxies([]);
  const trustsProxies = parseTrustedProxies(["10.0.0.1", "192.168.0.0/16", "fd00::/8"]);

  const ipOf = (peer: string, headers: Record<string, string>, trusts = trustsProxies) =>
    clientIp(peer, readForwarded(headers)?.hops ?? [], trusts);

  it("is the connection's when no proxy is trusted, whatever the header says", () => {
    expect(ipOf("203.0.113.7", { "x-forwarded-for": "198.51.100.1" }, trustsNone)).toBe(
      "203.0.113.7",
    );
  });

  const PROXY = "10.0.0.1";
  it.each([
    ["203.0.113.7", "198.51.100.1", "203.0.113.7"],
    ["fd00::1", "198.51.100.1", "198.51.100.1"],
    ["::ffff:10.0.0.1", "198.51.100.1", "198.51.100.1"],
    [PROXY, "1.1.1.1, 198.51.100.1, 192.168.3.4", "198.51.100.1"],
    [PROXY, "1.1.1.1,198.51.100.1:4711 ,\t192.168.3.4:80", "198.51.100.1"],
    [PROXY, "1.1.1.1, 198.51.100.1, ,", "198.51.100.1"],
    [PROXY, `${"x,".repeat(8_000)}198.51.100.1`, "198.51.100.1"],
    [PROXY, '"1.1.1.1, 198.51.100.1', "198.51.100.1"],
    [PROXY, "2001:DB8:0::1", "2001:db8::1"],
    [PROXY, "[2001:db8::1]", "2001:db8::1"],
    [PROXY, "[2001:db8::1]:443, [fd00::2]:8080", "2001:db8::1"],
    [PROXY, '"[2001:db8::1]:443"', "2001:db8::1"],
    [PROXY, "fe80::1%eth0", "fe80::1"],
    [PROXY, "::FFFF:198.51.100.1", "198.51.100.1"],
    [PROXY, "[::ffff:c633:6401]:1", "198.51.100.1"],
    [PROXY, "192.168.1.1, 10.0.0.1", "192.168.1.1"],
  ])("of %s with X-Forwarded-For %.50s is %s", (peer, value, client) => {
    expect(ipOf(peer, { "x-forwarded-for": value })).toBe(client);
  });

  it.each([
    "not an address",
    "unknown",
    "_hidden",
    "",
    "198.51.100.1, unknown",
    "198.51.100.256",
    "198.51.100.1:",
    "198.51.100.1:http",
    "198.51.100.1:123456",
    "198.51.100.1 198.51.100.2",
    "0198.51.100.1",
    "3325256705",
    "[2001:db8::1",
    "2001:db8::1]:80",
    "[2001:db8::1]80",
    "2001:db8::g",
    "<script>",
    "198.51.100.1\0",
  ])("stops at the last proxy when a header is malformed: %j", (value) => {
    expect(ipOf(PROXY, { "x-forwarded-for": value })).toBe(PROXY);
    expect(ipOf(PROXY, { forwarded: `for="${value}"` })).toBe(PROXY);
    expect(ipOf(PROXY, { "x-forwarded-for": `${value}, 192.168.3.4` })).toBe("192.168.3.4");
  });

  it.each([
    ["for=198.51.100.1", "198.51.100.1"],
    ["For=198.51.100.1;Proto=https;by=203.0.113.43", "198.51.100.1"],
    ['proto=http ; FOR = "198.51.100.1:4711"', "198.51.100.1"],
    ['for="[2001:db8:cafe::17]:4711"', "2001:db8:cafe::17"],
    ["for=1.1.1.1, for=198.51.100.1;proto=https,for=192.168.3.4", "198.51.100.1"],
    ['for="1.1.1.1, for=198.51.100.1', "198.51.100.1"],
    ["for=198.51.100.1, proto=https", PROXY],
    ["for=198.51.100.1, for=unknown", PROXY],
    ["198.51.100.1", PROXY],
  ])("with Forwarded %s is %s", (forwarded, client) => {
    expect(ipOf(PROXY, { forwarded })).toBe(client);
    expect(ipOf("203.0.113.7", { forwarded })).toBe("203.0.113.7");
    // A proxy that sets X-Forwarded-For passes a client's Forwarded on.
    expect(ipOf(PROXY, { forwarded, "x-forwarded-for": "198.51.100.9" })).toBe("198.51.100.9");
  });

  it.each([
    [{ "x-forwarded-proto": "https" }, true],
    [{ "x-forwarded-proto": " HTTPS , http" }, true],
    [{ "x-forwarded-proto": "http, https" }, false],
    [{ "x-forwarded-proto": "httpsx" }, false],
    [{ forwarded: "for=198.51.100.1;proto=https, for=10.0.0.1;proto=http" }, true],
    [{ forwarded: 'for=198.51.100.1;Proto="HTTPS"' }, true],
    [{ forwarded: "for=198.51.100.1;proto=http" }, false],
    [{ forwarded: "proto=https", "x-forwarded-proto": "http" }, false],
    [{ forwarded: "proto=https", "x-forwarded-for": "198.51.100.1" }, true],
    [{ "x-forwarded-for": "198.51.100.1" }, false],
  ])("was reached over HTTPS with %j: %j", (headers, isHttps) => {
    expect(readForwarded(headers)?.isHttps).toBe(isHttps);
  });

  it("rejects a setting that is not an IP address", () => {
    expect(() => parseTrustedProxies(["proxy.local"])).toThrow(/proxy\.local/);
    expect(() => parseTrustedProxies(["10.0.0.0/33"])).toThrow(/33/);
  });

  it("takes a range of mapped IPv4 addresses unless it has all of them", () => {
    expect(() => parseTrustedProxies(["::ffff:10.0.0.0/8"])).toThrow(/every IPv4 address/);
    expect(() => parseTrustedProxies(["::ffff:10.0.0.0/95"])).toThrow(/every IPv4 address/);
    expect(parseTrustedProxies(["::ffff:0.0.0.0/96"])("10.0.0.1")).toBe(true);
    const trusts = parseTrustedProxies(["::ffff:10.0.0.0/104"]);
    expect([trusts("10.1.2.3"), trusts("11.0.0.1"), trusts("fd00::1")]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe("the limiter's key", () => {
  it("is the same for an IPv4 address and its mapped form", () => {
    expect(clientKey("::ffff:1.2.3.4")).toBe("1.2.3.4");
    expect(clientKey("1.2.3.4")).toBe("1.2.3.4");
  });

  it("is the same within an IPv6 /64 and differs for the next", () => {
    expect(clientKey("2001:db8:1:2::1")).toBe(clientKey("2001:db8:1:2:ffff:ffff:ffff:ffff"));
    expect(clientKey("2001:db8:1:2::1")).not.toBe(clientKey("2001:db8:1:3::1"));
  });
});
