import { createHash, randomBytes } from "node:crypto";

export function createNonce(): string {
  return randomBytes(16).toString("base64");
}

export interface HashedPage {
  html: string;
  policy: string;
}

const INLINE_SCRIPT = /<script\b([^>]*)>([^]*?)<\/script>/g;

/**
 * A page whose policy names the hashes of its inline scripts instead of a nonce
 * (https://www.w3.org/TR/CSP3/#external-hash), so that the same bytes may be sent more than once.
 * Only scripts with the nonce are hashed: an injected one cannot have it. Returns null when the
 * nonce stands anywhere else, as that page cannot be shared.
 */
export function toHashPolicy(page: HashedPage, nonce: string): HashedPage | null {
  const attribute = ` nonce="${nonce}"`;
  const source = `'nonce-${nonce}'`;
  const hashes = new Set<string>();
  for (const [, attributes = "", text = ""] of page.html.matchAll(INLINE_SCRIPT))
    if (attributes.includes(attribute) && !/\ssrc=/.test(attributes))
      hashes.add(`'sha256-${createHash("sha256").update(text).digest("base64")}'`);
  const html = page.html.replaceAll(attribute, "");
  const policy = page.policy.replace(source, [...hashes].join(" "));
  if (policy === page.policy || html.includes(nonce) || policy.includes(nonce)) return null;
  return { html, policy };
}
