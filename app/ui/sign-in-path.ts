import { href } from "react-router";
import { withQuery } from "./with-query";

/** The sign-in, which leads back to a path of the site. */
export function signInPath(returnTo: string): string {
  return withQuery(href("/signin"), { returnTo });
}
