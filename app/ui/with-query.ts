/** Appends a query to a path, unless it is empty. A string is a query that is already encoded. */
export function withQuery(
  path: string,
  query: URLSearchParams | Readonly<Record<string, string>> | string,
): string {
  const text = typeof query === "string" ? query : new URLSearchParams(query).toString();
  return text === "" ? path : `${path}?${text}`;
}
