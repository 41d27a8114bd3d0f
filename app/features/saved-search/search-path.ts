import { href } from "react-router";
import { withQuery } from "~/ui/with-query";

/** Leads to the listing of a stored query. */
export function searchPath(stored: string): string {
  return withQuery(href("/browse"), stored);
}
