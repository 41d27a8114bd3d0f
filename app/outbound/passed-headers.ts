/** Nothing that identifies viewers. */
const REQUEST_HEADERS = [
  "accept",
  "content-type",
  "if-match",
  "if-modified-since",
  "if-none-match",
  "if-range",
  "if-unmodified-since",
  "range",
] as const;

/** Nothing that affects the site's own origin. */
const RESPONSE_HEADERS = [
  "accept-ranges",
  "cache-control",
  "content-encoding",
  "content-length",
  "content-range",
  "content-type",
  "date",
  "etag",
  "expires",
  "last-modified",
  "retry-after",
] as const;

export type RequestHeaders = Partial<Record<(typeof REQUEST_HEADERS)[number], string>>;
export type ResponseHeaders = Partial<Record<(typeof RESPONSE_HEADERS)[number], string>>;

export function pickRequestHeaders(
  given: Readonly<Record<string, string | undefined>>,
): RequestHeaders {
  return pick(REQUEST_HEADERS, (name) => given[name]);
}

export function pickResponseHeaders(
  given: Readonly<Record<string, string | string[] | undefined>>,
  further: readonly string[] = [],
): ResponseHeaders {
  const names = further.length === 0 ? RESPONSE_HEADERS : [...RESPONSE_HEADERS, ...further];
  return pick<string>(names, (name) => {
    const value = given[name];
    return Array.isArray(value) ? value.join(", ") : value;
  });
}

function pick<Name extends string>(
  names: readonly Name[],
  valueOf: (name: Name) => string | undefined,
): Partial<Record<Name, string>> {
  const headers: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const value = valueOf(name);
    if (value !== undefined) headers[name] = value;
  }
  return headers;
}
