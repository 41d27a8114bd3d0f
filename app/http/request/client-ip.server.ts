import type { IncomingHttpHeaders } from "node:http";
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

/** What proxies say of a request. Only a trusted proxy's word counts. */
export interface Forwarded {
  /** Clients as sent, the nearest last. What is before a trusted proxy's value may be invented. */
  hops: readonly string[];
  /** Whether the first hop says that it was reached over HTTPS. */
  isHttps: boolean;
}

/**
 * Reads `X-Forwarded-For` and `X-Forwarded-Proto`, and `Forwarded` (RFC 7239) for what they do not
 * say; null without any. A quoted comma separates too, so that no client's open quote swallows the
 * value that a proxy appends.
 */
export function readForwarded(headers: IncomingHttpHeaders): Forwarded | null {
  const [addresses, schemes, forwarded] = [
    headers["x-forwarded-for"],
    headers["x-forwarded-proto"],
    headers.forwarded,
  ].map((value) => (value === undefined ? null : listOf(String(value))));
  if (!addresses && !schemes && !forwarded) return null;
  const elements = (forwarded ?? []).map(parametersOf);
  return {
    hops: addresses ?? elements.map((parameters) => parameters.get("for") ?? ""),
    isHttps: (schemes ?? [elements[0]?.get("proto")])[0]?.toLowerCase() === "https",
  };
}

/** The nearest client that is no trusted proxy; the last proxy where a hop is no address. */
export function clientIp(
  connectionAddress: string,
  hops: readonly string[],
  trusts: IsTrustedProxy,
): string {
  let client = unmapIpv4(connectionAddress);
  for (const hop of hops.toReversed()) {
    const address = trusts(client) ? hopAddress(hop) : null;
    if (address === null) break;
    client = address;
  }
  return client;
}

/** The elements of a list, which may be empty (RFC 9110 section 5.6.1). */
function listOf(value: string): string[] {
  return value
    .split(",")
    .map((element) => element.trim())
    .filter((element) => element !== "");
}

/** The parameters of an element of `Forwarded`, by their names in lower case. */
function parametersOf(element: string): ReadonlyMap<string, string> {
  return new Map(
    element.split(";").map((pair) => {
      const [name = "", ...value] = pair.split("=");
      return [name.trim().toLowerCase(), unquote(value.join("=").trim())];
    }),
  );
}

const PORT = ":\\d{1,5}";
const IPV4_AND_PORT = new RegExp(`^([\\d.]+)(?:${PORT})?$`);
const IPV6_AND_PORT = new RegExp(`^\\[([\\da-fA-F:.]+)\\](?:${PORT})?$`);

/** Parses a hop into a canonical address without its port; null if it is not an address. */
function hopAddress(hop: string): string | null {
  const text = unquote(hop);
  const address = (IPV4_AND_PORT.exec(text) ?? IPV6_AND_PORT.exec(text))?.[1] ?? text;
  const version = isIP(address);
  if (version === 4) return address;
  const plain = withoutZone(address);
  return version === 6 && ipaddr.isValid(plain) ? ipaddr.process(plain).toString() : null;
}

function unquote(text: string): string {
  return /^"(.*)"$/.exec(text)?.[1] ?? text;
}

function withoutZone(address: string): string {
  return address.replace(/%.*$/, "");
}

/** IPv6 counts by /64, the smallest network assigned. */
export function clientKey(address: string): string {
  if (isIP(address) !== 6) return address;
  const parsed = ipaddr.parse(withoutZone(address));
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
