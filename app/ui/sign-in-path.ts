import { href } from "react-router";

/** The sign-in, which leads back to a path of the site. */
export function signInPath(returnTo: string): string {
  return `${href("/signin")}?${new URLSearchParams({ returnTo }).toString()}`;
}
