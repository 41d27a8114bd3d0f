import { parseUrl } from "~/parsing/parse-url";
import { mapTagUris, mapTrimmed, readAttributes, tagName } from "./playlist-uris";

const VIDEO_PROXY_PATH = "/api/videoProxy";
const PROXIED = `${VIDEO_PROXY_PATH}?url=`;

/** Multivariant playlists' variables for media playlists: `var.<name>`. */
export const VARIABLE_PREFIX = "var.";

/**
 * Characters of a line or of a variable's value. Longer URIs could not be requested, since a
 * request's head has at most 16 KB, and such lines would keep other requests waiting.
 */
const MAX_LENGTH = 16 * 1024;
/** Characters of all variables: each of tens of thousands may repeat a long one. */
const MAX_VARIABLES_LENGTH = 4 * MAX_LENGTH;

export interface RewriteOptions {
  url: URL;
  imports?: ReadonlyMap<string, string>;
  /** The grant that is appended to a proxied URL, as `&playback=…`. */
  grant?: ((source: string) => string) | undefined;
}

/** Lets callers yield to the event loop between lines. */
export interface PlaylistRewriter {
  /** Rewrites a line without its LF; a CR stays, and so does a line that is too long. */
  line(text: string): string;
}

/** Fast path: relative names, which only need the directory. */
const PLAIN_NAME =
  /^(?:[A-Za-z0-9_-][\w.-]*\/)*[A-Za-z0-9_-][\w.-]*(?:\?[\w.~!$&()*+,;=:@/?%-]*)?$/;
/** Fast path: what the URL parser would not change. */
const NORMAL_URL =
  /^https?:\/\/(?:[a-z0-9-]+\.)+[a-z]+\/(?!\.)(?:[A-Za-z0-9_~!$&()*+,;=:@-]|[./](?![./]))*(?:\?[\w.~!$&()*+,;=:@/?%-]*)?$/;
const VARIABLE = /\{\$([A-Za-z0-9_-]+)\}/g;
/** U+FEFF in UTF-8, read as latin1. */
const BYTE_ORDER_MARK = "\xef\xbb\xbf";
const ALREADY_PROXIED = /^\/api\/videoProxy\?url=https?%3A%2F%2F/i;

/**
 * Keeps other schemes, proxied URIs, unknown tags and comments. Lines are read as Latin-1, which
 * keeps all other bytes in any encoding.
 */
export function createPlaylistRewriter({
  url,
  imports = new Map<string, string>(),
  grant = () => "",
}: RewriteOptions): PlaylistRewriter {
  const base = url.href;
  const folder = new URL(".", url).href;
  const directory = encodeURIComponent(folder);
  const variables = new Map<string, string>();
  /** Characters of all variables, with those that were replaced. */
  let defined = 0;
  /** The variables as parameters, until another is defined. */
  let handedOnNow: string | null = null;
  let nextIsPlaylist = false;

  function proxied(uri: string, isPlaylist: boolean): string {
    const added = isPlaylist ? handedOn() : "";
    if (PLAIN_NAME.test(uri))
      return PROXIED + directory + encodeURIComponent(uri) + added + grant(folder + uri);
    if (NORMAL_URL.test(uri)) return PROXIED + encodeURIComponent(uri) + added + grant(uri);
    const expanded = expand(uri);
    if (expanded === null) return uri;
    if (ALREADY_PROXIED.test(expanded)) return uri.includes("{$") ? latin1(expanded) : uri;
    const proxied = viaProxy(expanded, base);
    if (proxied === null) return uri;
    return proxied + added + grant(decodeURIComponent(proxied.slice(PROXIED.length)));
  }

  /** Replaces variables of the playlist; null if one is undefined, or their values are too long. */
  function expand(uri: string): string | null {
    let isWhole = true;
    let added = 0;
    const text = utf8(uri).replace(VARIABLE, (_, name: string) => {
      const value = variables.get(name);
      added += value?.length ?? 0;
      if (value === undefined || added > MAX_LENGTH) isWhole = false;
      return isWhole ? (value ?? "") : "";
    });
    return isWhole ? text : null;
  }

  function handedOn(): string {
    handedOnNow ??= [...variables]
      .map(([name, value]) => `&${VARIABLE_PREFIX}${name}=${encodeURIComponent(value)}`)
      .join("");
    return handedOnNow;
  }

  /** Defines variables up to their limit together. A URI with another one stays as it is. */
  function setVariable(name: string, value: string): void {
    defined += name.length + value.length;
    if (defined > MAX_VARIABLES_LENGTH) return;
    variables.set(name, value);
    handedOnNow = null;
  }

  /**
   * `QUERYPARAM` would be read from the proxy's URL, so it becomes `NAME` and `VALUE`. Players
   * resolve `IMPORT`.
   */
  function define(line: string): string {
    const attributes = new Map(
      readAttributes(line).map(({ name, value }) => [name, value.trim().replace(/^"(.*)"$/, "$1")]),
    );
    const [name, value, imported, parameter] = ["NAME", "VALUE", "IMPORT", "QUERYPARAM"].map(
      (key) => attributes.get(key),
    );
    if (name !== undefined && value !== undefined) {
      const whole = expand(value);
      if (whole !== null) setVariable(name, whole);
    } else if (imported !== undefined && imports.has(imported))
      setVariable(imported, imports.get(imported) ?? "");
    else if (parameter !== undefined) {
      const given = url.searchParams.get(parameter);
      if (given === null || given === "" || /["\r\n]/.test(given)) return line;
      setVariable(parameter, given);
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
    // Other tags have no URIs, and EXTINF is half of all lines.
    if (!tag.startsWith("#EXT-X-")) return text;
    const end = tag.endsWith("\r") ? "\r" : "";
    const body = end === "" ? tag : tag.slice(0, -1);
    const name = tagName(body);
    if (name === "#EXT-X-STREAM-INF") nextIsPlaylist = true;
    return indent + (name === "#EXT-X-DEFINE" ? define(body) : mapTagUris(body, proxied)) + end;
  }

  return {
    line(text) {
      if (text.startsWith("#EXTINF") || text.length > MAX_LENGTH) return text;
      const start = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
      return text.startsWith("#", start) || text.slice(start).trimStart().startsWith("#")
        ? tagLine(text, start)
        : uriLine(text, start);
    },
  };
}

/** Returns a proxied URL, as it is if it is one already. Null unless http(s). */
export function viaProxy(uri: string, base: string): string | null {
  if (ALREADY_PROXIED.test(uri)) return uri;
  const target = parseUrl(uri, base);
  return target === null || (target.protocol !== "http:" && target.protocol !== "https:")
    ? null
    : PROXIED + encodeURIComponent(target.href);
}

function utf8(bytes: string): string {
  // ASCII, the common case, is the same in both.
  return /[\x80-\xff]/.test(bytes) ? Buffer.from(bytes, "latin1").toString("utf8") : bytes;
}

function latin1(text: string): string {
  return Buffer.from(text).toString("latin1");
}
