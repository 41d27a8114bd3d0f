/**
 * RFC 9111 section 5.2.2. Without the header, shared caches may store a response by heuristic
 * freshness.
 */
export function isPrivateResponse(cacheControl: string | null | undefined): boolean {
  const directives = (cacheControl ?? "").toLowerCase().split(",");
  const names = directives.map((directive) => directive.split("=")[0]?.trim() ?? "");
  // `private="field"` restricts that field only.
  const isRestricted =
    names.includes("no-store") || directives.some((directive) => directive.trim() === "private");
  return isRestricted && !names.includes("public") && !names.includes("s-maxage");
}
