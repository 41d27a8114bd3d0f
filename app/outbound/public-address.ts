import ipaddr from "ipaddr.js";

const v4 = (cidr: string) => ipaddr.IPv4.parseCIDR(cidr);
const v6 = (cidr: string) => ipaddr.IPv6.parseCIDR(cidr);

/** IANA's special-purpose registry, and clouds' metadata services. */
const SPECIAL_V4 = [
  "0.0.0.0/8", // this network; Linux delivers to itself
  "10.0.0.0/8", // private
  "100.64.0.0/10", // carrier-grade NAT, and Alibaba's metadata
  "127.0.0.0/8", // loopback
  "168.63.129.16/32", // Azure's host agent, in public space
  "169.254.0.0/16", // link-local, and most clouds' metadata
  "172.16.0.0/12", // private
  "192.0.0.0/24", // protocol assignments, and Oracle's metadata
  "192.0.2.0/24", // documentation
  "192.31.196.0/24", // AS112
  "192.52.193.0/24", // multicast tunnelling
  "192.88.99.0/24", // 6to4 relays
  "192.168.0.0/16", // private
  "192.175.48.0/24", // AS112
  "198.18.0.0/15", // benchmarking
  "198.51.100.0/24", // documentation
  "203.0.113.0/24", // documentation
  "224.0.0.0/4", // multicast
  "240.0.0.0/4", // reserved and broadcast
].map(v4);

/** Excludes loopback, ULA, link-local, multicast and `::/96`. */
const GLOBAL_V6 = v6("2000::/3");

const SPECIAL_V6 = [
  "2001::/23", // Teredo, benchmarking, ORCHID
  "2001:db8::/32", // documentation
  "2002::/16", // 6to4, whose relays are gone
  "2620:4f:8000::/48", // AS112
  "3fff::/20", // documentation
].map(v6);

/** Networks whose last 32 bits are a reachable IPv4 address. */
const EMBEDS_V4 = [
  "::ffff:0:0/96", // mapped: dialled over IPv4
  "64:ff9b::/96", // NAT64, from IPv6-only hosts
].map(v6);

export function isPublicAddress(address: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return isPublicV4(ipaddr.IPv4.parse(address));
  if (address.includes("%") || !ipaddr.IPv6.isValid(address)) return false;
  return isPublicV6(ipaddr.IPv6.parse(address));
}

function isPublicV4(address: ipaddr.IPv4): boolean {
  return !SPECIAL_V4.some((range) => address.match(range));
}

function isPublicV6(address: ipaddr.IPv6): boolean {
  if (EMBEDS_V4.some((range) => address.match(range))) return isPublicV4(lastFourBytes(address));
  if (!address.match(GLOBAL_V6) || SPECIAL_V6.some((range) => address.match(range))) return false;
  return !isIsatap(address);
}

/** RFC 5214: an IPv4 address after the identifier. No public host uses it. */
function isIsatap(address: ipaddr.IPv6): boolean {
  const [, , , , first = 0, second = 0] = address.parts;
  return (first & 0xfdff) === 0 && second === 0x5efe;
}

function lastFourBytes(address: ipaddr.IPv6): ipaddr.IPv4 {
  return new ipaddr.IPv4(address.toByteArray().slice(12));
}
