import { createHash } from "node:crypto";

/** Returns a quoted ETag (RFC 9110 section 8.8.3). */
export function strongEtag(body: string | Uint8Array): string {
  return `"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"`;
}

/** Weak comparison (RFC 9110 section 13.1.2), ignoring the compression's suffix. */
export function matchesEtag(ifNoneMatch: string | null | undefined, etag: string): boolean {
  if (ifNoneMatch === null || ifNoneMatch === undefined) return false;
  if (ifNoneMatch === etag || ifNoneMatch.trim() === "*") return true;
  const tags = ifNoneMatch.match(/(?:W\/)?"[^"]*"/g) ?? [];
  return tags.some((tag) => contentTag(tag) === contentTag(etag));
}

function contentTag(tag: string): string {
  return tag.replace(/^W\//, "").replace(/-(?:br|gzip)"$/, '"');
}
