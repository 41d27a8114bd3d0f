import { BlockList, isIP } from "node:net";
import ipaddr from "ipaddr.js";

export type IsTrustedProxy = (address: string) => boolean;

export function parseTrustedProxies(parts: readonly string[]): IsTrustedProxy {
  const ranges = new BlockList();
  for (const part of parts) {
    const [address = "", prefix] = part.split("/");
    const version = isIP(address);
    const bits = prefix === undefined ? null : Number(prefix);
    const maxBits = version === 4 ? 32 : 128;
    if (
      version === 0 ||
      (bits !== null && !(Number.isInteger(bits) && bits >= 0 && bits <= maxBits))
    ) {
      throw new Error(
        `TRUSTED_PROXIES has "${part}", which is neither an address nor a CIDR range`,
      );
    }
    if (version === 6 && bits !== null && bits < 96 && isMapped(address))
      throw new Error(
        `TRUSTED_PROXIES has "${part}", which trusts every IPv4 address. Write a range of IPv4 as in 10.0.0.0/8`,
      );
    if (bits === null) ranges.addAddress(address, version === 4 ? "ipv4" : "ipv6");
    else ranges.addSubnet(address, bits, version === 4 ? "ipv4" : "ipv6");
  }
  return (address) => {
    const version = isIP(address);
    return version !== 0 && ranges.check(address, version === 4 ? "ipv4" : "ipv6");
  };
}

/** Whether it is an IPv4 address as IPv6 writes it, which keeps that in its last 32 bits. */
function isMapped(address: string): boolean {
  const parsed = ipaddr.parse(address);
  return parsed instanceof ipaddr.IPv6 && parsed.isIPv4MappedAddress();
}

/** Reads `X-Forwarded-For` if the peer is a trusted proxy. */
export function clientIp(
  connectionAddress: string,
  forwardedFor: string | undefined,
  trusts: IsTrustedProxy,
): string {
  let client = unmapIpv4(connectionAddress);
  if (forwardedFor === undefined || forwardedFor.length > 4096) return client;
  const hops = forwardedFor.split(",").map((hop) => unmapIpv4(hop.trim()));
  while (trusts(client)) {
    const hop = hops.pop();
    if (hop === undefined || isIP(hop) === 0) break;
    client = hop;
  }
  return client;
}

/** IPv6 counts by /64, the smallest network assigned. */
export function clientKey(address: string): string {
  if (isIP(address) !== 6) return address;
  const parsed = ipaddr.parse(address.replace(/%.*$/, ""));
  if (!(parsed instanceof ipaddr.IPv6)) return address;
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString();
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(":")}::/64`;
}

/** The /24 of a private IPv4 address; null for others, which `clientKey` covers. */
export function localNetwork(key: string): string | null {
  if (isIP(key) !== 4 || ipaddr.parse(key).range() !== "private") return null;
  return `${key.split(".").slice(0, 3).join(".")}.0/24`;
}

export function unmapIpv4(address: string): string {
  return address.startsWith("::ffff:") && isIP(address.slice(7)) === 4 ? address.slice(7) : address;
}
