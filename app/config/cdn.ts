import type { z } from "zod";

/** Settings of a cache in front of the site. */
export interface CdnSettings {
  /** The header in which it reads the keys of a response; null: responses have none. */
  readonly keyHeader: KeyHeader | null;
  /** Tells it of changes; null if it is told of none. */
  readonly purge: PurgeSettings | null;
}

export interface PurgeSettings {
  readonly url: URL;
  readonly token: string | null;
  readonly keyHeader: KeyHeader;
}

/** Fastly and Varnish, Cloudflare, Akamai, Varnish's xkey. */
export const KEY_HEADERS = ["Surrogate-Key", "Cache-Tag", "Edge-Cache-Tag", "xkey"] as const;
export type KeyHeader = (typeof KEY_HEADERS)[number];

export interface CdnVariables {
  CDN_KEY_HEADER?: KeyHeader | undefined;
  CDN_PURGE_URL?: URL | undefined;
  CDN_PURGE_TOKEN?: string | undefined;
}

export function checkCdn(values: CdnVariables, context: z.RefinementCtx): void {
  if (values.CDN_PURGE_TOKEN !== undefined && values.CDN_PURGE_URL === undefined)
    context.addIssue({
      code: "custom",
      path: ["CDN_PURGE_URL"],
      message: "must be set too: CDN_PURGE_TOKEN is sent there",
    });
  if (values.CDN_PURGE_URL !== undefined && values.CDN_PURGE_URL.username !== "")
    context.addIssue({
      code: "custom",
      path: ["CDN_PURGE_URL"],
      message: "must have no user name: set CDN_PURGE_TOKEN",
    });
}

export function cdnSettings({
  CDN_KEY_HEADER,
  CDN_PURGE_URL,
  CDN_PURGE_TOKEN,
}: CdnVariables): CdnSettings {
  if (CDN_PURGE_URL === undefined) return { keyHeader: CDN_KEY_HEADER ?? null, purge: null };
  const keyHeader = CDN_KEY_HEADER ?? "Surrogate-Key";
  return { keyHeader, purge: { url: CDN_PURGE_URL, token: CDN_PURGE_TOKEN ?? null, keyHeader } };
}
