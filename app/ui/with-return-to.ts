import { withQuery } from "./with-query";

/** Says in a page's query where the sign-in leads afterwards. Home is the default. */
export function withReturnTo(path: string, returnTo: string): string {
  return withQuery(path, returnTo === "/" ? {} : { returnTo });
}
