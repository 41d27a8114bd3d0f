import { expect } from "vitest";
import { BASE_HEADERS, KIND_HEADERS, pageHeaders } from "~/http/response/security-headers";

/** The headers by kind of response. A page names its own scripts, by nonce or by hashes. */
function expectedHeaders(response: Response): Record<string, string> {
  const { pathname } = new URL(response.url);
  const { status, headers } = response;
  const isStreamed = status === 200 || status === 206 || status === 304;
  if (headers.get("content-type")?.startsWith("text/html") === true) {
    const own = /script-src 'self' ([^;]*);/.exec(
      headers.get("content-security-policy") ?? "",
    )?.[1];
    expect(own).toMatch(/^(?:'nonce-[^' ]+'|'sha256-[^' ]+'(?: 'sha256-[^' ]+')*)$/);
    const { "content-security-policy": policy = "", ...page } = pageHeaders("n0nce");
    return {
      ...BASE_HEADERS,
      ...page,
      "content-security-policy": policy.replace("'nonce-n0nce'", own ?? ""),
    };
  }
  const kind =
    isStreamed && /^\/(?:api\/proxy|api\/videoProxy|ipfs\/)/.test(pathname)
      ? "media"
      : isStreamed && pathname.endsWith(".js")
        ? "script"
        : "data";
  return { ...BASE_HEADERS, ...KIND_HEADERS[kind] };
}

/** A client over HTTPS, as the proxy in front tells. */
export const OVER_HTTPS = { "x-forwarded-proto": "https", "x-forwarded-for": "203.0.113.9" };

/** Expects the security headers of the response's kind, over HTTPS. */
export function expectKindHeaders(method: string, response: Response): void {
  const expected = expectedHeaders(response);
  const { pathname, search } = new URL(response.url);
  // The redirect of the provider's callback, whose URL carries a code.
  if (response.headers.get("referrer-policy") === "no-referrer")
    expect([response.status, pathname]).toEqual([302, "/api/auth/callback"]);
  else expect(response.headers.get("referrer-policy")).toBe(BASE_HEADERS["referrer-policy"]);
  delete expected["referrer-policy"];
  const sent = Object.fromEntries(
    Object.keys(expected).map((name) => [name, response.headers.get(name)]),
  );
  const where = [method, pathname + search, response.status];
  expect([...where, sent]).toEqual([...where, expected]);
  expect(response.headers.get("strict-transport-security")).toBe("max-age=31536000");
}
