/** A path with its query, or alone when the query is empty. A text is a query that is encoded. */
export function withQuery(
  path: string,
  query: URLSearchParams | Readonly<Record<string, string>> | string,
): string {
  const text = typeof query === "string" ? query : new URLSearchParams(query).toString();
  return text === "" ? path : `${path}?${text}`;
}
