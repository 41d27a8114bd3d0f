import { describe, expect, it } from "vitest";
import { clientIp, clientKey, parseTrustedProxies } from "./client-ip.server";

describe("the client's IP address", () => {
  const trustsNone = parseTrustedProxies([]);
  const trustsProxies = parseTrustedProxies(["10.0.0.1", "192.168.0.0/16", "fd00::/8"]);

  it("is the connection's when no proxy is trusted, whatever the header says", () => {
    expect(clientIp("203.0.113.7", "198.51.100.1", trustsNone)).toBe("203.0.113.7");
  });

  it("is read from right to left through trusted proxies only", () => {
    expect(clientIp("10.0.0.1", "1.1.1.1, 198.51.100.1, 192.168.3.4", trustsProxies)).toBe(
      "198.51.100.1",
    );
    expect(clientIp("fd00::1", "198.51.100.1", trustsProxies)).toBe("198.51.100.1");
  });

  it("is the connection's when an untrusted client sends the header", () => {
    expect(clientIp("203.0.113.7", "198.51.100.1", trustsProxies)).toBe("203.0.113.7");
  });

  it("stops at the last proxy when the header is malformed", () => {
    expect(clientIp("10.0.0.1", "not an address", trustsProxies)).toBe("10.0.0.1");
    expect(clientIp("10.0.0.1", undefined, trustsProxies)).toBe("10.0.0.1");
  });

  it("trusts an IPv4 proxy over a dual-stack socket", () => {
    expect(clientIp("::ffff:10.0.0.1", "198.51.100.1", trustsProxies)).toBe("198.51.100.1");
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
