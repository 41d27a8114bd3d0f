/** RFC 8216, and rfc8216bis with low latency, steering and interstitials. */
const URI_ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  "#EXT-X-KEY": ["URI"],
  "#EXT-X-SESSION-KEY": ["URI"],
  "#EXT-X-MAP": ["URI"],
  "#EXT-X-MEDIA": ["URI"],
  "#EXT-X-I-FRAME-STREAM-INF": ["URI"],
  "#EXT-X-IMAGE-STREAM-INF": ["URI"],
  "#EXT-X-PART": ["URI"],
  "#EXT-X-PRELOAD-HINT": ["URI"],
  "#EXT-X-RENDITION-REPORT": ["URI"],
  "#EXT-X-SESSION-DATA": ["URI"],
  "#EXT-X-DATERANGE": ["X-ASSET-URI", "X-ASSET-LIST"],
  "#EXT-X-CONTENT-STEERING": ["SERVER-URI"],
};

const URI_TAG = "#EXT-X-PREFETCH";

/** Tags whose `URI` is a playlist. */
const PLAYLIST_TAGS = new Set([
  "#EXT-X-MEDIA",
  "#EXT-X-I-FRAME-STREAM-INF",
  "#EXT-X-IMAGE-STREAM-INF",
  "#EXT-X-RENDITION-REPORT",
]);

/**
 * The value is raw. Tolerates whitespace, which RFC 8216 forbids. Only one part may match a space
 * at any place, as matching would take time that grows with the square of their number otherwise.
 */
const ATTRIBUTE = /\s*([A-Za-z0-9-]+)\s*=\s*(?:("[^"]*")\s*|([^,"\s][^,"]*)|)(?:,|$)/y;

export type MapUri = (uri: string, isPlaylist: boolean) => string;

export function tagName(line: string): string {
  const colon = line.indexOf(":");
  return colon === -1 ? line : line.slice(0, colon);
}

export function mapTagUris(line: string, mapUri: MapUri): string {
  const name = tagName(line);
  if (name === URI_TAG) return mapTrimmed(line, name.length + 1, mapUri);
  const attributes = URI_ATTRIBUTES[name];
  if (attributes === undefined) return line;
  const isPlaylist = PLAYLIST_TAGS.has(name);
  let mapped = "";
  let copied = 0;
  for (const { name: attribute, value, start } of readAttributes(line)) {
    if (!attributes.includes(attribute)) continue;
    const quote = value.startsWith('"') ? '"' : "";
    const uri = quote === "" ? value.trimEnd() : value.slice(1, -1);
    if (uri === "") continue;
    mapped += line.slice(copied, start) + quote + mapUri(uri, isPlaylist) + quote;
    copied = start + uri.length + 2 * quote.length;
  }
  return copied === 0 ? line : mapped + line.slice(copied);
}

/**
 * Maps the URI that a line has from an index on. Only ASCII's white space surrounds it, since the
 * bytes of UTF-8 are read as Latin-1, of which A0 would be trimmed, too.
 */
export function mapTrimmed(line: string, from: number, mapUri: MapUri): string {
  const uri = line
    .slice(from)
    .replace(/^[\t-\r ]+/, "")
    .replace(/[\t-\r ]+$/, "");
  if (uri === "") return line;
  const start = line.indexOf(uri, from);
  return line.slice(0, start) + mapUri(uri, false) + line.slice(start + uri.length);
}

/** `start` is the value's index. After a syntax error finds URI attributes only, as players do. */
export function readAttributes(line: string): { name: string; value: string; start: number }[] {
  const attributes: { name: string; value: string; start: number }[] = [];
  ATTRIBUTE.lastIndex = tagName(line).length + 1;
  while (ATTRIBUTE.lastIndex < line.length) {
    const from = ATTRIBUTE.lastIndex;
    const match = ATTRIBUTE.exec(line);
    if (match === null) return [...attributes, ...readLeftovers(line, from)];
    const [, name = "", quoted, value = quoted ?? ""] = match;
    attributes.push({ name, value, start: line.indexOf(value, line.indexOf("=", from) + 1) });
  }
  return attributes;
}

function readLeftovers(
  line: string,
  from: number,
): { name: string; value: string; start: number }[] {
  return [
    ...line
      .slice(from)
      .matchAll(/(?:^|[,\s])((?:X-ASSET-|SERVER-)?URI|X-ASSET-LIST)\s*=\s*("[^"]*")/g),
  ].map(({ 0: whole, 1: name = "", 2: value = "", index }) => ({
    name,
    value,
    start: from + index + whole.length - value.length,
  }));
}
