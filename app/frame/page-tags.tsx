import { useLocation, useMatches } from "react-router";
import type { PageHandle } from "./page-handle";
import { useI18n } from "~/i18n/i18n-context";
import { FORMAT_TAGS } from "~/i18n/locales";
import { withQuery } from "~/ui/with-query";

export function PageTags({ origin, siteName }: { origin: string; siteName: string }) {
  const { locale } = useI18n();
  const canonical = useCanonicalPath();
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

/** Returns null for pages that are not indexed or set their own. */
function useCanonicalPath(): string | null {
  const { pathname, search } = useLocation();
  const handle = useMatches().at(-1)?.handle as PageHandle | undefined;
  const query = handle?.canonicalQuery?.(new URLSearchParams(search));
  if (query === undefined) return null;
  return withQuery(pathname, query);
}
