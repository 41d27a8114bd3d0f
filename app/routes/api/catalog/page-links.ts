import type { PageMeta } from "~/features/catalog/anime";

/**
 * Proxies read response headers into one buffer (4 kB in nginx) and fail with 502 when they do not
 * fit.
 */
export const MAX_LINK_BYTES = 3 * 1024;

/**
 * The `Link` header of a page (RFC 8288), with relative references. Null when it would be too long.
 */
export function pageLinks(
  path: string,
  { current_page: page, last_page: last }: PageMeta,
  parametersOf: (page: number) => URLSearchParams,
): string | null {
  const link = (to: number, relation: string): string => {
    const parameters = parametersOf(to).toString();
    return `<${path}${parameters === "" ? "" : `?${parameters}`}>; rel="${relation}"`;
  };
  const links = [
    link(1, "first"),
    ...(page > 1 ? [link(Math.min(page - 1, last), "prev")] : []),
    ...(page < last ? [link(page + 1, "next")] : []),
    link(last, "last"),
  ].join(", ");
  return Buffer.byteLength(links) > MAX_LINK_BYTES ? null : links;
}
