export type MediaKind =
  | { kind: "playlist" }
  | { kind: "media"; type: string }
  | { kind: "refused" };

/** Two transport stream packets and a sync byte, rounded up. */
export const SNIFFED_BYTES = 512;

const PLAYLIST_TYPES = new Set([
  "application/vnd.apple.mpegurl",
  "application/x-mpegurl",
  "application/mpegurl",
  "audio/mpegurl",
  "audio/x-mpegurl",
  "video/x-mpegurl",
]);
/** Nothing that runs as a document. Images are storyboards; SVG is excluded. */
const MEDIA_TYPE =
  /^(?:(?:video|audio)\/[a-z0-9][a-z0-9.+-]*|image\/(?:jpeg|png|webp|gif|avif)|text\/vtt|application\/mp4)$/;
/** The type of keys, and of what has none (RFC 9110 section 8.3). */
const OPAQUE = "application/octet-stream";
/** Session data, asset lists, steering manifests. */
export const JSON_TYPE = "application/json";
const OPAQUE_TYPES = new Set(["", OPAQUE, "binary/octet-stream"]);
/** A key's random bytes may match anything. */
const MAX_KEY_BYTES = 64;
/** The bytes of a key, and of an encrypted segment's blocks (RFC 8216 section 4.3.2.4). */
const AES_128_BYTES = 16;
/** Tab, line feed, form feed, carriage return and escape are bytes of text. */
const TEXT_CONTROLS = new Set([0x09, 0x0a, 0x0c, 0x0d, 0x1b]);
const MP4_BOXES = new Set([
  "ftyp",
  "styp",
  "moov",
  "moof",
  "sidx",
  "ssix",
  "emsg",
  "prft",
  "mdat",
  "free",
  "skip",
  "wide",
  "uuid",
]);

export function isPlaylistName(url: URL): boolean {
  return /\.m3u8?$/i.test(url.pathname);
}

export function isPlaylistType(contentType: string | undefined): boolean {
  return PLAYLIST_TYPES.has(essence(contentType));
}

function startsPlaylist(first: Uint8Array): boolean {
  return /^(?:\xef\xbb\xbf)?\s*#EXTM3U/.test(latin1(first.subarray(0, 64)));
}

/**
 * Tells the kind from first bytes, declared type and name. A declared playlist without `#EXTM3U` is
 * refused. `size` is the whole body's length in bytes; null if unknown.
 */
export function mediaKind(
  first: Uint8Array,
  size: number | null,
  contentType: string | undefined,
  url: URL,
): MediaKind {
  if (startsPlaylist(first)) return { kind: "playlist" };
  if (isHtml(first)) return { kind: "refused" };
  const declared = declaredMedia(contentType, url);
  const isUndeclared = declared === null && !isPlaylistName(url);
  if (isUndeclared && isKey(first, size)) return { kind: "media", type: OPAQUE };
  const needsSniffing = declared === null || (declared === OPAQUE && first.length > MAX_KEY_BYTES);
  const type = (needsSniffing ? sniffedType(first) : null) ?? declared;
  if (type !== null) return { kind: "media", type };
  return isUndeclared && isEncrypted(first, size)
    ? { kind: "media", type: OPAQUE }
    : { kind: "refused" };
}

/** Returns the declared media type, or null when the first bytes have to tell it. */
export function declaredMedia(contentType: string | undefined, url: URL): string | null {
  const type = essence(contentType);
  if (isPlaylistType(contentType) || isPlaylistName(url)) return null;
  if (OPAQUE_TYPES.has(type)) return OPAQUE;
  if (type === "text/vtt") return "text/vtt; charset=utf-8";
  return MEDIA_TYPE.test(type) || type === JSON_TYPE ? type : null;
}

function sniffedType(first: Uint8Array): string | null {
  const text = latin1(first.subarray(0, 16));
  if (isTransportStream(first)) return "video/mp2t";
  if (text.slice(4, 8) === "ftyp" && /^avi[fs]/.test(text.slice(8, 12))) return "image/avif";
  if (MP4_BOXES.has(text.slice(4, 8))) return "video/mp4";
  if (/^(?:\xef\xbb\xbf)?WEBVTT(?:[\s]|$)/.test(text)) return "text/vtt; charset=utf-8";
  if (text.startsWith("\x1a\x45\xdf\xa3")) return "video/webm";
  if (text.startsWith("\x89PNG\r\n\x1a\n")) return "image/png";
  if (text.startsWith("\xff\xd8\xff")) return "image/jpeg";
  if (/^GIF8[79]a/.test(text)) return "image/gif";
  if (text.startsWith("RIFF") && text.slice(8, 12) === "WEBP") return "image/webp";
  return sniffedAudio(first);
}

/** Servers send keys as any type. They may be text, but not of a tag. */
function isKey(first: Uint8Array, size: number | null): boolean {
  return (
    size === AES_128_BYTES &&
    first.length === AES_128_BYTES &&
    !/^<[\x20-\x7e\s]+$/.test(latin1(first))
  );
}

/**
 * Encrypted segments are whole blocks of bytes that no text has (WHATWG MIME Sniffing, binary data
 * bytes), but for the NUL of UTF-16.
 */
function isEncrypted(first: Uint8Array, size: number | null): boolean {
  return (
    first.length > MAX_KEY_BYTES &&
    (size === null || size % AES_128_BYTES === 0) &&
    first.subarray(0, SNIFFED_BYTES).some(isBinary)
  );
}

function isBinary(byte: number): boolean {
  return byte > 0 && byte < 0x20 && !TEXT_CONTROLS.has(byte);
}

/** Players would use an error page as a key or a segment. UTF-16 has NULs between the letters. */
function isHtml(first: Uint8Array): boolean {
  return /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\s*<(?:!doctype html|html|head|body|script)/i.test(
    latin1(first.subarray(0, SNIFFED_BYTES)).replaceAll("\0", ""),
  );
}

/** Packed audio starts with an ID3 tag (RFC 8216 section 3.4). */
function sniffedAudio(first: Uint8Array): string | null {
  const hasTag = latin1(first.subarray(0, 3)) === "ID3" && first.length > 10;
  const size = hasTag
    ? 10 + first.subarray(6, 10).reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0)
    : 0;
  const [byte, next] = [first[size], first[size + 1]];
  if (byte === undefined || next === undefined) return hasTag ? "audio/mpeg" : null;
  if (byte === 0xff && (next & 0xf6) === 0xf0) return "audio/aac";
  if (byte === 0x0b && next === 0x77) return "audio/ac3";
  if (byte === 0xff && (next & 0xe0) === 0xe0 && (next & 0x18) !== 0x08 && (next & 0x06) !== 0)
    return "audio/mpeg";
  return hasTag ? "audio/mpeg" : null;
}

/** Two sync bytes rule out chance. */
function isTransportStream(first: Uint8Array): boolean {
  return first.length >= 188 && first[0] === 0x47 && (first.length === 188 || first[188] === 0x47);
}

function essence(contentType: string | undefined): string {
  return contentType?.split(";", 1)[0]?.trim().toLowerCase() ?? "";
}

function latin1(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}
