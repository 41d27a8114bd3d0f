/** Leads to the listing of a stored query. */
export function searchPath(stored: string): string {
  return stored === "" ? "/browse" : `/browse?${stored}`;
}
