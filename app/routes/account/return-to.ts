export function returnToQuery(returnTo: string): string {
  return returnTo === "/" ? "" : `?${new URLSearchParams({ returnTo }).toString()}`;
}
