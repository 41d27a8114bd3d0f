import { createHash } from "node:crypto";

/** A strong validator of exactly these bytes (RFC 9110 section 8.8.3), quotes included. */
export function strongEtag(body: string | Uint8Array): string {
  return `"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"`;
}

/**
 * Whether `If-None-Match` names the entity tag, by the weak comparison that RFC 9110 section 13.1.2 asks for. The tag of a
 * compressed form (`"…-br"`) counts as the tag of what was compressed: it validates the same content.
 */
export function matchesEtag(ifNoneMatch: string | null | undefined, etag: string): boolean {
  if (ifNoneMatch === null || ifNoneMatch === undefined) return false;
  if (ifNoneMatch === etag || ifNoneMatch.trim() === "*") return true;
  const tags = ifNoneMatch.match(/(?:W\/)?"[^"]*"/g) ?? [];
  return tags.some((tag) => contentTag(tag) === contentTag(etag));
}

function contentTag(tag: string): string {
  return tag.replace(/^W\//, "").replace(/-(?:br|gzip)"$/, '"');
}
