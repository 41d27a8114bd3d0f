/** What a source turned out to be: a playlist to rewrite, media of a safe type to relay, or something that is neither. */
export type MediaKind =
  { kind: "playlist" } | { kind: "media"; type: string } | { kind: "refused" };

/** How many first bytes `mediaKind` wants to see: two transport stream packets and their successor's first byte, rounded up. */
export const SNIFFED_BYTES = 512;

const PLAYLIST_TYPES = new Set([
  "application/vnd.apple.mpegurl",
  "application/x-mpegurl",
  "application/mpegurl",
  "audio/mpegurl",
  "audio/x-mpegurl",
  "video/x-mpegurl",
]);
/** Relayed as declared: nothing that a browser would run as a document or a script of our origin. Images are storyboards; SVG is not one. */
const MEDIA_TYPE =
  /^(?:(?:video|audio)\/[a-z0-9][a-z0-9.+-]*|image\/(?:jpeg|png|webp|gif|avif)|text\/vtt|application\/mp4)$/;
/** Bytes without a form, as keys are. No type at all means the same (RFC 9110 section 8.3). */
const OPAQUE = "application/octet-stream";
/** Session data, lists of interstitials and steering manifests. */
export const JSON_TYPE = "application/json";
const OPAQUE_TYPES = new Set(["", OPAQUE, "binary/octet-stream"]);
/** Random bytes of a key can look like anything, so up to this length opaque bytes are not looked into. */
const LONGEST_KEY = 64;
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

/** Whether the name in an address says playlist. */
export function isPlaylistName(url: URL): boolean {
  return /\.m3u8?$/i.test(url.pathname);
}

/** Whether a declared type says playlist. */
export function isPlaylistType(contentType: string | undefined): boolean {
  return PLAYLIST_TYPES.has(essence(contentType));
}

/** Whether bytes from the very start of a body are a playlist's. */
export function startsPlaylist(first: Uint8Array): boolean {
  return /^(?:\xef\xbb\xbf)?\s*#EXTM3U/.test(latin1(first.subarray(0, 64)));
}

/**
 * What a body is, by its first bytes, its declared type and its name, in this order: a segment may hide behind any type or name, but
 * what says playlist and is none is a failed source.
 */
export function mediaKind(first: Uint8Array, contentType: string | undefined, url: URL): MediaKind {
  if (startsPlaylist(first)) return { kind: "playlist" };
  const declared = declaredMedia(contentType, url);
  const mayTellMore = declared === null || (declared === OPAQUE && first.length > LONGEST_KEY);
  const type = (mayTellMore ? sniffedType(first) : null) ?? declared;
  return type === null ? { kind: "refused" } : { kind: "media", type };
}

/** The safe type to relay a body by its declared type alone, or null when its first bytes have to tell. */
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

/** Packed audio of HLS starts with an ID3 tag that carries its time; what follows the tag is the audio. */
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

/** Packets are 188 bytes and begin with 0x47. One such byte may be chance, the next one at its place is not. */
function isTransportStream(first: Uint8Array): boolean {
  return first.length >= 188 && first[0] === 0x47 && (first.length === 188 || first[188] === 0x47);
}

function essence(contentType: string | undefined): string {
  return contentType?.split(";", 1)[0]?.trim().toLowerCase() ?? "";
}

function latin1(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}
