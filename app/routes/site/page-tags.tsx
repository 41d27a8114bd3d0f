import { useLocation } from "react-router";
import { useI18n } from "~/i18n/i18n-context";
import { FORMAT_TAGS } from "~/i18n/locales";

export function PageTags({ origin, siteName }: { origin: string; siteName: string }) {
  const { locale } = useI18n();
  const { pathname, search } = useLocation();
  const canonical = canonicalPath(pathname, search);
  return (
    <>
      <meta property="og:site_name" content={siteName} />
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

/** Null for pages that are not indexed or set their own. */
export function canonicalPath(pathname: string, search: string): string | null {
  if (/^\/(?:schedule|docs)?$/.test(pathname)) return pathname;
  const parameters = new URLSearchParams(search);
  if (/^\/(?:genre|studio)\/[^/]+$/.test(pathname)) {
    const page = parameters.get("page");
    return page === null || page === "1"
      ? pathname
      : `${pathname}?${new URLSearchParams({ page }).toString()}`;
  }
  if (pathname !== "/browse") return null;
  parameters.delete("view");
  for (const [name, value] of [...parameters]) if (value === "") parameters.delete(name);
  parameters.sort();
  return parameters.size === 0 ? pathname : `${pathname}?${parameters.toString()}`;
}
