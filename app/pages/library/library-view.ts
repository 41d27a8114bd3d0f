import { href } from "react-router";
import { withQuery } from "~/ui/with-query";

/** What of the library a page shows. The first one is the default. */
export const LIBRARY_VIEWS = ["titles", "added", "continue", "unwatched", "franchises"] as const;
export type LibraryView = (typeof LIBRARY_VIEWS)[number];

/** Views of what the signed-in user has watched. */
const OWN_VIEWS: readonly LibraryView[] = ["continue", "unwatched"];

export function libraryViews(isSignedIn: boolean): LibraryView[] {
  return LIBRARY_VIEWS.filter((view) => isSignedIn || !OWN_VIEWS.includes(view));
}

export function libraryPath(view: LibraryView, page = 1): string {
  const parameters = new URLSearchParams();
  if (view !== "titles") parameters.set("view", view);
  if (page > 1) parameters.set("page", String(page));
  return withQuery(href("/library"), parameters);
}
