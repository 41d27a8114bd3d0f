import { createHash } from "node:crypto";

/** The namespace of all ids, which never changes: other ids would be other entries to readers. */
const NAMESPACE = Buffer.from("fffd72d247974d249f87729ec563dc17", "hex");

/**
 * Returns the name-based UUID (version 5, RFC 9562 section 5.5) of what a feed or an entry is
 * about, as a URN. It depends on neither titles nor the locale nor the site's URL.
 */
export function feedId(name: string): string {
  const bytes = createHash("sha1").update(NAMESPACE).update(name).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString("hex");
  return `urn:uuid:${hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-")}`;
}
