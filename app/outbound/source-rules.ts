import { LRUCache } from "lru-cache";
import type { ErrorMessage } from "~/i18n/error-message";
import { normalizeHost, type AllowedHost } from "~/config/allowed-hosts";
import { Invalid } from "~/errors/app-error";
import { parseUrl } from "~/parsing/parse-url";
import { isPublicAddress } from "./public-address";

export interface SourceRules {
  allow: readonly AllowedHost[];
  /** Origins of this site, which could loop. */
  ownOrigins: readonly string[];
}

export const MAX_SOURCE_LENGTH = 8192;

/** Ports that the Fetch standard blocks. */
const BAD_PORTS = new Set([
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102,
  103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465,
  512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993,
  995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668,
  6669, 6679, 6697, 10080,
]);

/** The URL parser also accepts `http:x` and `http:///x`. */
const ABSOLUTE = /^https?:\/\/[^/\\?#]/i;

/** All that needs no network. Throws `Invalid` on `url`. */
export function checkSource(text: string, rules: SourceRules): URL {
  if (text.length > MAX_SOURCE_LENGTH)
    throw refused({ key: "source.urlTooLong", values: { max: MAX_SOURCE_LENGTH } });
  if (/^\s*blob:/i.test(text)) throw refused("source.blob");
  const url = ABSOLUTE.test(text) ? parseUrl(text) : null;
  if (url === null) throw refused("source.invalidUrl");
  if (text.includes("#")) url.hash = "";
  if (url.username !== "" || url.password !== "") throw refused("source.credentials");
  if (isOwn(url, rules.ownOrigins)) throw refused("source.ownOrigin");
  if (isAllowed(url, rules.allow)) return url;
  if (BAD_PORTS.has(portOf(url))) throw refused("source.badPort");
  if (isThisMachine(url) || (isLiteral(url) && !isPublicAddress(bare(url.hostname))))
    throw notPublic();
  return url;
}

export function isAllowed(url: URL, allow: readonly AllowedHost[]): boolean {
  const host = normalizeHost(url);
  return allow.some(
    (entry) => entry.host === host && (entry.port === null || entry.port === portOf(url)),
  );
}

/** The same before and after DNS, so as not to map a private network. */
export function notPublic(): Invalid {
  return refused("source.notPublic");
}

export function refused(message: ErrorMessage): Invalid {
  return new Invalid([{ path: "url", message }]);
}

function portOf(url: URL): number {
  return url.port === "" ? (url.protocol === "https:" ? 443 : 80) : Number(url.port);
}

/** Compares hosts, as the site's scheme may be unknown behind a TLS proxy. */
function isOwn(url: URL, ownOrigins: readonly string[]): boolean {
  const host = normalizeHost(url);
  return ownOrigins.some((origin) => {
    const own = parseOrigin(origin);
    return own.host === host && (own.port === url.port || own.portNumber === portOf(url));
  });
}

interface ParsedOrigin {
  host: string;
  port: string;
  portNumber: number;
}

/** The own origins hardly ever differ; parsing one costs 2 µs. */
const parsedOrigins = new LRUCache<string, ParsedOrigin>({ max: 16 });

function parseOrigin(origin: string): ParsedOrigin {
  const cached = parsedOrigins.get(origin);
  if (cached !== undefined) return cached;
  const url = new URL(origin);
  const parsed = { host: normalizeHost(url), port: url.port, portNumber: portOf(url) };
  parsedOrigins.set(origin, parsed);
  return parsed;
}

function isThisMachine(url: URL): boolean {
  return /(^|\.)localhost$/.test(normalizeHost(url));
}

/** The URL parser normalises IPv4. */
function isLiteral(url: URL): boolean {
  return url.hostname.startsWith("[") || /^[\d.]+$/.test(url.hostname);
}

function bare(hostname: string): string {
  return hostname.startsWith("[") ? hostname.slice(1, -1) : hostname;
}
