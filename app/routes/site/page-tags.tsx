import { useLocation } from "react-router";
import { useWords } from "~/language/words-context";
import { FORMAT_TAGS } from "~/language/locales";

/** What search engines and link previews get of every page. `origin` is the site's public one. A title's page names its own address and picture. */
export function PageTags({ origin }: { origin: string }) {
  const { locale } = useWords();
  const { pathname, search } = useLocation();
  const canonical = canonicalPath(pathname, search);
  return (
    <>
      <meta property="og:site_name" content="Akari" />
      <meta property="og:locale" content={FORMAT_TAGS[locale].replace("-", "_")} />
      {canonical === null ? null : (
        <>
          <link rel="canonical" href={origin + canonical} />
          <meta property="og:type" content="website" />
          <meta property="og:url" content={origin + canonical} />
          <meta property="og:image" content={`${origin}/icons/icon-512.png`} />
        </>
      )}
    </>
  );
}

/** The one address of what a page shows, for the pages that others may find; null for the rest and for those that name their own. */
export function canonicalPath(pathname: string, search: string): string | null {
  if (/^\/(?:schedule|docs)?$/.test(pathname)) return pathname;
  const kept = new URLSearchParams(search);
  if (/^\/(?:genre|studio)\/[^/]+$/.test(pathname)) {
    const page = kept.get("page");
    return page === null || page === "1"
      ? pathname
      : `${pathname}?${new URLSearchParams({ page }).toString()}`;
  }
  if (pathname !== "/browse") return null;
  kept.delete("view");
  for (const [name, value] of [...kept]) if (value === "") kept.delete(name);
  kept.sort();
  return kept.size === 0 ? pathname : `${pathname}?${kept.toString()}`;
}
