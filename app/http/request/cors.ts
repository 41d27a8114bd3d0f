export function corsHeaders(
  origin: string | null,
  corsOrigins: readonly string[],
): Record<string, string> {
  if (corsOrigins.length === 0) return {};
  if (origin === null || !corsOrigins.includes(origin)) return { vary: "Origin" };
  return {
    vary: "Origin",
    "access-control-allow-origin": origin,
    "access-control-allow-credentials": "true",
    "access-control-expose-headers":
      "ETag, Link, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id, Content-Range, Accept-Ranges",
  };
}

export function preflightResponse(
  request: Request,
  allow: readonly string[],
  corsOrigins: readonly string[],
): Response {
  const headers: Record<string, string> = {
    allow: allow.join(", "),
    ...corsHeaders(request.headers.get("origin"), corsOrigins),
  };
  if (
    headers["access-control-allow-origin"] !== undefined &&
    request.headers.has("access-control-request-method")
  ) {
    headers["access-control-allow-methods"] = allow.join(", ");
    headers["access-control-allow-headers"] =
      "Authorization, Content-Type, If-None-Match, Range, If-Range";
    headers["access-control-max-age"] = "600";
  }
  return new Response(null, { status: 204, headers });
}
