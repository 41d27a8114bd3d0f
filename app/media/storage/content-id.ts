import { createHash } from "node:crypto";
import { CID } from "multiformats/cid";
import * as raw from "multiformats/codecs/raw";
import * as digest from "multiformats/hashes/digest";

const SHA_256 = 0x12;
const CONTENT_ID = /^bafkrei[a-z2-7]{52}$/;

/** CIDv1 (base32) of one raw block, as IPFS computes it. */
export function contentId(bytes: Uint8Array): string {
  const hash = createHash("sha256").update(bytes).digest();
  return CID.createV1(raw.code, digest.create(SHA_256, hash)).toString();
}

/** Tells a content id, which is safe as a file name. */
export function isContentId(text: string): boolean {
  return CONTENT_ID.test(text);
}
