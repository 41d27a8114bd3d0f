import { href } from "react-router";

/** Leads to the listing of a stored query. */
export function searchPath(stored: string): string {
  return stored === "" ? href("/browse") : `${href("/browse")}?${stored}`;
}
