import { BlockList, isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** Tells whether an address belongs to a proxy that the operator named in `TRUSTED_PROXIES`. */
export type TrustsProxy = (address: string) => boolean;

/** Reads addresses and CIDR ranges. Throws with the part that is neither. */
export function trustedProxies(parts: readonly string[]): TrustsProxy {
  const known = new BlockList();
  for (const part of parts) {
    const [address = "", prefix] = part.split("/");
    const version = isIP(address);
    const bits = prefix === undefined ? null : Number(prefix);
    const most = version === 4 ? 32 : 128;
    if (
      version === 0 ||
      (bits !== null && !(Number.isInteger(bits) && bits >= 0 && bits <= most))
    ) {
      throw new Error(
        `TRUSTED_PROXIES has "${part}", which is neither an address nor a CIDR range`,
      );
    }
    if (bits === null) known.addAddress(address, version === 4 ? "ipv4" : "ipv6");
    else known.addSubnet(address, bits, version === 4 ? "ipv4" : "ipv6");
  }
  return (address) => {
    const version = isIP(address);
    return version !== 0 && known.check(address, version === 4 ? "ipv4" : "ipv6");
  };
}

/**
 * The visitor's address. `X-Forwarded-For` counts only when the connection comes from a trusted proxy, and then from right
 * to left: the first address that is not itself a trusted proxy is the visitor.
 */
export function clientAddress(
  connectionAddress: string,
  forwardedFor: string | undefined,
  trusts: TrustsProxy,
): string {
  let client = plainAddress(connectionAddress);
  if (forwardedFor === undefined || forwardedFor.length > 4096) return client;
  const hops = forwardedFor.split(",").map((hop) => plainAddress(hop.trim()));
  while (trusts(client)) {
    const hop = hops.pop();
    if (hop === undefined || isIP(hop) === 0) break;
    client = hop;
  }
  return client;
}

/**
 * The key by which limiters count an address. An IPv6 household or server owns at least a /64, so that whole network is
 * one client; an IPv4 address in IPv6 clothes is the IPv4 address.
 */
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

/** An IPv4 address in IPv6 clothes as the IPv4 address; every other as it is. */
export function plainAddress(address: string): string {
  return address.startsWith("::ffff:") && isIP(address.slice(7)) === 4 ? address.slice(7) : address;
}
