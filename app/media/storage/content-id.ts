import { createHash } from "node:crypto";

const BASE32 = "abcdefghijklmnopqrstuvwxyz234567";
/** Version 1, raw bytes, SHA-256 of 32 bytes (the multiformats tables). */
const PREFIX = [0x01, 0x55, 0x12, 0x20];
const CID = /^bafkrei[a-z2-7]{52}$/;

/** The CIDv1 of some bytes as one raw block, in base32: what IPFS calls a file of one chunk. */
export function contentId(bytes: Uint8Array): string {
  return `b${base32(Buffer.concat([Buffer.from(PREFIX), createHash("sha256").update(bytes).digest()]))}`;
}

/** Whether a text is an identifier of the kind that `contentId` makes. Such a text is safe as a file name. */
export function isContentId(text: string): boolean {
  return CID.test(text);
}

/** RFC 4648 base32 in lower case, without padding. */
function base32(bytes: Uint8Array): string {
  let text = "";
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    value = (value << 8) | byte;
    bits += 8;
    for (; bits >= 5; bits -= 5) text += BASE32[(value >>> (bits - 5)) & 31] ?? "";
    value &= (1 << bits) - 1;
  }
  return bits === 0 ? text : text + (BASE32[(value << (5 - bits)) & 31] ?? "");
}
