/**
 * Whether a request is neither a prefetch nor from another site, so that what it shows may count as
 * seen.
 */
export function isDirectVisit({ headers }: Request): boolean {
  return (
    headers.get("sec-fetch-site") !== "cross-site" &&
    !`${headers.get("sec-purpose")} ${headers.get("purpose")}`.includes("prefetch")
  );
}
