/** Letters of 0x80 to 0x9F; unassigned bytes are control characters. */
const HIGH = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ";

/** Node 20 decodes 0x80 to 0x9F as control characters, and quotation marks are among them. */
export function decodeWindows1252(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .toString("latin1")
    .replaceAll(/[\x80-\x9f]/g, (letter) => HIGH[letter.charCodeAt(0) - 0x80] ?? "");
}
