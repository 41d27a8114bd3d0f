/** Without the header shared caches may still store it (RFC 9111 section 4.2.2). */
export function isPrivateResponse(cacheControl: string | null | undefined): boolean {
  const directives = (cacheControl ?? "").toLowerCase().split(",");
  const names = directives.map((directive) => directive.split("=")[0]?.trim() ?? "");
  // `private="field"` restricts that field only.
  const isRestricted =
    names.includes("no-store") || directives.some((directive) => directive.trim() === "private");
  return isRestricted && !names.includes("public") && !names.includes("s-maxage");
}
