/** The `canonicalQuery` of a page that is the same with every query. */
export const noQuery = (): URLSearchParams => new URLSearchParams();

/** The `canonicalQuery` of a page in parts: `page` from the second one on. */
export function pageQuery(parameters: URLSearchParams): URLSearchParams {
  const page = parameters.get("page");
  return new URLSearchParams(page === null || page === "1" ? {} : { page });
}
