import { mapTagUris, mapTrimmed, readAttributes, tagName } from "./playlist-uris";

/** Where our own proxy is, and how it takes an address. */
export const VIDEO_PROXY_PATH = "/api/videoProxy";
const PROXIED = `${VIDEO_PROXY_PATH}?url=`;

/** The query parameter that hands a variable of a multivariant playlist on to the playlists it names: `var.<name>`. */
export const VARIABLE_PREFIX = "var.";

interface RewriteOptions {
  /** Where the playlist came from, after redirects: its addresses are relative to this. */
  url: URL;
  /** Variables of the multivariant playlist through which the viewer came here, for `IMPORT`. */
  imports?: ReadonlyMap<string, string>;
}

/** Rewrites a playlist line by line, which lets others work between the parts of a long one. */
export interface PlaylistRewriter {
  /** The next line, without its end of line unless that has a carriage return. */
  line(text: string): string;
}

/** Segments of plain relative names are most of any playlist: with the directory before them they are what the URL parser would give. */
const PLAIN_NAME =
  /^(?:[A-Za-z0-9_-][\w.-]*\/)*[A-Za-z0-9_-][\w.-]*(?:\?[\w.~!$&()*+,;=:@/?%-]*)?$/;
/** Absolute addresses that the URL parser would give back as they are: a lower-case name as host, no port, no dot segments. */
const NORMAL_URL =
  /^https?:\/\/(?:[a-z0-9-]+\.)+[a-z]+\/(?!\.)(?:[A-Za-z0-9_~!$&()*+,;=:@-]|[./](?![./]))*(?:\?[\w.~!$&()*+,;=:@/?%-]*)?$/;
const VARIABLE = /\{\$([A-Za-z0-9_-]+)\}/g;
/** U+FEFF in UTF-8, read as latin1. */
const BYTE_ORDER_MARK = "\xef\xbb\xbf";
const ALREADY_PROXIED = /^\/api\/videoProxy\?url=https?%3A%2F%2F/i;

/**
 * Rewrites a whole playlist so that everything it leads to comes through our proxy. The text is its bytes as latin1 characters, so that
 * all that is not an address comes out byte for byte, whatever its encoding.
 */
export function rewritePlaylist(text: string, options: RewriteOptions): string {
  const rewriter = createPlaylistRewriter(options);
  return text
    .split("\n")
    .map((line) => rewriter.line(line))
    .join("\n");
}

/**
 * A rewriter for one playlist. Addresses are resolved against the playlist's, their variables replaced; other schemes than http(s),
 * such as `data:` and the `skd:` of key systems, and what is proxied already, stay. Unknown tags and comments stay.
 */
export function createPlaylistRewriter({
  url,
  imports = new Map<string, string>(),
}: RewriteOptions): PlaylistRewriter {
  const base = url.href;
  const directory = encodeURIComponent(new URL(".", url).href);
  const variables = new Map<string, string>();
  let nextIsPlaylist = false;

  function proxied(uri: string, isPlaylist: boolean): string {
    if (PLAIN_NAME.test(uri))
      return PROXIED + directory + encodeURIComponent(uri) + (isPlaylist ? handedOn() : "");
    if (NORMAL_URL.test(uri))
      return PROXIED + encodeURIComponent(uri) + (isPlaylist ? handedOn() : "");
    const expanded = expand(uri);
    if (expanded === null || ALREADY_PROXIED.test(expanded)) return expanded ?? uri;
    const through = throughProxy(expanded, base);
    return through === null ? uri : through + (isPlaylist ? handedOn() : "");
  }

  /** The text with its variables replaced, as UTF-8 reads it. Null for a variable that nobody defined: such an address leads nowhere, and so it stays. */
  function expand(uri: string): string | null {
    let isWhole = true;
    const text = utf8(uri).replace(VARIABLE, (_, name: string) => {
      const value = variables.get(name);
      if (value === undefined) isWhole = false;
      return value ?? "";
    });
    return isWhole ? text : null;
  }

  function handedOn(): string {
    return [...variables]
      .map(([name, value]) => `&${VARIABLE_PREFIX}${name}=${encodeURIComponent(value)}`)
      .join("");
  }

  /**
   * Learns a variable. A player would look for a `QUERYPARAM` in the address it loaded, which is ours, so it gets the value by name
   * instead; `IMPORT` works as it is, since the player knows the first playlist's variables too.
   */
  function define(line: string): string {
    const attributes = new Map(
      readAttributes(line).map(({ name, value }) => [name, value.trim().replace(/^"(.*)"$/, "$1")]),
    );
    const [name, value, imported, parameter] = ["NAME", "VALUE", "IMPORT", "QUERYPARAM"].map(
      (key) => attributes.get(key),
    );
    if (name !== undefined && value !== undefined) {
      // A value may be made of variables before it.
      const whole = expand(value);
      if (whole !== null) variables.set(name, whole);
    } else if (imported !== undefined && imports.has(imported))
      variables.set(imported, imports.get(imported) ?? "");
    else if (parameter !== undefined) {
      const given = url.searchParams.get(parameter);
      if (given === null || given === "" || /["\r\n]/.test(given)) return line;
      variables.set(parameter, given);
      return line.replace(
        /QUERYPARAM\s*=\s*"[^"]*"/,
        () => `NAME="${parameter}",VALUE="${latin1(given)}"`,
      );
    }
    return line;
  }

  function uriLine(text: string, from: number): string {
    return mapTrimmed(text, from, (uri) => {
      const isPlaylist = nextIsPlaylist;
      nextIsPlaylist = false;
      return proxied(uri, isPlaylist);
    });
  }

  function tagLine(text: string, from: number): string {
    const indent = text.slice(0, text.indexOf("#", from));
    const tag = text.slice(indent.length);
    // Among the tags outside `EXT-X-` none has an address, and EXTINF is half of all lines.
    if (!tag.startsWith("#EXT-X-")) return text;
    const end = tag.endsWith("\r") ? "\r" : "";
    const body = end === "" ? tag : tag.slice(0, -1);
    const name = tagName(body);
    if (name === "#EXT-X-STREAM-INF") nextIsPlaylist = true;
    return indent + (name === "#EXT-X-DEFINE" ? define(body) : mapTagUris(body, proxied)) + end;
  }

  return {
    line(text) {
      if (text.startsWith("#EXTINF")) return text;
      const start = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
      return text.startsWith("#", start) || text.slice(start).trimStart().startsWith("#")
        ? tagLine(text, start)
        : uriLine(text, start);
    },
  };
}

/** An address as it is asked for through our proxy, root-relative; what is so already stays. Null where it does not lead to http or https. */
export function throughProxy(uri: string, base: string): string | null {
  if (ALREADY_PROXIED.test(uri)) return uri;
  const target = resolved(uri, base);
  return target === null || (target.protocol !== "http:" && target.protocol !== "https:")
    ? null
    : PROXIED + encodeURIComponent(target.href);
}

function resolved(uri: string, base: string): URL | null {
  // `URL.canParse` first would parse everything twice.
  try {
    return new URL(uri, base);
  } catch {
    return null;
  }
}

function utf8(bytes: string): string {
  // Names of ASCII are the rule, and are the same in both.
  return /[\x80-\xff]/.test(bytes) ? Buffer.from(bytes, "latin1").toString("utf8") : bytes;
}

function latin1(text: string): string {
  return Buffer.from(text, "utf8").toString("latin1");
}
