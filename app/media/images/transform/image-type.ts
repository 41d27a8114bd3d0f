export type ImageType = "jpeg" | "png" | "webp" | "gif" | "avif";

export const TYPE_BYTES = 256;

/**
 * Tells the type from the first bytes. Returns null for types that must not reach a decoder, such
 * as SVG, TIFF and HEIC.
 */
export function sniffImageType(bytes: Uint8Array): ImageType | null {
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return "jpeg";
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return "png";
  if (text(bytes, 0, 4) === "RIFF" && text(bytes, 8, 12) === "WEBP") return "webp";
  if (["GIF87a", "GIF89a"].includes(text(bytes, 0, 6))) return "gif";
  return isAvif(bytes) ? "avif" : null;
}

/** ISO 14496-12: length, "ftyp", major brand, version, compatible brands. */
function isAvif(bytes: Uint8Array): boolean {
  if (text(bytes, 4, 8) !== "ftyp") return false;
  const end = Math.min(
    new DataView(bytes.buffer, bytes.byteOffset).getUint32(0),
    bytes.byteLength,
    TYPE_BYTES,
  );
  for (let at = 8; at + 4 <= end; at += at === 8 ? 8 : 4) {
    if (["avif", "avis"].includes(text(bytes, at, at + 4))) return true;
  }
  return false;
}

function startsWith(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, at) => bytes[at] === byte);
}

function text(bytes: Uint8Array, start: number, end: number): string {
  return String.fromCharCode(...bytes.subarray(start, end));
}
