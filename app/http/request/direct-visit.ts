/** Neither a prefetch nor from another site, so what it shows may count as seen. */
export function isDirectVisit({ headers }: Request): boolean {
  return (
    headers.get("sec-fetch-site") !== "cross-site" &&
    !`${headers.get("sec-purpose")} ${headers.get("purpose")}`.includes("prefetch")
  );
}
