/** Shared caches may also store responses without the header (RFC 9111 section 4.2.2). */
export function isPrivateResponse(cacheControl: string | null | undefined): boolean {
  const directives = (cacheControl ?? "").toLowerCase().split(",");
  const names = directives.map((directive) => directive.split("=")[0]?.trim() ?? "");
  // `private="field"` restricts that field only.
  const isRestricted =
    names.includes("no-store") || directives.some((directive) => directive.trim() === "private");
  return isRestricted && !names.includes("public") && !names.includes("s-maxage");
}

/** How long a stale response may be served (RFC 5861). */
const STALE = "stale-while-revalidate=60, stale-if-error=86400";

/** Lets shared caches keep a response that is the same for all clients. */
export function publicCacheControl(
  maxAgeSeconds: number,
  { mayBeStale }: { mayBeStale: boolean },
): string {
  const fresh = `public, max-age=${maxAgeSeconds}, s-maxage=${maxAgeSeconds}`;
  return mayBeStale ? `${fresh}, ${STALE}` : fresh;
}

/** Keeps what not every client may have from shared caches. */
export function toPrivateCacheControl(cacheControl: string): string {
  return cacheControl.replace(/^public\b/, "private").replace(/, s-maxage=\d+/, "");
}
