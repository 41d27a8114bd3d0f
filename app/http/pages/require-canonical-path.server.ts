import { redirect } from "react-router";

/** Redirects unless the page of `/kind/:id/:slug?` was requested by its own path. */
export function requireCanonicalPath(
  path: string,
  { id, slug }: { id?: string | undefined; slug?: string | undefined },
  url: URL,
): void {
  const kind = path.slice(0, path.indexOf("/", 1));
  const requested = [kind, id, slug].filter((part) => part !== undefined).join("/");
  if (requested !== path) throw redirect(path + url.search, 302);
}
