/** What our requests may carry: nothing that identifies the viewer or the network they come through. */
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

/** What callers learn of an answer: nothing that could act on our own origin in the viewer's browser, cookies above all. */
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

/** The listed ones of a request's headers; everything else stays behind, whatever the types say. */
export function requestHeaders(
  given: Readonly<Record<string, string | undefined>>,
): RequestHeaders {
  return picked(REQUEST_HEADERS, (name) => given[name]);
}

/** The listed ones of an answer's headers. A header sent twice counts as one list. */
export function responseHeaders(
  given: Readonly<Record<string, string | string[] | undefined>>,
): ResponseHeaders {
  return picked(RESPONSE_HEADERS, (name) => {
    const value = given[name];
    return Array.isArray(value) ? value.join(", ") : value;
  });
}

function picked<Name extends string>(
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
