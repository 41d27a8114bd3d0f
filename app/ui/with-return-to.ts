import { withQuery } from "./with-query";

/** Says in a page's query where it leads afterwards. Home is the default. */
export function withReturnTo(
  path: string,
  returnTo: string,
  query: Readonly<Record<string, string>> = {},
): string {
  return withQuery(path, returnTo === "/" ? query : { ...query, returnTo });
}
