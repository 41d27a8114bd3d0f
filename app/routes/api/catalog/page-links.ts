import type { PageMeta } from "~/features/catalog/anime";

/** The `Link` header of a list (RFC 8288). Beyond the last page, `prev` is the last one. */
export function pageLinks(
  path: string,
  { current_page: page, last_page: last }: PageMeta,
  parametersOf: (page: number) => URLSearchParams,
): string {
  const link = (to: number, relation: string): string => {
    const parameters = parametersOf(to).toString();
    return `<${path}${parameters === "" ? "" : `?${parameters}`}>; rel="${relation}"`;
  };
  return [
    link(1, "first"),
    ...(page > 1 ? [link(Math.min(page - 1, last), "prev")] : []),
    ...(page < last ? [link(page + 1, "next")] : []),
    link(last, "last"),
  ].join(", ");
}
