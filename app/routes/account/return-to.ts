/** Carries the place to go back to along the account's pages; nothing for Home, where everybody ends anyway. */
export function returnToQuery(returnTo: string): string {
  return returnTo === "/" ? "" : `?${new URLSearchParams({ returnTo }).toString()}`;
}
