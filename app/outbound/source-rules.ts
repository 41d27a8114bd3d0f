import { hostKey, type AllowedHost } from "~/config/allowed-hosts";
import { Invalid } from "~/errors/app-error";
import { isPublicAddress } from "./public-address";

/** What decides whether an address may be fetched at all, before any name is looked up. */
export interface SourceRules {
  /** Private hosts that the operator opened (`OUTBOUND_ALLOW`). */
  allow: readonly AllowedHost[];
  /** Our own public origins. Fetching them through ourselves could go on for ever. */
  ownOrigins: readonly string[];
}

/** Longer than any address that people exchange; a longer one only costs memory and log space. */
export const MAX_SOURCE_LENGTH = 8192;

/** Ports on which a web request could talk to something that is no web server (the Fetch standard's bad ports). */
const BAD_PORTS = new Set([
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102,
  103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465,
  512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993,
  995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668,
  6669, 6679, 6697, 10080,
]);

/** Said for every address that is not public, whatever is or is not behind it: the answer must not map a private network. */
const NOT_PUBLIC = "This source is not allowed: it is not on the public internet.";

/** An absolute address as people write it. The URL parser alone would also take `http:x` and `http:///x`. */
const ABSOLUTE = /^https?:\/\/[^/\\?#]/i;

/**
 * Reads an address and judges everything that can be judged without the network: scheme, credentials, port, own origin, and the
 * address itself where it is a literal in any notation. Throws `Invalid` on `url`.
 */
export function checkSource(text: string, rules: SourceRules): URL {
  if (text.length > MAX_SOURCE_LENGTH)
    throw refused(`The address is longer than ${MAX_SOURCE_LENGTH} characters.`);
  if (/^\s*blob:/i.test(text))
    throw refused("A blob: address exists in one browser only: send its bytes with POST instead.");
  if (!ABSOLUTE.test(text) || !URL.canParse(text))
    throw refused("The address must be a full http or https URL.");
  const url = new URL(text);
  url.hash = "";
  if (url.username !== "" || url.password !== "")
    throw refused("The address must not carry a user name or password.");
  if (isOwn(url, rules.ownOrigins))
    throw refused("This address is this site itself and is not fetched through it.");
  if (isAllowed(url, rules.allow)) return url;
  if (BAD_PORTS.has(portOf(url))) throw refused("This port is not one of a web server.");
  if (isThisMachine(url) || (isLiteral(url) && !isPublicAddress(bare(url.hostname))))
    throw notPublic();
  return url;
}

/** Whether the operator opened this host, by name or address, for this port. */
export function isAllowed(url: URL, allow: readonly AllowedHost[]): boolean {
  const host = hostKey(url);
  return allow.some(
    (entry) => entry.host === host && (entry.port === null || entry.port === portOf(url)),
  );
}

/** The refusal of a private address, the same before and after names are looked up. */
export function notPublic(): Invalid {
  return refused(NOT_PUBLIC);
}

/** A refusal of the source, in words. */
export function refused(message: string): Invalid {
  return new Invalid([{ path: "url", message }]);
}

function portOf(url: URL): number {
  return url.port === "" ? (url.protocol === "https:" ? 443 : 80) : Number(url.port);
}

/** Compared by host and port: behind a TLS proxy the scheme of our own origin may not be known. */
function isOwn(url: URL, ownOrigins: readonly string[]): boolean {
  return ownOrigins.some((origin) => {
    const own = new URL(origin);
    return hostKey(own) === hostKey(url) && (own.port === url.port || portOf(own) === portOf(url));
  });
}

function isThisMachine(url: URL): boolean {
  return /(^|\.)localhost$/.test(hostKey(url));
}

/** The URL parser has already turned every notation of IPv4 into four decimals, and puts IPv6 in brackets. */
function isLiteral(url: URL): boolean {
  return url.hostname.startsWith("[") || /^[\d.]+$/.test(url.hostname);
}

function bare(hostname: string): string {
  return hostname.startsWith("[") ? hostname.slice(1, -1) : hostname;
}
