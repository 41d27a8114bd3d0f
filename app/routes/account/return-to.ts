import { withQuery } from "~/ui/with-query";

/** A page of the sign-in, which leads on to a path of the site; Home needs no mention. */
export function withReturnTo(path: string, returnTo: string): string {
  return withQuery(path, returnTo === "/" ? {} : { returnTo });
}
